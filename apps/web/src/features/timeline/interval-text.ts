/** An interval in words. */
import type { TaskInterval } from '@sandglass/contracts';
import { shortAge, shortTime } from '../judgehosts/figures.ts';

export const stateText = {
  running: 'running',
  done: 'done',
  failed: 'failed (judging error)',
  cancelled: 'cancelled',
  returned: 'returned, to be judged again',
} as const;

/** @param now the api’s clock, ms @returns names with their figures */
export function figuresOf(interval: TaskInterval, now: number): [string, string][] {
  const end = interval.to ?? now;
  const compileMs = interval.compileMs ?? (interval.compiledAt === null ? end - interval.from : null);
  return [
    ['waited', shortAge(interval.from - interval.dueAt)],
    ['took', `${shortAge(end - interval.from)} (expected ${shortAge(interval.expectedMs)})`],
    ['compiling', compileMs === null ? '–' : shortAge(compileMs)],
    [
      'runs',
      `${interval.runs}${interval.verdict === null ? '' : `, ${interval.verdict}`}${interval.suspect ? ', suspect' : ''}`,
    ],
    ['largest gap', interval.maxGapUs === null ? '–' : shortTime(interval.maxGapUs)],
  ];
}
