/** What is drawn of a scoreboard's rows: those near the window and one's own, with empty space for the others. */
import type { Rows } from '../../lib/row-window.ts';

/** A row by its index, or empty space as high as so many rows. */
export type DrawnPart = { readonly row: number } | { readonly space: number; readonly name: string };

/** @param own index of the row that is always drawn, because it sticks to the window's edge; -1: none */
export function drawnParts({ first, end }: Rows, count: number, own: number): DrawnPart[] {
  const rows = Array.from({ length: end - first }, (_, index) => ({ row: first + index }));
  const space = (name: string, rowsHigh: number): DrawnPart[] =>
    rowsHigh > 0 ? [{ space: rowsHigh, name }] : [];
  const above =
    own >= 0 && own < first
      ? [...space('top', own), { row: own }, ...space('above', first - own - 1)]
      : space('above', first);
  const below =
    own >= end
      ? [...space('below', own - end), { row: own }, ...space('bottom', count - own - 1)]
      : space('below', count - end);
  return [...above, ...rows, ...below];
}
