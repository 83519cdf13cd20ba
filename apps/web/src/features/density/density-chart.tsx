import type { TaskSpan } from '@sandglass/contracts';
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
import { readPalette } from './density-colours.ts';
import { laneHeight, laneSight, laneTops, paintLanes } from './density-paint.ts';
import type { Colouring } from './density-search.ts';
import { paintQueue } from './queue-paint.ts';
import type { ShownTime } from './shown-time.ts';
import { firstAfter, type SpanStore } from './span-store.ts';
import { useChartMoves } from './use-chart-moves.ts';
import styles from './density-chart.module.css';

export interface DensityChartProps {
  /** It is not renewed at present. */
  old: boolean;
  store: SpanStore;
  /** Spans are being read for the first time. */
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
  onHover: (span: TaskSpan | null, at: { x: number; y: number }) => void;
  onPick: (span: TaskSpan) => void;
}

const queueHeight = 92;

/** The canvases, drawn anew when something changed or the time moved by a pixel. */
export function DensityChart(props: DensityChartProps): ReactNode {
  const { store, busy, windowMs, until } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const queueCanvas = useRef<HTMLCanvasElement>(null);
  const lanesCanvas = useRef<HTMLCanvasElement>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [total, setTotal] = useState(() => totalOf(store));
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
      const lanes = lanesCanvas.current;
      const queue = queueCanvas.current;
      if (lanes === null || queue === null || frame.current === null) return;
      const view = viewOf(scroll.current?.clientHeight ?? 0);
      if (view.width < gutter + 50) return;
      const pixelMs = (view.until - view.from) / (view.width - gutter);
      const { followed } = latest.current;
      const state = [
        Math.floor(view.until / pixelMs),
        pixelMs,
        view.width,
        view.height,
        view.scrolled,
        store.version,
        view.colouring,
        view.hovered,
        followed === null ? '' : [...followed].join(),
      ].join(' ');
      if (state === drawn) return;
      drawn = state;
      palette ??= readPalette(frame.current, store);
      const needed = totalOf(store);
      setTotal((known) => (known === needed ? known : needed));
      const lanesContext = sized(lanes, view.width, view.height);
      const queueContext = sized(queue, view.width, queueHeight);
      if (lanesContext === null || queueContext === null) return;
      store.sight = laneSight(store.lanes, view.scrolled, view.height);
      if (paintLanes(lanesContext, store, view, palette)) frame.current.dataset['drawn'] = 'yes';
      paintQueue(queueContext, store, { ...view, height: queueHeight, scrolled: 0 }, palette);
    };
    draw();
    return () => {
      cancelAnimationFrame(handle);
      schemes.disconnect();
    };
  }, [store, viewOf]);

  /** The span below the pointer. */
  function spanAt(event: PointerEvent): TaskSpan | null {
    const box = lanesCanvas.current?.getBoundingClientRect();
    if (box === undefined) return null;
    const view = viewOf(box.height);
    const { lanes } = store;
    const { tops } = laneTops(lanes);
    const y = event.clientY - box.top + view.scrolled;
    const height = laneHeight(lanes.length);
    const lane = lanes[tops.findIndex((top) => y >= top && y < top + height)];
    if (lane === undefined || event.clientX - box.left < gutter) return null;
    const at = timeOf(view, event.clientX - box.left);
    const slackMs = (3 * windowMs) / Math.max(1, view.width - gutter);
    const span = lane.spans[firstAfter(lane.spans, at - slackMs)];
    return span !== undefined && span.from <= at + slackMs ? span : null;
  }

  const moves = useChartMoves({
    element: frame,
    until,
    viewNow: useCallback(() => viewOf(0), [viewOf]),
    onMove: useCallback((shown) => latest.current.onMove(shown), []),
    onHover: (event) => {
      const span = spanAt(event);
      setHovered(span?.id ?? null);
      props.onHover(span, { x: event.clientX, y: event.clientY });
    },
    onPoint: (event) => {
      const span = spanAt(event);
      if (span !== null) props.onPick(span);
    },
  });

  return (
    <div ref={frame} className={props.old ? `${styles.frame} ${styles.old}` : styles.frame} aria-busy={busy}>
      <canvas
        ref={queueCanvas}
        className={styles.queue}
        role="img"
        aria-label="Pieces that wait, and the time until they are expected to be judged"
      />
      {/* A chart that keys and pointer move: */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={scroll}
        className={styles.lanes}
        style={{ height: `min(${total}px, 66vh)` }}
        tabIndex={0}
        role="application"
        aria-label="What every slot did. Arrows move, plus and minus zoom, space pauses."
        {...moves}
        onPointerLeave={() => {
          setHovered(null);
          props.onHover(null, { x: 0, y: 0 });
        }}
      >
        <div style={{ height: total }}>
          <canvas ref={lanesCanvas} className={styles.canvas} />
        </div>
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
    </div>
  );
}

const schemeNow = (): string | undefined => document.documentElement.dataset['mantineColorScheme'];

/** How high all lines are together; before any is known, as high as a few. CSS pixels. */
function totalOf({ lanes }: SpanStore): number {
  return lanes.length === 0 ? 200 : laneTops(lanes).total;
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
