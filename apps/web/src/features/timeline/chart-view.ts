/** Which part of the time is where in the chart, and what its two canvases have in common. */
import type { Palette } from './timeline-colours.ts';
import type { Colouring } from './timeline-search.ts';

/** Left of the lines: names of hosts, figures of the queue. CSS pixels. */
export const gutter = 118;

export interface View {
  /** The times at the left and right end of the chart, ms. */
  readonly from: number;
  readonly until: number;
  /** The api’s clock: nothing is known of later. */
  readonly now: number;
  readonly width: number;
  readonly height: number;
  /** Of a line, CSS pixels. */
  readonly rowHeight: number;
  /** What is drawn is named here, for the legend. */
  readonly shown: Set<string>;
  /** How far the lines are scrolled, CSS pixels. */
  readonly scrolled: number;
  readonly colouring: Colouring;
  /** Ids of the intervals that are followed; null: none is, and nothing is dimmed. */
  readonly followed: ReadonlySet<string> | null;
  readonly hovered: string | null;
}

export const xOf = (view: View, at: number): number =>
  gutter + ((at - view.from) / (view.until - view.from)) * (view.width - gutter);

export const timeOf = (view: View, x: number): number =>
  view.from + ((x - gutter) / (view.width - gutter)) * (view.until - view.from);

export const font = (size: number, weight = 400): string =>
  `${weight} ${size}px "IBM Plex Sans Variable", sans-serif`;

/** Distances of the marks of time, ms. */
const steps = [1, 5, 15, 30, 60, 300, 900, 1800, 3600].map((seconds) => seconds * 1000);

export function marksOf(view: View): number[] {
  const atMost = Math.max(2, (view.width - gutter) / 110);
  const step = steps.find((candidate) => (view.until - view.from) / candidate <= atMost) ?? 3_600_000;
  const marks: number[] = [];
  for (let at = Math.ceil(view.from / step) * step; at <= view.until; at += step) marks.push(at);
  return marks;
}

/** Round figures from 0 to at least `most`, `wanted` steps or fewer. */
export function ticksUpTo(most: number, wanted: number): number[] {
  const rough = Math.max(most, Number.MIN_VALUE) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
}

export function paintGrid(context: CanvasRenderingContext2D, view: View, palette: Palette): void {
  context.fillStyle = palette.line;
  for (const at of marksOf(view)) context.fillRect(Math.round(xOf(view, at)), 0, 1, view.height);
}
