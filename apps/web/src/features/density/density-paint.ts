/** Draws a line per slot: what it did, in single spans or in steps. */
import type { TaskSpan } from '@sandglass/contracts';
import { font, gutter, paintGrid, type View, xOf } from './chart-view.ts';
import { barsOf } from './density-cells.ts';
import { colourOfPart, type Palette } from './density-colours.ts';
import { gapsIn, type Stretch } from './known-time.ts';
import { partsOf } from './span-parts.ts';
import { firstAfter, type Lane, type SpanStore } from './span-store.ts';

/** How high a line is: few slots are drawn large, many small. CSS pixels. */
export function laneHeight(lanes: number): number {
  if (lanes <= 16) return 22;
  if (lanes <= 48) return 14;
  return lanes <= 160 ? 8 : 5;
}

const hostGap = 7;

/** Where each line begins, and how high all of them are together. */
export function laneTops(lanes: readonly Lane[]): { tops: number[]; total: number } {
  const height = laneHeight(lanes.length);
  let at = 4;
  const tops = lanes.map(({ first }, index) => {
    if (first && index > 0) at += hostGap;
    const top = at;
    at += height;
    return top;
  });
  return { tops, total: at + 4 };
}

/** @returns whether the whole time was told of for every slot in sight, by steps or span by span */
export function paintLanes(
  context: CanvasRenderingContext2D,
  store: SpanStore,
  view: View,
  palette: Palette,
): boolean {
  const { lanes } = store;
  const { tops } = laneTops(lanes);
  const height = laneHeight(lanes.length);
  context.clearRect(0, 0, view.width, view.height);
  paintGrid(context, view, palette);
  const gaps = store.gaps({ from: view.from, until: Math.min(view.until, view.now) });
  const unknown: Patch[] = [];
  let told = lanes.length > 0;
  for (let index = store.sight[0]; index < store.sight[1]; index += 1) {
    const lane = lanes[index];
    if (lane === undefined) break;
    const top = (tops[index] ?? 0) - view.scrolled;
    unknown.push(...paintLane(context, store, lane, { top, height: height - 1 }, view, palette, gaps));
    told &&= gaps.length === 0 || (lane.cells !== null && lane.cells.from <= view.from);
  }
  paintUnknown(context, unknown, view, palette);
  paintNames(context, lanes, tops, height, view, palette);
  return told;
}

/** Places of the lanes that are in sight, the last excluded. */
export function laneSight(lanes: readonly Lane[], scrolled: number, high: number): [number, number] {
  const { tops } = laneTops(lanes);
  const height = laneHeight(lanes.length);
  const first = tops.findIndex((top) => top + height >= scrolled);
  const after = tops.findIndex((top) => top > scrolled + high);
  return [Math.max(0, first), after < 0 ? lanes.length : after];
}

interface Place {
  readonly top: number;
  readonly height: number;
}

/** Where nothing is known of a slot, CSS pixels. */
interface Patch extends Place {
  readonly left: number;
  readonly right: number;
}

function paintLane(
  context: CanvasRenderingContext2D,
  store: SpanStore,
  lane: Lane,
  place: Place,
  view: View,
  palette: Palette,
  gaps: readonly Stretch[],
): Patch[] {
  paintGround(context, lane, place, view, palette);
  const unknown = gaps.flatMap((gap) => paintCells(context, lane, place, view, palette, gap));
  const { spans } = lane;
  for (let index = firstAfter(spans, view.from); index < spans.length; index += 1) {
    const span = spans[index];
    if (span === undefined || span.from > view.until) break;
    paintSpan(context, store, span, place, view, palette);
  }
  return unknown;
}

/** Idle slots are a band; of a host that was not there, or silent, there is a thread. */
export function paintGround(
  context: CanvasRenderingContext2D,
  { online, away }: Pick<Lane, 'online' | 'away'>,
  { top, height }: Place,
  view: View,
  palette: Palette,
): void {
  const seen = { from: view.from, until: Math.min(view.until, view.now) };
  const stretch = ({ from, until }: Stretch, colour: string, y: number, high: number): void => {
    const left = Math.max(gutter, xOf(view, from));
    context.fillStyle = colour;
    context.fillRect(left, y, Math.max(0, Math.min(view.width, xOf(view, until)) - left), high);
  };
  context.globalAlpha = online ? 1 : 0.35;
  for (const there of gapsIn(away, seen)) stretch(there, palette.lane, top, height);
  context.globalAlpha = 1;
  for (const { from, until } of away) {
    if (until <= seen.from || from >= seen.until) continue;
    const gone = { from: Math.max(from, seen.from), until: Math.min(until, seen.until) };
    stretch(gone, palette.wait, top + Math.floor(height / 2), 1);
  }
}

