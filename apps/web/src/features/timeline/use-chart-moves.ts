import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { ChartGesture } from './chart-gesture.ts';
import { gutter, type View } from './chart-view.ts';
import { bounded, moved, type ShownTime, zoomed } from './shown-time.ts';

export interface ChartMoves {
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: (event: PointerEvent) => void;
}

/**
 * Keys, wheel, mouse and fingers move the time that is shown and zoom in on it. One finger that goes up or down scrolls
 * the page, as everywhere.
 * @param element what the places are within
 * @param viewNow the chart as it is drawn @param onMove they moved it @param onPoint something was clicked or tapped
 */
export function useChartMoves(options: {
  element: RefObject<HTMLElement | null>;
  until: number | null;
  viewNow: () => View;
  onMove: (shown: ShownTime) => void;
  onHover: (event: PointerEvent) => void;
  onPoint: (event: PointerEvent) => void;
}): ChartMoves {
  const { element, until, viewNow, onMove, onHover, onPoint } = options;
  const moves = until === null;
  const [gesture] = useState(() => new ChartGesture());

  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const turn = (event: WheelEvent): void => {
      const zoom = event.ctrlKey || event.metaKey;
      if (!zoom && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      const view = viewNow();
      const windowMs = (view.until - view.from) * Math.exp(event.deltaY / 300);
      const x = event.clientX - target.getBoundingClientRect().left;
      onMove(zoom ? zoomed(view, moves, windowMs, x) : moved(view, event.deltaX));
    };
    // Two fingers that go up or down together would scroll the page, and the browser would take them away.
    const pinch = (event: TouchEvent): void => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    // React listens to both passively: the page would scroll as well.
    target.addEventListener('wheel', turn, { passive: false });
    target.addEventListener('touchmove', pinch, { passive: false });
    return () => {
      target.removeEventListener('wheel', turn);
      target.removeEventListener('touchmove', pinch);
    };
  }, [element, moves, onMove, viewNow]);

  const placeOf = (event: PointerEvent): { x: number; y: number } => {
    const box = element.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };

  function onKeyDown(event: KeyboardEvent): void {
    const view = viewNow();
    const windowMs = view.until - view.from;
    const step = (view.width - gutter) / 10;
    const shown: Record<string, () => ShownTime> = {
      ArrowLeft: () => moved(view, -step),
      ArrowRight: () => moved(view, step),
      '+': () => ({ until, windowMs: bounded(windowMs / 1.5) }),
      '-': () => ({ until, windowMs: bounded(windowMs * 1.5) }),
      ' ': () => ({ until: moves ? view.now : null, windowMs }),
    };
    const action = shown[event.key];
    if (action === undefined) return;
    event.preventDefault();
    onMove(action());
  }

  return {
    onKeyDown,
    onPointerDown(event) {
      if (event.button !== 0) return;
      gesture.down(event.pointerId, placeOf(event), viewNow(), moves);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      if (!gesture.active) {
        onHover(event);
        return;
      }
      const kind = event.pointerType === 'mouse' ? 'mouse' : 'touch';
      const shown = gesture.move(event.pointerId, placeOf(event), kind, viewNow().now);
      if (shown !== null) onMove(shown);
    },
    onPointerUp(event) {
      if (gesture.up(event.pointerId, viewNow(), moves)) onPoint(event);
    },
    onPointerCancel(event) {
      gesture.cancel(event.pointerId, viewNow(), moves);
    },
  };
}
