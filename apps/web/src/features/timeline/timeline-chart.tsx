import type { TaskInterval } from '@sandglass/contracts';
import {
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { gutter, timeOf, type View } from './chart-view.ts';
import { readPalette } from './timeline-colours.ts';
import { rowHeight, rowsInSight, rowTops, paintRows } from './timeline-paint.ts';
import type { Colouring } from './timeline-search.ts';
import { paintQueue } from './queue-paint.ts';
import type { ShownTime } from './shown-time.ts';
import { firstAfter, type IntervalStore } from './interval-store.ts';
import { useChartMoves } from './use-chart-moves.ts';
import styles from './timeline-chart.module.css';

export interface TimelineChartProps {
  store: IntervalStore;
  /** Intervals are being read for the first time. */
  busy: boolean;
  /** The api's clock minus this machine's, ms. */
  offsetMs: number;
  windowMs: number;
  /** The right end; null: now, and the chart moves. */
  until: number | null;
  colouring: Colouring;
  followed: ReadonlySet<string> | null;
  /** Somebody dragged it or zoomed in or out. */
  onMove: (shown: ShownTime) => void;
  onHover: (interval: TaskInterval | null, at: { x: number; y: number }) => void;
  onPick: (interval: TaskInterval) => void;
  /** What the chart shows is other than before: names in the order of the alphabet. */
  onShown: (names: readonly string[]) => void;
}

/** CSS pixels. */
const queueHeights = { least: 110, most: 340 };
/** On a phone a queue that is higher than this part of its width would fill the window with an empty chart. */
const queuePartOfWidth = 0.4;
/** Below the chart: the legend and the edge of the window. */
const belowPx = 110;
/** Of queue and lines together in a low window, where the page scrolls. */
const leastRoom = 320;

/** The canvases, drawn again when something changed or the time moved by a pixel. */
export function TimelineChart(props: TimelineChartProps): ReactNode {
  const { store, busy, windowMs, until } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const queueCanvas = useRef<HTMLCanvasElement>(null);
  const rowsCanvas = useRef<HTMLCanvasElement>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [size, setSize] = useState(() => ({ total: 200, queue: queueHeights.least, room: leastRoom }));
  const rowHeightNow = useRef(0);
  const latest = useRef({ ...props, hovered });
  useEffect(() => {
    latest.current = { ...props, hovered };
  });

  const viewOf = useCallback((height: number): View => {
    const now = Date.now() + latest.current.offsetMs;
    const end = latest.current.until ?? now;
    return {
      from: end - latest.current.windowMs,
      until: end,
      now,
      width: frame.current?.clientWidth ?? 0,
      height,
      rowHeight: rowHeightNow.current,
      shown: new Set(),
      scrolled: scroll.current?.scrollTop ?? 0,
      colouring: latest.current.colouring,
      followed: latest.current.followed,
      hovered: latest.current.hovered,
    };
  }, []);

  // Before the page is shown: what came with it is in its first frame.
  useLayoutEffect(() => {
    let handle = 0;
    let drawn = '';
    let shown = '';
    let palette: ReturnType<typeof readPalette> | null = null;
    let scheme = schemeNow();
    const schemes = new MutationObserver(() => {
      // It is also said again as it is, while the page begins.
      if (scheme === schemeNow()) return;
      scheme = schemeNow();
      palette = null;
      drawn = '';
    });
    schemes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    const draw = (): void => {
      handle = requestAnimationFrame(draw);
      const rows = rowsCanvas.current;
      const queue = queueCanvas.current;
      if (rows === null || queue === null || frame.current === null) return;
      const planned = planOf(store, roomBelow(frame.current), frame.current.clientWidth);
      rowHeightNow.current = planned.row;
      const view = viewOf(scroll.current?.clientHeight ?? 0);
      if (view.width < gutter + 50) return;
      const pixelMs = (view.until - view.from) / (view.width - gutter);
      const { followed } = latest.current;
      const state = [
        Math.floor(view.until / pixelMs),
        pixelMs,
        view.width,
        view.height,
        planned.queue,
        view.rowHeight,
        view.scrolled,
        store.version,
        view.colouring,
        view.hovered,
        followed === null ? '' : [...followed].join(),
      ].join(' ');
      if (state === drawn) return;
      drawn = state;
      palette ??= readPalette(frame.current, store);
      const { total, queue: queueHeight, room } = planned;
      setSize((known) =>
        known.total === total && known.queue === queueHeight && known.room === room
          ? known
          : { total, queue: queueHeight, room },
      );
      const rowsContext = sized(rows, view.width, view.height);
      const queueContext = sized(queue, view.width, queueHeight);
      if (rowsContext === null || queueContext === null) return;
      store.sight = rowsInSight(store.rows, view);
      if (paintRows(rowsContext, store, view, palette)) frame.current.dataset['drawn'] = 'yes';
      paintQueue(queueContext, store, { ...view, height: queueHeight, scrolled: 0 }, palette);
      const names = [...view.shown].sort();
      if (names.join() === shown) return;
      shown = names.join();
      latest.current.onShown(names);
    };
    draw();
    return () => {
      cancelAnimationFrame(handle);
      schemes.disconnect();
    };
  }, [store, viewOf]);

  /** The interval below the pointer. */
  function intervalAt(event: PointerEvent): TaskInterval | null {
    const box = rowsCanvas.current?.getBoundingClientRect();
    if (box === undefined) return null;
    const view = viewOf(box.height);
    const { rows } = store;
    const height = view.rowHeight;
    const { tops } = rowTops(rows, height);
    const y = event.clientY - box.top + view.scrolled;
    const row = rows[tops.findIndex((top) => y >= top && y < top + height)];
    if (row === undefined || event.clientX - box.left < gutter) return null;
    const at = timeOf(view, event.clientX - box.left);
    const slackMs = (3 * windowMs) / Math.max(1, view.width - gutter);
    const interval = row.intervals[firstAfter(row.intervals, at - slackMs)];
    return interval !== undefined && interval.from <= at + slackMs ? interval : null;
  }

  const moves = useChartMoves({
    element: frame,
    until,
    viewNow: useCallback(() => viewOf(0), [viewOf]),
    onMove: useCallback((shown) => latest.current.onMove(shown), []),
    onHover: (event) => {
      const interval = intervalAt(event);
      setHovered(interval?.id ?? null);
      props.onHover(interval, { x: event.clientX, y: event.clientY });
    },
    onPoint: (event) => {
      const interval = intervalAt(event);
      if (interval !== null) props.onPick(interval);
    },
  });

  return (
    <div ref={frame} className={styles.frame} data-live aria-busy={busy}>
      <canvas
        ref={queueCanvas}
        className={styles.queue}
        style={{ height: size.queue }}
        role="img"
        aria-label="Waiting judge tasks, and the time until they are expected to be judged"
      />
      {/* A chart that keys and pointer move: */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={scroll}
        className={styles.rows}
        style={{ height: Math.min(size.total, Math.max(size.room - size.queue, leastRoom - size.queue)) }}
        tabIndex={0}
        role="application"
        aria-label="What every slot did. Arrow keys move, plus and minus zoom, space pauses."
        {...moves}
        onPointerLeave={() => {
          setHovered(null);
          props.onHover(null, { x: 0, y: 0 });
        }}
      >
        <div style={{ height: size.total }}>
          <canvas ref={rowsCanvas} className={styles.canvas} />
        </div>
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
    </div>
  );
}

const schemeNow = (): string | undefined => document.documentElement.dataset['mantineColorScheme'];

/** From the top of the chart to the lower end of the window, without what is below it, CSS pixels. */
function roomBelow(frame: HTMLElement): number {
  const top = frame.getBoundingClientRect().top + window.scrollY;
  return Math.max(leastRoom, Math.floor(window.innerHeight - top - belowPx));
}

interface Plan {
  /** Of a line, of all lines together, and of the queue, CSS pixels. */
  readonly row: number;
  readonly total: number;
  readonly queue: number;
  readonly room: number;
}

/** The lines are as high as the room allows, and the queue has what they leave. */
function planOf({ rows }: IntervalStore, room: number, width: number): Plan {
  const row = rowHeight(rows, room - queueHeights.least);
  const total = rows.length === 0 ? 200 : rowTops(rows, row).total;
  const most = Math.min(queueHeights.most, Math.round(width * queuePartOfWidth));
  const queue = Math.max(queueHeights.least, Math.min(most, room - total));
  return { row, total, queue, room };
}

/** A canvas of this size in CSS pixels, sharp on every screen. */
function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
