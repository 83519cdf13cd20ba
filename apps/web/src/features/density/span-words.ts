/** A span in words. */
import type { TaskSpan } from '@sandglass/contracts';
import { shortAge, shortTime } from '../judgehosts/figures.ts';

export const stateWords = {
  running: 'running',
  done: 'done',
  failed: 'failed by our own fault',
  cancelled: 'cancelled',
  returned: 'given back, to be judged again',
} as const;

/** @param now the api’s clock, ms @returns names with their figures */
export function figuresOf(span: TaskSpan, now: number): [string, string][] {
  const end = span.to ?? now;
  const compileMs = span.compileMs ?? (span.compiledAt === null ? end - span.from : null);
  return [
    ['waited', shortAge(span.from - span.dueAt)],
    ['took', `${shortAge(end - span.from)} (expected ${shortAge(span.expectedMs)})`],
    ['compiling', compileMs === null ? '–' : shortAge(compileMs)],
    [
      'runs',
      `${span.runs}${span.verdict === null ? '' : `, ${span.verdict}`}${span.suspect ? ', suspect' : ''}`,
    ],
    ['largest gap', span.maxGapUs === null ? '–' : shortTime(span.maxGapUs)],
  ];
}
