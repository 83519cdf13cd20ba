/** Draws the queue: tasks that wait as an area, the expected drain time as a line, with an axis each and the marks of time. */
import { font, gutter, marksOf, paintGrid, ticksUpTo, type View, xOf } from './chart-view.ts';
import type { Palette } from './timeline-colours.ts';
import { drainLines, stretchesOf } from './queue-drain.ts';
import type { IntervalStore } from './interval-store.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function paintQueue(
  context: CanvasRenderingContext2D,
  store: IntervalStore,
  view: View,
  palette: Palette,
): void {
  context.clearRect(0, 0, view.width, view.height);
  paintGrid(context, view, palette);
  const bottom = view.height - 16;
  const shown = store.queue.filter(({ at }) => at >= view.from - 5000 && at <= view.until);
  const drains = drainLines(shown);
  const wanted = Math.max(2, Math.floor((bottom - top) / 40));
  const tasks = axisOf(Math.max(4, ...shown.map(({ due }) => due)), wanted);
  const times = axisOf(Math.max(1, ...drains.flat().map(({ ms }) => ms / 1000)), wanted);
  const heightOf = (figure: number, { end }: Axis): number => bottom - (figure / end) * (bottom - top);
  context.fillStyle = palette.line;
  for (const tick of tasks.ticks)
    context.fillRect(gutter, Math.round(heightOf(tick, tasks)), view.width - gutter, 1);
  if (shown.length > 1) {
    context.beginPath();
    for (const stretch of stretchesOf(shown)) {
      context.moveTo(xOf(view, stretch[0]?.at ?? 0), bottom);
      for (const sample of stretch) context.lineTo(xOf(view, sample.at), heightOf(sample.due, tasks));
      context.lineTo(xOf(view, stretch.at(-1)?.at ?? 0), bottom);
      context.closePath();
    }
    context.fillStyle = palette.sandSoft;
    context.fill();
    context.strokeStyle = palette.sand;
    context.lineWidth = 1;
    context.stroke();
    context.beginPath();
    for (const line of drains)
      for (const [index, { at, ms }] of line.entries())
        context[index === 0 ? 'moveTo' : 'lineTo'](xOf(view, at), heightOf(ms / 1000, times));
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    context.stroke();
  }
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, gutter, view.height);
  paintAxes(context, view, palette, { tasks, times, heightOf });
  context.font = font(11);
  context.textBaseline = 'top';
  context.fillStyle = palette.soft;
  context.textAlign = 'center';
  for (const at of marksOf(view)) {
    const x = xOf(view, at);
    if (x > gutter + 20 && x < view.width - 26) context.fillText(clock.format(at), x, bottom + 4);
  }
  context.textAlign = 'left';
}

/** Above the highest tick there is room for half of its figure. */
const top = 10;

interface Axis {
  readonly ticks: readonly number[];
  readonly end: number;
}

function axisOf(most: number, wanted: number): Axis {
  const ticks = ticksUpTo(most, wanted);
  return { ticks, end: ticks.at(-1) ?? most };
}

/** Waiting tasks at the left, the expected time at the right, each in the colour of what it measures. */
function paintAxes(
  context: CanvasRenderingContext2D,
  view: View,
  palette: Palette,
  { tasks, times, heightOf }: { tasks: Axis; times: Axis; heightOf: (figure: number, axis: Axis) => number },
): void {
  context.textBaseline = 'middle';
  context.font = font(11);
  context.textAlign = 'right';
  context.fillStyle = palette.soft;
  for (const tick of tasks.ticks) context.fillText(tickText(tick), gutter - 6, heightOf(tick, tasks));
  const words = times.ticks.map((tick) => timeText(tick));
  // Behind each word alone: the newest samples are here, and what happens now is what is looked at.
  context.fillStyle = palette.paper;
  context.globalAlpha = 0.8;
  for (const [index, tick] of times.ticks.entries()) {
    const wide = context.measureText(words[index] ?? '').width + 8;
    context.fillRect(view.width - wide, heightOf(tick, times) - 8, wide, 16);
  }
  context.globalAlpha = 1;
  context.fillStyle = palette.accent;
  for (const [index, tick] of times.ticks.entries())
    context.fillText(words[index] ?? '', view.width - 4, heightOf(tick, times));
  context.textAlign = 'left';
  context.font = font(12, 550);
  context.fillStyle = palette.sand;
  context.fillRect(6, 9, 10, 8);
  context.fillStyle = palette.accent;
  context.fillRect(6, 31, 10, 2);
  context.fillStyle = palette.ink;
  context.fillText('Tasks', 21, 13);
  context.fillText('Time left', 21, 32);
}

/** `0`, `50`, `0.5`, `12k`. */
function tickText(figure: number): string {
  return figure >= 10_000 ? `${Number((figure / 1000).toFixed(1))}k` : String(Number(figure.toFixed(2)));
}

/** `30 s`, `2 min`. */
function timeText(seconds: number): string {
  if (seconds === 0) return '0';
  return seconds < 180 ? `${tickText(seconds)} s` : `${Number((seconds / 60).toFixed(1))} min`;
}
