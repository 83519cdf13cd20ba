/**
 * How far judgings have come as their teams know it. A team that may not know how many tests are done gets a message only
 * when one of its samples, or the state, has come further: else the number of messages would be the number of tests.
 */
import type { JudgingState, Verdict } from '@sandglass/contracts';

interface Milestone {
  readonly submissionId: string;
  readonly state: JudgingState;
}

/** Submissions that are remembered. One that is forgotten costs one message too many. */
const maxSubmissions = 10_000;
const order: readonly JudgingState[] = ['queued', 'compiling', 'running', 'done'];

export class Milestones {
  /** By submission, the least recent first. */
  readonly #known = new Map<string, { rank: number; verdicts: string }>();

  /** Remembers it. @param verdicts those that the team sees */
  isNew({ submissionId, state }: Milestone, verdicts: readonly (Verdict | null)[]): boolean {
    const rank = order.indexOf(state);
    // Its place in the queue: no test is run.
    if (rank === 0) return true;
    const last = this.#known.get(submissionId);
    const now = { rank, verdicts: verdicts.join() };
    // Later tasks of the same judging are claimed, and begin with a program that is compiled.
    if (last !== undefined && (rank < last.rank || (rank === last.rank && now.verdicts === last.verdicts)))
      return false;
    this.#known.delete(submissionId);
    this.#known.set(submissionId, now);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxSubmissions && oldest !== undefined) this.#known.delete(oldest);
    return true;
  }

  /** Its judging has ended; another one may follow. */
  forget(submissionId: string): void {
    this.#known.delete(submissionId);
  }
}
