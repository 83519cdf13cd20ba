/** Draws the queue: pieces that wait as an area, the expected drain time as a line, with the marks of time. */
import { font, gutter, marksOf, paintGrid, type View, xOf } from './chart-view.ts';
import type { Palette } from './density-colours.ts';
import { drainLines, stretchesOf } from './queue-drain.ts';
import type { SpanStore } from './span-store.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function paintQueue(
  context: CanvasRenderingContext2D,
  store: SpanStore,
  view: View,
  palette: Palette,
): void {
  context.clearRect(0, 0, view.width, view.height);
  paintGrid(context, view, palette);
  const bottom = view.height - 16;
  const shown = store.queue.filter(({ at }) => at >= view.from - 5000 && at <= view.until);
  const drains = drainLines(shown);
  const most = Math.max(4, ...shown.map(({ due }) => due));
  const longest = Math.max(1000, ...drains.flat().map(({ ms }) => ms));
  const heightOf = (share: number): number => bottom - share * (bottom - 6);
  if (shown.length > 1) {
    context.beginPath();
    for (const stretch of stretchesOf(shown)) {
      context.moveTo(xOf(view, stretch[0]?.at ?? 0), bottom);
      for (const sample of stretch) context.lineTo(xOf(view, sample.at), heightOf(sample.due / most));
      context.lineTo(xOf(view, stretch.at(-1)?.at ?? 0), bottom);
      context.closePath();
    }
    context.fillStyle = palette.sandSoft;
    context.fill();
    context.beginPath();
    for (const line of drains)
      for (const [index, { at, ms }] of line.entries())
        context[index === 0 ? 'moveTo' : 'lineTo'](xOf(view, at), heightOf(ms / longest));
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    context.stroke();
  }
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, gutter - 4, view.height);
  context.font = font(11);
  context.textBaseline = 'top';
  context.fillStyle = palette.soft;
  context.fillText(`waiting, to ${most}`, 6, 4);
  context.fillStyle = palette.accent;
  context.fillText(`drain, to ${(longest / 1000).toFixed(longest < 9950 ? 1 : 0)} s`, 6, 20);
  context.fillStyle = palette.soft;
  context.textAlign = 'center';
  for (const at of marksOf(view)) {
    const x = xOf(view, at);
    if (x > gutter + 20 && x < view.width - 26) context.fillText(clock.format(at), x, bottom + 4);
  }
  context.textAlign = 'left';
}
