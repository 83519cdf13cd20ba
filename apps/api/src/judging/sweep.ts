/**
 * Finds missing operations instead of trusting every message to arrive: leases that ran
 * out, outbox rows nobody delivered, due tasks the queue may have lost or orders by a former epoch.
 */
import type { Log } from '../http/app-type.ts';
import { Rounds } from '../rounds.ts';
import type { ClockSteps } from './clock-steps.ts';
import { reenqueueMs, type DueTask, type DueTaskRepository } from './due-task-repository.ts';
import type { JudgingService } from './judging-service.ts';
import type { Lanes } from './lanes.ts';
import type { ProgramRepository } from './program-repository.ts';
import type { SharedEpoch } from './queue-epoch.ts';
import { markOf, type QueueMark } from './queue-mark.ts';
import type { Relay } from './relay.ts';

const everyMs = 1000;
/** The first in line matter; the others come into reach as the line moves. */
const reenqueueAtMost = 200;
const batchSize = 1000;

export class Sweep {
  readonly #repository: DueTaskRepository;
  readonly #judging: JudgingService;
  readonly #relay: Relay;
  readonly #mark: QueueMark;
  readonly #epoch: () => Promise<SharedEpoch>;
  readonly #lanes: Lanes;
  readonly #programs: ProgramRepository;
  readonly #clockSteps: ClockSteps;
  readonly #log: Log;
  readonly #rounds: Rounds;

  constructor(parts: {
    repository: DueTaskRepository;
    judging: JudgingService;
    relay: Relay;
    mark: QueueMark;
    /** From when priorities are counted now; renewed where it is spent. */
    epoch: () => Promise<SharedEpoch>;
    clockSteps: ClockSteps;
    lanes: Lanes;
    programs: ProgramRepository;
    log: Log;
  }) {
    this.#repository = parts.repository;
    this.#judging = parts.judging;
    this.#relay = parts.relay;
    this.#mark = parts.mark;
    this.#epoch = parts.epoch;
    this.#clockSteps = parts.clockSteps;
    this.#lanes = parts.lanes;
    this.#programs = parts.programs;
    this.#log = parts.log;
    this.#rounds = new Rounds({
      everyMs,
      go: () => this.sweep(),
      failed: 'sweep failed; the next one tries again',
      log: parts.log,
    });
  }

  open(): void {
    this.#rounds.open();
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  async sweep(): Promise<void> {
    // Not only who sweeps must know it: every process enqueues.
    const shared = await this.#epoch();
    this.#relay.epoch = shared.epoch;
    // Every process looks: each knows only how its own clock went on.
    await this.#clockSteps.look();
    await this.#repository.sweeping(async () => {
      await this.#judging.expireLeases();
      await this.#repository.releaseForgotten();
      await this.#programs.removeLeftovers();
      await this.#seeToQueue(shared);
      await this.#relay.drain();
      await this.#judging.offerRepeats();
      await this.#relay.deliver(await this.#repository.dueTasks(reenqueueMs, reenqueueAtMost));
    });
  }

  /**
   * Redis may be new, restarted without its data or flushed; or priorities are counted from another day, and those in
   * the queue would be overtaken by all that is newer; or a lane is new. Lanes that nobody looks in any more are emptied.
   */
  async #seeToQueue(shared: SharedEpoch): Promise<void> {
    const [former, filled, lanes] = await Promise.all([
      this.#mark.read(),
      this.#mark.lanes(),
      this.#lanes.inUse(),
    ]);
    if (former !== markOf(shared)) {
      const count = await this.#refill(former !== null);
      await this.#mark.put(markOf(shared));
      if (former !== null) this.#log.info({ tasks: count }, 'queue priorities are counted from another day');
      else if (count > 0)
        this.#log.warn({ tasks: count }, 'the queue had lost its memory and was filled again');
    } else if (lanes.some((lane) => !filled.includes(lane))) await this.#refill(false);
    await this.#relay.emptyLanes(filled.filter((lane) => !lanes.includes(lane)));
    if (filled.join() !== lanes.join()) await this.#mark.putLanes(lanes);
  }

  /** Everything due goes in again. @returns how many tasks */
  async #refill(anew: boolean): Promise<number> {
    let count = 0;
    for (let last: DueTask | undefined; ;) {
      const tasks = await this.#repository.dueTasks(-60_000, batchSize, last);
      await this.#relay.deliver(tasks, anew);
      count += tasks.length;
      last = tasks.at(-1);
      if (tasks.length < batchSize) return count;
    }
  }
}
