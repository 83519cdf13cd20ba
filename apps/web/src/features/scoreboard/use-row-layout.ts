import { type RefObject, useLayoutEffect, useState } from 'react';

/** In rem: larger letters need more room. */
const row = 1.875;
/** Rank, name, solved and time, the name as narrow as it may be. */
const withoutProblems = 20.75;
/** "12 tries" fits. */
const leastProblem = 2.5;
const stackedName = 1.75;
const stackedLine = 1.875;
const stackedGap = 0.375;
/** In a line below the name, where the window is narrow: "1 + 2 ?" fits beside the letter. */
const maxBeside = 6;

export interface RowLayout {
  /** The problems are below the name: there is no room beside it. */
  readonly stacked: boolean;
  readonly rowPx: number;
}

/** How many problems are beside each other where they are below the name. */
export function besideEachOther(problems: number): number {
  return Math.max(1, Math.ceil(problems / linesOf(problems)));
}

function linesOf(problems: number): number {
  return Math.max(1, Math.ceil(problems / maxBeside));
}

/** @param width of the scoreboard, px @param rem px */
export function rowLayout(width: number, rem: number, problems: number): RowLayout {
  const stacked = width < (withoutProblems + problems * leastProblem) * rem;
  const high = stacked ? stackedName + linesOf(problems) * stackedLine + stackedGap : row;
  return { stacked, rowPx: Math.round(high * rem) };
}

/** @param frame as wide as the scoreboard may be, and as wide whichever layout it has: one must not undo the other */
export function useRowLayout(frame: RefObject<HTMLElement | null>, problems: number): RowLayout {
  // Rightly guessed but for the page's margins, so that the rows are not made twice.
  const [width, setWidth] = useState(() => document.documentElement.clientWidth);
  const [rem, setRem] = useState(remOfPage);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setWidth(element.getBoundingClientRect().width);
      setRem(remOfPage());
    };
    measure();
    // Its height follows the size of the letters, of which no event reports that it changed.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  const { stacked, rowPx } = rowLayout(width, rem, problems);
  return { stacked, rowPx };
}

function remOfPage(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
