import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from './after-paint.ts';
import { type Rows, nextRows, rowsAfterChange, rowsInView } from './row-window.ts';

/**
 * The rows to be drawn of a list that scrolls with the page.
 * @param list what has the rows in it, and above and below them empty space as high as the rows that are not drawn
 * @param rowPx the height of every row
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number, rowPx: number): Rows {
  const [{ drawn, of }, setDrawn] = useState<{ drawn: Rows; of: number }>(() => ({
    drawn: rowsInView(0, window.innerHeight, rowPx, count),
    of: count,
  }));
  if (of !== count) setDrawn({ drawn: rowsAfterChange(drawn, of, count), of: count });
  const kept = useRef({ drawn, from: 0, down: true, opened: false });

  useLayoutEffect(() => {
    kept.current.drawn = drawn;
  }, [drawn]);

  // Before the page is painted: a user who comes back to a scrolled list is at the former place by then.
  useLayoutEffect(() => {
    const now = kept.current;
    let frame: number | null = null;
    let left = false;

    /** As long as something is missing, in every frame: of each the scrolling comes first. */
    function draw(): void {
      frame = null;
      const top = list.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      const view = rowsInView(top, window.innerHeight, rowPx, count);
      if (view.first !== now.from) now.down = view.first > now.from;
      now.from = view.first;
      const next = nextRows(now.drawn, view, now.down, count);
      if (next === now.drawn) return;
      now.drawn = next;
      flushSync(() => setDrawn({ drawn: next, of: count }));
      follow();
    }
    function follow(): void {
      if (!left) frame ??= requestAnimationFrame(draw);
    }
    // A user who opens the list sees what is in the window before what is below it.
    if (now.opened || window.scrollY > 0) follow();
    else void afterPaint().then(follow);
    now.opened = true;
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow, { passive: true });
    return () => {
      left = true;
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [list, count, rowPx]);

  return drawn;
}
