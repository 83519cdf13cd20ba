/**
 * Why a judging came to its verdict, in words for the jury: which test decided, what its
 * run used and waited for, whether its time is to be believed, and what a repeat said.
 *
 * "Test 7 of 30 decided: wall 4 s reached at CPU 0.31 s; runnable without a core for 3.4 s of
 * it: suspect; repeated on b: AC."
 */
import type { Judging, JudgingState, Measurement, TestResult, Verdict } from '@sandglass/contracts';
import { whatWasWritten } from './decide-run.ts';
import { formatBytes, formatMeasuredUs, formatUs } from './units.ts';

export type JudgingToExplain = Pick<Judging, 'state' | 'verdict' | 'compile' | 'error' | 'limits'> & {
  readonly tests: readonly Pick<
    TestResult,
    'ordinal' | 'verdict' | 'reason' | 'suspect' | 'measurement' | 'judgehost' | 'attempts'
  >[];
};

type Test = JudgingToExplain['tests'][number];
type Limits = JudgingToExplain['limits'];

/** A run whose CPU time came this close to the limit might get another verdict the next time. */
const closeShare = 0.9;

/** One sentence a step; never empty. */
export function explainVerdict(judging: JudgingToExplain): string[] {
  const known = judging.tests.filter((test) => test.verdict !== null);
  if (judging.state === 'cancelled') {
    return [
      'Cancelled before it had a verdict: another judging took its place, or its rejudging was called off.',
    ];
  }
  if (judging.verdict === null || judging.state !== 'done') {
    return [underWay(judging.state, known.length, judging.tests.length)];
  }
  if (judging.verdict === 'CE') return ['The compiler refused it, so nothing was run.'];
  if (judging.verdict === 'JE') {
    const cause = causeOfJudgingError(judging);
    return [`Our own failure, not the program’s${cause === null ? '.' : `: ${cause}`}`];
  }
  if (judging.verdict === 'AC') return accepted(judging);
  return refused(judging);
}

/** What failed on our side: what the test itself says, which the log of the judgehosts does not. Null: not known. */
export function causeOfJudgingError({
  tests,
  error,
}: {
  readonly tests: readonly Pick<TestResult, 'ordinal' | 'verdict' | 'reason'>[];
  readonly error: string | null;
}): string | null {
  const test = tests.find(({ verdict, reason }) => verdict === 'JE' && reason !== null && reason !== '');
  if (test !== undefined) return `test ${test.ordinal + 1}: ${test.reason}`;
  return error?.trim().split('\n')[0] || null;
}

function underWay(state: JudgingState, done: number, total: number): string {
  if (state === 'queued') return 'Waiting for a free slot.';
  if (state === 'compiling') return 'Being compiled.';
  return `Being judged: ${done} of ${total} tests are in.`;
}

function accepted({ tests, limits }: JudgingToExplain): string[] {
  const words = [`All ${tests.length} tests were accepted.`];
  const cpu = slowest(tests, ({ cpuUs }) => cpuUs);
  const wall = slowest(tests, ({ wallUs }) => wallUs);
  if (cpu !== null && wall !== null) {
    words.push(
      `The most CPU time was ${formatUs(cpu.figures.cpuUs)} of ${formatUs(limits.cpuUs)} (test ${cpu.ordinal + 1}), ` +
        `the longest wall time ${formatUs(wall.figures.wallUs)} of ${formatUs(limits.wallUs)} (test ${wall.ordinal + 1}).`,
    );
    if (cpu.figures.cpuUs >= limits.cpuUs * closeShare) words.push('That is close to the CPU limit.');
  }
  for (const test of tests) {
    if (test.attempts.length > 1)
      words.push(`Test ${test.ordinal + 1} was run again: ${attempts(test, limits)}.`);
  }
  return words;
}

