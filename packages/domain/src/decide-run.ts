/**
 * One run's verdict, from what the sandbox saw and what the validator said.
 *
 * The order below is the rule: what ended the run comes first, then what it used, then how
 * it left, and only a run that left in peace is shown to the validator. Time is judged by
 * CPU time of the whole cgroup alone (docs/decisions/0008); the wall clock has its own verdict.
 */
import type { Limits, Measurement, Verdict } from '@sandglass/contracts';
import { judgeSuspicion } from './suspect.ts';
import { describeSignal, signals } from './signal-name.ts';
import { formatBytes, formatMeasuredUs, formatUs, MiB } from './units.ts';

/** What became of the output. `trouble`: the validator itself failed, so nothing is known about the program. */
export type Validation =
  | { readonly kind: 'accepted'; readonly message?: string }
  | { readonly kind: 'rejected'; readonly verdict?: 'WA' | 'PE'; readonly message?: string }
  | { readonly kind: 'trouble'; readonly message: string };

/** The part of a measurement a verdict is made of. */
export type RunFacts = Pick<
  Measurement,
  'outcome' | 'exitCode' | 'signal' | 'cpuUs' | 'wallUs' | 'memoryBytes' | 'stdoutBytes'
> &
  /** What it waited for and which limits it met: named in the reason, never part of the verdict. */
  Partial<
    Pick<
      Measurement,
      | 'stderrBytes'
      | 'runQueueUs'
      | 'blockIoUs'
      | 'coreWaitUs'
      | 'uninterruptibleUs'
      | 'idle'
      | 'lastWait'
      | 'nearMemoryLimit'
      | 'processLimitHit'
      | 'fileSizeLimitHit'
    >
  >;

export type RunLimits = Pick<Limits, 'cpuUs' | 'wallUs' | 'memoryBytes' | 'outputBytes'>;

export interface RunToDecide {
  readonly facts: RunFacts;
  /** The limits the run was made under. */
  readonly limits: RunLimits;
  /** Null when the output was not validated; needed only for a run that left in peace. */
  readonly validation: Validation | null;
  /** The runtime itself said that memory ran out ("java.lang.OutOfMemoryError"); null when it did not. */
  readonly outOfMemoryMark?: string | null;
}

export interface RunDecision {
  readonly verdict: Verdict;
  /** Why, in words, for the jury. At most 2000 characters. */
  readonly reason: string;
}

/**
 * A crash this close below the memory limit is MLE: an allocation that would have
 * crossed the limit fails or is cut short before the peak gets there.
 * A page-sized margin is too small, because the kernel charges in batches of 64 pages per
 * CPU; a hundredth is far below what programs differ by.
 */
export function memoryMarginBytes(limitBytes: number): number {
  return Math.min(Math.max(MiB, Math.floor(limitBytes / 100)), 16 * MiB);
}

/** The verdict of one run and its reason. Units: µs and bytes. Total: never throws. */
export function decideRun(run: RunToDecide): RunDecision {
  return withLimitsMet(
    decideByEnd(run) ?? decideByUse(run) ?? decideByExit(run) ?? decideByValidator(run),
    run.facts,
  );
}

/** The validator need not be asked when this is not null. */
export function decideWithoutValidator(run: Omit<RunToDecide, 'validation'>): RunDecision | null {
  const whole: RunToDecide = { ...run, validation: null };
  const decision = decideByEnd(whole) ?? decideByUse(whole) ?? decideByExit(whole);
  return decision === null ? null : withLimitsMet(decision, run.facts);
}

/**
 * A verdict other than AC names the limits the program met on its way: a refused fork or allocation often is what a
 * crash, a hang or a wrong answer comes from.
 */
function withLimitsMet({ verdict, reason }: RunDecision, facts: RunFacts): RunDecision {
  const met: string[] = [];
  if (verdict !== 'AC' && verdict !== 'JE') {
    if (facts.processLimitHit === true) met.push('a process or thread was refused at the process limit');
    if (facts.fileSizeLimitHit === true && verdict !== 'OLE') met.push('a file reached its size limit');
    if (facts.nearMemoryLimit === true && verdict !== 'MLE') {
      met.push(`memory came close to its limit (peak ${formatBytes(facts.memoryBytes)})`);
    }
  }
  const notes = met.map((note) => `; ${note}`).join('');
  return { verdict, reason: reason.slice(0, 2000 - notes.length) + notes };
}

/** The sandbox ended the run. */
function decideByEnd({ facts, limits }: RunToDecide): RunDecision | null {
  switch (facts.outcome) {
    case 'cancelled':
      return { verdict: 'JE', reason: 'the run was cancelled, so there is nothing to judge' };
    case 'cpu-limit':
      return cpuExceeded(facts, limits);
    case 'wall-limit':
      // Killed by the wall limit with the CPU time used up as well: the program is too slow.
      if (facts.cpuUs > limits.cpuUs) return cpuExceeded(facts, limits);
      return {
        verdict: 'WTL',
        reason:
          `wall-time limit of ${formatUs(limits.wallUs)} reached ` +
          `with ${formatUs(facts.cpuUs)} of ${formatUs(limits.cpuUs)} CPU time used${whatItWaitedFor(facts, limits)}`,
      };
    case 'memory-limit':
      return {
        verdict: 'MLE',
        reason: `memory limit of ${formatBytes(limits.memoryBytes)} reached (peak ${formatBytes(facts.memoryBytes)})`,
      };
    case 'output-limit':
      return outputExceeded(facts, limits);
    case 'exited':
    case 'signalled':
      return null;
  }
}

