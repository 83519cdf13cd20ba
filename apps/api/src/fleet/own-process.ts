/**
 * What this api process says of itself to the alarms.
 *
 * Several may run, and each looks at the alarms of all: one that has nothing to say of itself must not clear what another
 * one raised. So it says that all is well only for a while: after it was not, and at its start, for what a former one left.
 */
import type { LoopLagFigures } from '@sandglass/contracts';
import { restartAlarmMs, type SystemObservation } from '@sandglass/domain';
import type { LoopLag, RestartNote } from '@sandglass/service';

/** From here on the loop is late enough to be spoken of, ms. */
const lateMs = 250;
/** From here on the clocks of api and database differ enough to be spoken of, ms. */
const clocksDifferMs = 500;
/** For how long good news is sent, ms. */
const goodNewsMs = 120_000;

export class OwnProcess {
  readonly #lag: Pick<LoopLag, 'figures'>;
  readonly #restarted: RestartNote | null;
  readonly #startedMs: number;
  readonly #databaseAheadMs: () => number | null;
  #lateAtMs: number;
  #clocksDifferedAtMs: number;

  /** @param databaseAheadMs how far the database's clock is ahead of ours; null: not known yet */
  constructor(
    lag: Pick<LoopLag, 'figures'>,
    restarted: RestartNote | null,
    nowMs: number,
    databaseAheadMs: () => number | null,
  ) {
    this.#lag = lag;
    this.#restarted = restarted;
    this.#startedMs = nowMs;
    this.#lateAtMs = nowMs;
    this.#clocksDifferedAtMs = nowMs;
    this.#databaseAheadMs = databaseAheadMs;
  }

  get loopLag(): LoopLagFigures | null {
    return this.#lag.figures;
  }

  observe(nowMs: number): Pick<SystemObservation, 'apiLag' | 'apiRestarted' | 'databaseAheadMs'> {
    const { figures } = this.#lag;
    if (figures !== null && Math.max(figures.p99Ms, figures.maxMs / 4) >= lateMs) this.#lateAtMs = nowMs;
    const ahead = this.#databaseAheadMs();
    if (ahead !== null && Math.abs(ahead) >= clocksDifferMs) this.#clocksDifferedAtMs = nowMs;
    return {
      databaseAheadMs: nowMs - this.#clocksDifferedAtMs < goodNewsMs ? ahead : null,
      apiLag: nowMs - this.#lateAtMs < goodNewsMs ? figures : null,
      apiRestarted: this.#restartAt(nowMs),
    };
  }

  #restartAt(nowMs: number): SystemObservation['apiRestarted'] {
    const upMs = nowMs - this.#startedMs;
    // Longer than that no alarm about a process before this one is raised.
    if (upMs >= restartAlarmMs) return upMs < restartAlarmMs + goodNewsMs ? 'none' : null;
    if (this.#restarted === null) return null;
    const { at, why } = this.#restarted;
    return { at, why, agoMs: Math.max(0, nowMs - Date.parse(at)) };
  }
}