function refused({ tests, limits, verdict }: JudgingToExplain): string[] {
  const at = tests.findIndex((test) => test.verdict !== null && test.verdict !== 'AC');
  const test = tests[at];
  if (test === undefined) return [`The verdict is ${verdict}; no test of it is on record.`];
  const words = [`Test ${test.ordinal + 1} of ${tests.length} decided: ${attempts(test, limits)}.`];
  const notRun = tests.slice(at + 1).filter((one) => one.verdict === null).length;
  const before =
    at === 0 ? '' : at === 1 ? 'The test before it was accepted' : `The ${at} tests before it were accepted`;
  const after =
    notRun === 0 ? '' : `${notRun === 1 ? 'the last one was' : `the ${notRun} after it were`} not run`;
  const rest = [before, after].filter((part) => part !== '').join('; ');
  if (rest !== '') words.push(`${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`);
  return words;
}

/** Every attempt in order: what it came to, and where the next one was made. */
function attempts(test: Test, limits: Limits): string {
  if (test.attempts.length < 2) {
    return runInWords(test, limits);
  }
  return test.attempts
    .map((run, index) => {
      const said = run.verdict === 'AC' ? 'AC' : runInWords(run, limits);
      return index === 0 ? said : `repeated on ${run.judgehost}: ${said}`;
    })
    .join('; ');
}

interface RunToExplain {
  readonly verdict: Verdict | null;
  readonly reason: string | null;
  readonly suspect: boolean;
  readonly measurement: Measurement | null;
}

function runInWords(
  { verdict, reason, suspect, measurement: figures }: RunToExplain,
  limits: Limits,
): string {
  if (figures === null) return reason ?? verdict ?? 'nothing is known';
  const ofLimit = limitInWords(verdict, suspect, figures, limits);
  return ofLimit ?? (withoutEnd(reason ?? '') || (verdict ?? 'nothing is known'));
}

/** Null where no limit was met. */
function limitInWords(
  verdict: Verdict | null,
  suspect: boolean,
  figures: Measurement,
  limits: Limits,
): string | null {
  if (verdict === 'WTL') {
    const met = `wall ${formatUs(limits.wallUs)} reached at CPU ${formatUs(figures.cpuUs)}${waited(figures)}`;
    return suspect ? `${met}: suspect` : met;
  }
  if (verdict === 'TLE') {
    return `CPU ${formatMeasuredUs(figures.cpuUs)} used, the limit is ${formatUs(limits.cpuUs)} (wall ${formatUs(figures.wallUs)})`;
  }
  if (verdict === 'MLE') {
    return `memory peak ${formatBytes(figures.memoryBytes)}, the limit is ${formatBytes(limits.memoryBytes)}`;
  }
  if (verdict === 'OLE') {
    return `${whatWasWritten(figures, limits)}, the limit is ${formatBytes(limits.outputBytes)}`;
  }
  return null;
}

/** What most of the time off the CPU went to; nothing where the kernel does not report it. */
function waited(figures: Measurement): string {
  const parts: [number, string][] = [
    [figures.coreWaitUs ?? figures.runQueueUs ?? 0, 'runnable without a core'],
    [figures.uninterruptibleUs ?? figures.blockIoUs ?? 0, 'waiting inside the kernel'],
    [figures.sleepUs ?? 0, 'asleep'],
  ];
  const [us, what] = parts.toSorted((a, b) => b[0] - a[0])[0] ?? [0, ''];
  if (us === 0) return '';
  const where =
    what.startsWith('asleep') && figures.lastWait !== null ? `, at last in ${figures.lastWait}` : '';
  return `; ${what} for ${formatUs(us)} of it${where}`;
}

function slowest(
  tests: readonly Test[],
  by: (figures: Measurement) => number,
): { ordinal: number; figures: Measurement } | null {
  let found: { ordinal: number; figures: Measurement } | null = null;
  for (const { ordinal, measurement } of tests) {
    if (measurement !== null && (found === null || by(measurement) > by(found.figures))) {
      found = { ordinal, figures: measurement };
    }
  }
  return found;
}

function withoutEnd(text: string): string {
  return text.trim().replace(/\.$/, '');
}
