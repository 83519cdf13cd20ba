/** What a span is drawn of, in the order of time. */
import type { RunSpan, TaskSpan } from '@sandglass/contracts';

/** `running`: no verdict yet; `judged`: the whole of its runs, where they are not told one by one. */
export interface SpanPart {
  readonly from: number;
  readonly until: number;
  readonly what: 'waiting' | 'compiling' | 'running' | 'judged' | RunSpan;
}

/** @param runs of the span, as far as they are read @param now the api's clock, ms */
export function partsOf(span: TaskSpan, runs: readonly RunSpan[], now: number): SpanPart[] {
  const { from, compileMs } = span;
  const to = span.to ?? now;
  const compiledAt = span.compiledAt ?? runs[0]?.from ?? null;
  if (compiledAt === null) {
    const compiled = compileMs === null ? to : Math.min(to, from + compileMs);
    return inTime([
      { from, until: compiled, what: 'compiling' },
      { from: compiled, until: to, what: 'waiting' },
    ]);
  }
  // What was not measured as compiling was waiting: for files, for the program, for a slot built anew.
  const compileFrom = Math.max(from, compiledAt - (compileMs ?? 0));
  const last = runs.at(-1);
  const runsEnd = last === undefined ? compiledAt : Math.min(to, last.from + last.wallUs / 1000);
  const after = span.state === 'running' ? 'running' : last === undefined ? 'judged' : 'waiting';
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

function inTime(parts: readonly SpanPart[]): SpanPart[] {
  return parts.filter(({ from, until }) => until > from);
}
