/** Draws a line per slot: what it did, in single intervals or in steps. */
import type { TaskInterval } from '@sandglass/contracts';
import { font, gutter, paintGrid, type View, xOf } from './chart-view.ts';
import { barsOf } from './timeline-cells.ts';
import { colourOfName, nameOfPart, type Palette } from './timeline-colours.ts';
import { gapsIn, type Stretch } from './known-time.ts';
import { partsOf } from './interval-parts.ts';
import { firstAfter, type SlotRow, type IntervalStore } from './interval-store.ts';

/** The lowest lines that are still read, by how many there are, CSS pixels: more lines scroll. */
function lowest(rows: number): number {
  if (rows <= 16) return 22;
  if (rows <= 48) return 14;
  return rows <= 160 ? 8 : 5;
}
const highest = 72;

const hostGap = 7;

/** How high a line is: as high as the room allows. @param room for all lines, CSS pixels */
export function rowHeight(rows: readonly SlotRow[], room: number): number {
  const gaps = rows.filter(({ first }) => first).length * hostGap;
  const fitting = Math.floor((room - gaps - 8) / Math.max(1, rows.length));
  return Math.min(highest, Math.max(lowest(rows.length), fitting));
}

/** Where each line begins, and how high all of them are together. @param height of a line */
export function rowTops(rows: readonly SlotRow[], height: number): { tops: number[]; total: number } {
  let at = 4;
  const tops = rows.map(({ first }, index) => {
    if (first && index > 0) at += hostGap;
    const top = at;
    at += height;
    return top;
  });
  return { tops, total: at + 4 };
}

/** @returns whether the whole time is known for every slot in sight, by steps or interval by interval */
export function paintRows(
  context: CanvasRenderingContext2D,
  store: IntervalStore,
  view: View,
  palette: Palette,
): boolean {
  const { rows } = store;
  const height = view.rowHeight;
  const { tops } = rowTops(rows, height);
  context.clearRect(0, 0, view.width, view.height);
  paintGrid(context, view, palette);
  const gaps = store.gaps({ from: view.from, until: Math.min(view.until, view.now) });
  const unknown: Patch[] = [];
  let known = rows.length > 0;
  for (let index = store.sight[0]; index < store.sight[1]; index += 1) {
    const row = rows[index];
    if (row === undefined) break;
    const top = (tops[index] ?? 0) - view.scrolled;
    unknown.push(...paintRow(context, store, row, { top, height: height - 1 }, view, palette, gaps));
    known &&= gaps.length === 0 || (row.cells !== null && row.cells.from <= view.from);
  }
  paintUnknown(context, unknown, view, palette);
  paintNames(context, rows, tops, height, view, palette);
  return known;
}

