/**
 * The verdict of an interactive run: a program that talked to the jury's interactor.
 *
 * Who ended first is a fact of causes, not of clocks: 'program' means that the interactor had been notified of the
 * program's end when it gave its verdict, 'interactor' that it had not (native/sandbox, InteractiveResult).
 *
 * 1. Both waited for each other: the program did not send, or not flush, what was its to send. WTL.
 * 2. The interactor rejected, or failed, without notice of the program's end: WA, or JE, for every end of the program.
 *    The program may have crashed or run on only because nobody answered any more.
 * 3. Else a program that crashed or broke a limit gets that verdict: what the interactor says of a conversation that
 *    was broken off is no news.
 * 4. Else the interactor's word counts.
 *
 * An acceptance asks for a program that leaves in peace, in either order: after the last answer both are about to end,
 * and a verdict must not hang on who is a microsecond faster. A program that goes on after the acceptance may do so
 * within its own limits, and one that breaks them then gets that verdict: it was asked to end, like every program.
 */
import {
  decideWithoutValidator,
  type RunDecision,
  type RunFacts,
  type RunLimits,
  type Validation,
} from './decide-run.ts';
import { signals } from './signal-name.ts';
import { formatUs } from './units.ts';

export interface InteractiveToDecide {
  /** The program's. `wallUs` may exceed the limit: waiting for the interactor is not charged. */
  readonly facts: RunFacts;
  readonly limits: RunLimits;
  /** What the interactor said. `trouble`: it ended with neither verdict, or by a limit of its own. */
  readonly interactor: Validation;
  readonly endedFirst: 'program' | 'interactor';
  readonly deadlock: boolean;
  /** Wall time of the program's own turns, µs. */
  readonly chargedWallUs: number;
  readonly outOfMemoryMark?: string | null;
}

/** The verdict and its reason, at most 2000 characters. Total: never throws. */
export function decideInteractive(run: InteractiveToDecide): RunDecision {
  const decision = decide(run);
  return { ...decision, reason: decision.reason.slice(0, 2000) };
}

function decide(run: InteractiveToDecide): RunDecision {
  if (run.deadlock) return deadlocked(run);
  const { interactor, endedFirst } = run;
  if (endedFirst === 'interactor' && interactor.kind !== 'accepted') return asTheInteractorSays(interactor);
  return faultOfProgram(run) ?? asTheInteractorSays(interactor);
}

function deadlocked({ facts, chargedWallUs }: InteractiveToDecide): RunDecision {
  const sent = facts.stdoutBytes === 0 ? 'it had sent nothing at all' : 'the interactor waited for the rest';
  return {
    verdict: 'WTL',
    reason:
      `the program and the interactor waited for each other: ${sent}. ` +
      `Output that is not flushed does not arrive. Its own turns had taken ${formatUs(chargedWallUs)}`,
  };
}

/** Null when it left in peace, or was stopped because the interactor had ended. */
function faultOfProgram(run: InteractiveToDecide): RunDecision | null {
  const { facts, limits, chargedWallUs, outOfMemoryMark = null } = run;
  if (facts.outcome === 'cancelled') return null;
  // Writing to a reader that is gone is nobody's fault once the reader has spoken.
  if (run.endedFirst === 'interactor' && facts.signal === signals.SIGPIPE) return null;
  if (facts.outcome === 'wall-limit' && facts.cpuUs <= limits.cpuUs) {
    return {
      verdict: 'WTL',
      reason:
        `wall-time limit of ${formatUs(limits.wallUs)} reached: the program's own turns took ${formatUs(chargedWallUs)}, ` +
        `with ${formatUs(facts.cpuUs)} of ${formatUs(limits.cpuUs)} CPU time used; waiting for the interactor is not counted`,
    };
  }
  return decideWithoutValidator({ facts, limits, outOfMemoryMark });
}

function asTheInteractorSays(interactor: Validation): RunDecision {
  const message = interactor.message?.trim() ?? '';
  const more = message === '' ? '' : `: ${message}`;
  switch (interactor.kind) {
    case 'accepted':
      return { verdict: 'AC', reason: `the interactor accepted${more}` };
    case 'rejected':
      return { verdict: interactor.verdict ?? 'WA', reason: `the interactor rejected${more}` };
    case 'trouble':
      return { verdict: 'JE', reason: `the interactor failed${more}` };
  }
}