/** Steps in place of single spans: the paler, the less of it the slot was busy. @returns what they do not tell of */
function paintCells(
  context: CanvasRenderingContext2D,
  { cells }: Lane,
  place: Place,
  view: View,
  palette: Palette,
  { from, until }: Stretch,
): Patch[] {
  const patch = (begin: number, end: number): Patch[] => {
    const [left, right] = [Math.max(gutter, xOf(view, begin)), Math.min(view.width, xOf(view, end))];
    return right - left < 1 ? [] : [{ ...place, left, right }];
  };
  if (cells === null) return patch(from, until);
  const { top, height } = place;
  const begin = Math.max(from, cells.knownFrom);
  const end = Math.min(until, cells.until);
  for (const bar of barsOf(cells, begin, end, view.colouring, palette)) {
    const left = Math.max(gutter, xOf(view, bar.from));
    const wide = Math.max(0.5, Math.min(view.width, xOf(view, bar.until)) - left);
    context.globalAlpha = view.followed === null ? 0.25 + 0.75 * bar.busy : 0.15;
    context.fillStyle = bar.colour;
    context.fillRect(left, top, wide, height);
    if (!bar.doubtful) continue;
    context.fillStyle = palette.danger;
    context.fillRect(left, top, wide, Math.max(1.5, height / 4));
  }
  context.globalAlpha = 1;
  return end <= begin ? patch(from, until) : [...patch(from, begin), ...patch(end, until)];
}

/** Hatched: nothing is known of that time, which is not the same as idle. */
function paintUnknown(
  context: CanvasRenderingContext2D,
  patches: readonly Patch[],
  view: View,
  palette: Palette,
): void {
  if (patches.length === 0) return;
  context.save();
  context.beginPath();
  // With the space between two lanes: what is unknown of many is one.
  for (const { left, right, top, height } of patches)
    context.rect(left, top - hostGap, right - left, height + 2 * hostGap);
  context.clip();
  context.beginPath();
  const left = Math.min(...patches.map((patch) => patch.left));
  const right = Math.max(...patches.map((patch) => patch.right));
  for (let x = left - view.height; x < right; x += 9) {
    context.moveTo(x, view.height);
    context.lineTo(x + view.height, 0);
  }
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

function paintSpan(
  context: CanvasRenderingContext2D,
  store: SpanStore,
  span: TaskSpan,
  { top, height }: Place,
  view: View,
  palette: Palette,
): void {
  const dimmed = view.followed !== null && !view.followed.has(span.id);
  context.globalAlpha = dimmed ? 0.18 : 1;
  const to = span.to ?? view.now;
  const bar = (from: number, until: number, colour: string): void => {
    const left = Math.max(gutter, xOf(view, from));
    const right = Math.min(view.width, xOf(view, until));
    if (right < gutter || left > view.width) return;
    context.fillStyle = colour;
    // What is shorter than a pixel is a pixel wide: a short task must not vanish.
    context.fillRect(left, top, Math.max(1, right - left), height);
  };
  for (const { from, until, what } of partsOf(span, store.runsOf(span), view.now))
    bar(from, until, colourOfPart(what, span, view.colouring, palette));
  if (span.suspect || span.state === 'failed' || span.state === 'returned') {
    // By shape as well as by colour: a notch along the top.
    const left = Math.max(gutter, xOf(view, span.from));
    const right = Math.min(view.width, Math.max(left + 3, xOf(view, to)));
    context.fillStyle = span.state === 'returned' ? palette.ink : palette.danger;
    context.fillRect(left, top, right - left, Math.max(1.5, height / 4));
  }
  if (view.hovered === span.id || (view.followed?.has(span.id) ?? false)) {
    const left = Math.max(gutter, xOf(view, span.from));
    const right = Math.min(view.width, xOf(view, to));
    context.strokeStyle = palette.ink;
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, Math.max(2, right - left) + 1, height + 1);
  }
  context.globalAlpha = 1;
}

function paintNames(
  context: CanvasRenderingContext2D,
  lanes: readonly Lane[],
  tops: readonly number[],
  height: number,
  view: View,
  palette: Palette,
): void {
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, gutter - 4, view.height);
  context.textBaseline = 'top';
  for (const [index, lane] of lanes.entries()) {
    if (!lane.first) continue;
    const count = lanes.slice(index).findIndex((other, after) => after > 0 && other.first);
    const bottom = (tops[count < 0 ? lanes.length - 1 : index + count - 1] ?? 0) + height - view.scrolled;
    const top = (tops[index] ?? 0) - view.scrolled;
    if (bottom < 0 || top > view.height) continue;
    // The name stays in sight as long as a line of its host does.
    const at = Math.max(top, Math.min(2, bottom - 14));
    context.font = font(12, 550);
    context.fillStyle = lane.online ? palette.ink : palette.danger;
    context.fillText(shortened(context, lane.judgehost, gutter - 14), 6, at);
    if (height >= 14) {
      context.font = font(10);
      context.fillStyle = palette.soft;
      for (
        let line = index;
        line < lanes.length && (line === index || lanes[line]?.first === false);
        line += 1
      ) {
        context.textAlign = 'right';
        context.fillText(String(lanes[line]?.slot), gutter - 8, (tops[line] ?? 0) - view.scrolled + 1);
        context.textAlign = 'left';
      }
    }
  }
}

function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return `${text.slice(0, length)}…`;
}
