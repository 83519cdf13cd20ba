/** Start, freeze, end and thaw of contests: they change what everybody sees, and no event says so. */
import { nextChangeMs } from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';

/** The contests' clock may be set, and a timer does not know: it looks at least this often. */
const lookEveryMs = 60_000;

export class ContestClocks {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #onChange: (contest: ContestModel) => void;

  /** @param onChange called at each of these instants of a watched contest */
  constructor(onChange: (contest: ContestModel) => void) {
    this.#onChange = onChange;
  }

  /** Watches from now on, by the contest's times as they are. */
  watch(contest: ContestModel): void {
    clearTimeout(this.#timers.get(contest.id));
    const now = contest.clock().nowMs;
    const at = nextChangeMs(contest.times, now);
    if (at === null) return;
    const timer = setTimeout(
      () => {
        if (contest.clock().nowMs >= at) this.#onChange(contest);
        this.watch(contest);
      },
      Math.min(at - now + 5, lookEveryMs),
    );
    timer.unref();
    this.#timers.set(contest.id, timer);
  }

  forget(contest: ContestModel): void {
    clearTimeout(this.#timers.get(contest.id));
    this.#timers.delete(contest.id);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