/** The run ended by itself, but over a limit. */
function decideByUse({ facts, limits }: RunToDecide): RunDecision | null {
  if (facts.cpuUs > limits.cpuUs) return cpuExceeded(facts, limits);
  if (facts.stdoutBytes > limits.outputBytes) return outputExceeded(facts, limits);
  return null;
}

/** The run left by a signal or with a non-zero status. */
function decideByExit({ facts, limits, outOfMemoryMark }: RunToDecide): RunDecision | null {
  if (facts.outcome === 'exited' && facts.exitCode === 0) return null;
  const how = howItLeft(facts);
  if (facts.memoryBytes >= limits.memoryBytes - memoryMarginBytes(limits.memoryBytes)) {
    return {
      verdict: 'MLE',
      reason: `${how} with a peak of ${formatBytes(facts.memoryBytes)}, at the memory limit of ${formatBytes(limits.memoryBytes)}`,
    };
  }
  if (outOfMemoryMark) {
    return {
      verdict: 'MLE',
      reason: `${how} after its runtime reported that memory ran out: ${outOfMemoryMark}`,
    };
  }
  if (facts.signal === signals.SIGXFSZ) {
    return { verdict: 'OLE', reason: `${how}: it wrote a larger file than allowed` };
  }
  return { verdict: 'RTE', reason: how };
}

/** The run left in peace: the validator's word counts. */
function decideByValidator({ facts, validation }: RunToDecide): RunDecision {
  if (validation === null) return { verdict: 'JE', reason: 'the output was not validated' };
  const message = validation.message?.trim() ?? '';
  switch (validation.kind) {
    case 'accepted':
      return { verdict: 'AC', reason: withMessage('the validator accepted the output', message) };
    case 'rejected':
      if (facts.stdoutBytes === 0) {
        return { verdict: 'NO', reason: withMessage('the program wrote no output', message) };
      }
      return {
        verdict: validation.verdict ?? 'WA',
        reason: withMessage('the validator rejected the output', message),
      };
    case 'trouble':
      return { verdict: 'JE', reason: withMessage('the validator failed', message) };
  }
}

/** "; suspect: of 3.69 s off the CPU: 3.4 s waiting for a core, …". */
function whatItWaitedFor(facts: RunFacts, limits: RunLimits): string {
  const { runQueueUs = null, blockIoUs = null } = facts;
  const waits = [runQueueUs, blockIoUs, facts.coreWaitUs, facts.uninterruptibleUs];
  if (waits.every((us) => us == null)) return '';
  const { suspect, reasons } = judgeSuspicion({ ...facts, runQueueUs, blockIoUs }, limits);
  return `; ${suspect ? 'suspect: ' : ''}${reasons.at(-1) ?? ''}`;
}

function cpuExceeded(facts: RunFacts, limits: RunLimits): RunDecision {
  const ended = facts.outcome === 'exited' && facts.exitCode === 0 ? ', although it ended by itself' : '';
  return {
    verdict: 'TLE',
    reason: `CPU time limit of ${formatUs(limits.cpuUs)} exceeded: ${formatMeasuredUs(facts.cpuUs)} used${ended}`,
  };
}

function outputExceeded(facts: RunFacts, limits: RunLimits): RunDecision {
  return {
    verdict: 'OLE',
    reason: `output limit of ${formatBytes(limits.outputBytes)} exceeded: ${whatWasWritten(facts, limits)}`,
  };
}

/** Either stream may have been the one that passed the limit. */
export function whatWasWritten(
  { stdoutBytes, stderrBytes }: Pick<Measurement, 'stdoutBytes'> & Partial<Pick<Measurement, 'stderrBytes'>>,
  limits: Pick<RunLimits, 'outputBytes'>,
): string {
  const limit = limits.outputBytes;
  if (stderrBytes === undefined || stdoutBytes > limit || stderrBytes <= limit)
    return `${writtenBytes(stdoutBytes, limit)} written`;
  return `${writtenBytes(stderrBytes, limit)} written to standard error, ${formatBytes(stdoutBytes)} to standard output`;
}

/** A program is stopped at the limit or a little past it: what it would have written is not known. */
function writtenBytes(bytes: number, limitBytes: number): string {
  const text = formatBytes(bytes);
  return bytes >= limitBytes && text === formatBytes(limitBytes) ? `more than ${text}` : text;
}

function howItLeft(facts: RunFacts): string {
  if (facts.signal === signals.SIGSYS) return 'killed by signal 31 (SIGSYS): a forbidden system call';
  if (facts.signal !== null) return `killed by ${describeSignal(facts.signal)}`;
  if (facts.exitCode === null) return 'ended in an unknown way';
  // A shell or a runtime that reports its child's signal does so as 128 + number.
  return `exit status ${facts.exitCode}`;
}

function withMessage(text: string, message: string): string {
  return message === '' ? text : `${text}: ${message}`;
}
