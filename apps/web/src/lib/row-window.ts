/**
 * Which rows of a long list are drawn. What is in the window is drawn at once; what will come into it is drawn before,
 * a few rows in each frame: made in one frame, all that a wheel's turn shows takes longer than the frame has.
 */

/** `first` up to `end`, without `end`. */
export interface Rows {
  readonly first: number;
  readonly end: number;
}

/** Rows drawn beyond the window on the side to which it is scrolled: two turns of a wheel. */
const ahead = 24;
/** On the other side. */
const behind = 8;
/** Beyond these, so many stay until they are taken away together: taking away is a change of the page, too. */
const slack = 12;
/** What is added in one frame. The window is 21 rows high, so that a frame each suffices for six windows a second. */
const inOneFrame = 6;

/**
 * @param top of the first row, px below the window's upper edge; negative once it is scrolled beyond
 * @param height of the window, px
 */
export function rowsInView(top: number, height: number, rowPx: number, count: number): Rows {
  const within = (row: number): number => Math.min(count, Math.max(0, row));
  return { first: within(Math.floor(-top / rowPx)), end: within(Math.ceil((height - top) / rowPx)) };
}

/**
 * What is drawn of a list that has become another, until the next frame. New rows come above: a user who sees the last
 * one keeps it, and with it the focus. Where more came than that, it is a page below.
 * @param of how many rows the list had when `drawn` was found
 */
export function rowsAfterChange(drawn: Rows, of: number, count: number): Rows {
  const grown = drawn.end >= of && count - of <= ahead;
  return { first: Math.min(drawn.first, count), end: grown ? count : Math.min(drawn.end, count) };
}

/**
 * What is drawn in the next frame; the very same `drawn` where nothing is missing.
 * @param down whether it was scrolled downwards last
 */
export function nextRows(drawn: Rows, view: Rows, down: boolean, count: number): Rows {
  const wanted = {
    first: Math.max(0, view.first - (down ? behind : ahead)),
    end: Math.min(count, view.end + (down ? ahead : behind)),
  };
  const apart = view.first > drawn.end || view.end < drawn.first;
  const old = apart ? view : { first: drawn.first, end: Math.min(drawn.end, count) };
  let first = Math.min(old.first, view.first);
  let end = Math.max(old.end, view.end);
  let budget = apart ? 0 : Math.max(0, inOneFrame - (old.first - first) - (end - old.end));
  const grow = { down: Math.max(0, wanted.end - end), up: Math.max(0, first - wanted.first) };
  for (const side of down ? (['down', 'up'] as const) : (['up', 'down'] as const)) {
    const rows = Math.min(budget, grow[side]);
    if (side === 'down') end += rows;
    else first -= rows;
    budget -= rows;
  }
  if (first < wanted.first - slack) first = wanted.first;
  if (end > wanted.end + slack) end = wanted.end;
  return first === drawn.first && end === drawn.end ? drawn : { first, end };
}
