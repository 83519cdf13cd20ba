/** What an interval is drawn of, in the order of time. */
import type { RunInterval, TaskInterval } from '@sandglass/contracts';

/** `running`: no verdict yet; `judged`: the whole of its runs, where they are not sent one by one. */
export interface IntervalPart {
  readonly from: number;
  readonly until: number;
  readonly what: 'waiting' | 'compiling' | 'running' | 'judged' | RunInterval;
}

/** @param runs of the interval, as far as they are read @param now the api's clock, ms */
export function partsOf(interval: TaskInterval, runs: readonly RunInterval[], now: number): IntervalPart[] {
  const { from, compileMs } = interval;
  const to = interval.to ?? now;
  const compiledAt = interval.compiledAt ?? runs[0]?.from ?? null;
  if (compiledAt === null) {
    const compiled = compileMs === null ? to : Math.min(to, from + compileMs);
    return inTime([
      { from, until: compiled, what: 'compiling' },
      { from: compiled, until: to, what: 'waiting' },
    ]);
  }
  // What was not measured as compiling was waiting: for files, for the program, for a rebuilt slot.
  const compileFrom = Math.max(from, compiledAt - (compileMs ?? 0));
  const last = runs.at(-1);
  const runsEnd = last === undefined ? compiledAt : Math.min(to, last.from + last.wallUs / 1000);
  const after = interval.state === 'running' ? 'running' : last === undefined ? 'judged' : 'waiting';
  return [
    ...inTime([
      { from, until: compileFrom, what: 'waiting' },
      { from: compileFrom, until: compiledAt, what: 'compiling' },
      { from: compiledAt, until: runsEnd, what: 'waiting' },
    ]),
    { from: runsEnd, until: to, what: after },
    ...runs.map((run) => ({ from: run.from, until: run.from + run.wallUs / 1000, what: run })),
  ];
}

function inTime(parts: readonly IntervalPart[]): IntervalPart[] {
  return parts.filter(({ from, until }) => until > from);
}