/** Places of the rows that are in sight, the last excluded. */
export function rowsInSight(
  rows: readonly SlotRow[],
  { scrolled, height: high, rowHeight: height }: Pick<View, 'scrolled' | 'height' | 'rowHeight'>,
): [number, number] {
  const { tops } = rowTops(rows, height);
  const first = tops.findIndex((top) => top + height >= scrolled);
  const after = tops.findIndex((top) => top > scrolled + high);
  return [Math.max(0, first), after < 0 ? rows.length : after];
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

function paintRow(
  context: CanvasRenderingContext2D,
  store: IntervalStore,
  row: SlotRow,
  place: Place,
  view: View,
  palette: Palette,
  gaps: readonly Stretch[],
): Patch[] {
  paintGround(context, row, place, view, palette);
  const unknown = gaps.flatMap((gap) => paintCells(context, row, place, view, palette, gap));
  const { intervals } = row;
  for (let index = firstAfter(intervals, view.from); index < intervals.length; index += 1) {
    const interval = intervals[index];
    if (interval === undefined || interval.from > view.until) break;
    paintInterval(context, store, interval, place, view, palette);
  }
  return unknown;
}

/** Idle slots are a band; of a host that was not there, or silent, there is a thread. */
export function paintGround(
  context: CanvasRenderingContext2D,
  { online, away }: Pick<SlotRow, 'online' | 'away'>,
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
  for (const there of gapsIn(away, seen)) {
    stretch(there, palette.row, top, height);
    view.shown.add('idle');
  }
  context.globalAlpha = 1;
  for (const { from, until } of away) {
    if (until <= seen.from || from >= seen.until) continue;
    const gone = { from: Math.max(from, seen.from), until: Math.min(until, seen.until) };
    view.shown.add('away');
    stretch(gone, palette.wait, top + Math.floor(height / 2), 1);
  }
}

/** Steps in place of single intervals: the paler, the less of it the slot was busy. @returns what they do not cover */
function paintCells(
  context: CanvasRenderingContext2D,
  { cells }: SlotRow,
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
    view.shown.add(bar.name);
    if (!bar.doubtful) continue;
    view.shown.add('doubtful');
    context.fillStyle = palette.danger;
    context.fillRect(left, top, wide, Math.min(7, Math.max(1.5, height / 4)));
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
  view.shown.add('unknown');
  context.save();
  context.beginPath();
  // With the space between two rows: what is unknown of many is one.
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

function paintInterval(
  context: CanvasRenderingContext2D,
  store: IntervalStore,
  interval: TaskInterval,
  { top, height }: Place,
  view: View,
  palette: Palette,
): void {
  const dimmed = view.followed !== null && !view.followed.has(interval.id);
  context.globalAlpha = dimmed ? 0.18 : 1;
  const to = interval.to ?? view.now;
  const bar = (from: number, until: number, name: string): void => {
    const left = Math.max(gutter, xOf(view, from));
    const right = Math.min(view.width, xOf(view, until));
    if (right < gutter || left > view.width) return;
    view.shown.add(name);
    context.fillStyle = colourOfName(name, palette);
    // What is shorter than a pixel is a pixel wide: a short task must not vanish.
    context.fillRect(left, top, Math.max(1, right - left), height);
  };
  for (const { from, until, what } of partsOf(interval, store.runsOf(interval), view.now))
    bar(from, until, nameOfPart(what, interval, view.colouring));
  if (interval.suspect || interval.state === 'failed' || interval.state === 'returned') {
    // By shape as well as by colour: a notch along the top.
    const left = Math.max(gutter, xOf(view, interval.from));
    const right = Math.min(view.width, Math.max(left + 3, xOf(view, to)));
    if (right > left) view.shown.add(interval.state === 'returned' ? 'returned' : 'doubtful');
    context.fillStyle = interval.state === 'returned' ? palette.ink : palette.danger;
    context.fillRect(left, top, right - left, Math.min(7, Math.max(1.5, height / 4)));
  }
  if (view.hovered === interval.id || (view.followed?.has(interval.id) ?? false)) {
    const left = Math.max(gutter, xOf(view, interval.from));
    const right = Math.min(view.width, xOf(view, to));
    context.strokeStyle = palette.ink;
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, Math.max(2, right - left) + 1, height + 1);
  }
  context.globalAlpha = 1;
}

function paintNames(
  context: CanvasRenderingContext2D,
  rows: readonly SlotRow[],
  tops: readonly number[],
  height: number,
  view: View,
  palette: Palette,
): void {
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, gutter - 4, view.height);
  context.textBaseline = 'top';
  for (const [index, row] of rows.entries()) {
    if (!row.first) continue;
    const count = rows.slice(index).findIndex((other, after) => after > 0 && other.first);
    const bottom = (tops[count < 0 ? rows.length - 1 : index + count - 1] ?? 0) + height - view.scrolled;
    const top = (tops[index] ?? 0) - view.scrolled;
    if (bottom < 0 || top > view.height) continue;
    // The name stays in sight as long as a line of its host does.
    // Beside the number of the first slot.
    const at = Math.max(top + Math.max(0, (height - 15) / 2), Math.min(2, bottom - 14));
    context.font = font(12, 550);
    context.fillStyle = row.online ? palette.ink : palette.danger;
    context.fillText(shortened(context, row.judgehost, gutter - 14), 6, at);
    if (height >= 14) {
      context.font = font(10);
      context.fillStyle = palette.soft;
      for (
        let line = index;
        line < rows.length && (line === index || rows[line]?.first === false);
        line += 1
      ) {
        context.textAlign = 'right';
        const middle = Math.max(1, (height - 11) / 2);
        context.fillText(String(rows[line]?.slot), gutter - 8, (tops[line] ?? 0) - view.scrolled + middle);
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
