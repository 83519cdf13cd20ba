/**
 * Finds missing operations instead of trusting every message to arrive: leases that ran
 * out, due tasks that the queue never got, may have lost or orders by a former epoch.
 */
import type { Log } from '../../platform/lib/log.ts';
import { PeriodicJob } from '../../platform/lib/periodic-job.ts';
import type { ClockSteps } from './clock-steps.ts';
import { reenqueueMs, type DueTask, type DueTaskRepository } from '../tasks/due-task-repository.ts';
import type { LeaseExpiry } from '../results/lease-expiry.ts';
import type { RepeatOffers } from '../queue/repeat-offers.ts';
import type { RestrictedQueueRepository } from '../queue/restricted-queue-repository.ts';
import type { ProgramRepository } from '../tasks/program-repository.ts';
import type { SharedEpoch } from '../queue/queue-epoch-repository.ts';
import { markOf, type QueueMark } from '../queue/queue-mark.ts';
import type { QueueDispatcher } from '../queue/queue-dispatcher.ts';

const everyMs = 1000;
/** The first in line matter; the others come into reach as the line moves. */
const reenqueueAtMost = 200;
const batchSize = 1000;

export class Sweep {
  readonly #repository: DueTaskRepository;
  readonly #leases: LeaseExpiry;
  readonly #repeats: RepeatOffers;
  readonly #dispatcher: QueueDispatcher;
  readonly #mark: QueueMark;
  readonly #epoch: () => Promise<SharedEpoch>;
  readonly #restrictedQueues: RestrictedQueueRepository;
  readonly #programs: ProgramRepository;
  readonly #clockSteps: ClockSteps;
  readonly #log: Log;
  readonly #job: PeriodicJob;

  constructor(parts: {
    repository: DueTaskRepository;
    leases: LeaseExpiry;
    repeats: RepeatOffers;
    dispatcher: QueueDispatcher;
    mark: QueueMark;
    /** From when priorities are counted now; renewed where it is spent. */
    epoch: () => Promise<SharedEpoch>;
    clockSteps: ClockSteps;
    restrictedQueues: RestrictedQueueRepository;
    programs: ProgramRepository;
    log: Log;
  }) {
    this.#repository = parts.repository;
    this.#leases = parts.leases;
    this.#repeats = parts.repeats;
    this.#dispatcher = parts.dispatcher;
    this.#mark = parts.mark;
    this.#epoch = parts.epoch;
    this.#clockSteps = parts.clockSteps;
    this.#restrictedQueues = parts.restrictedQueues;
    this.#programs = parts.programs;
    this.#log = parts.log;
    this.#job = new PeriodicJob({
      everyMs,
      go: () => this.sweep(),
      failed: 'sweep failed; the next one tries again',
      log: parts.log,
    });
  }

  open(): void {
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  async sweep(): Promise<void> {
    // Not only who sweeps must know it: every process enqueues.
    const shared = await this.#epoch();
    this.#dispatcher.epoch = shared.epoch;
    // Every process looks: each knows only how its own clock went on.
    await this.#clockSteps.look();
    await this.#repository.sweeping(async () => {
      await this.#leases.expire();
      await this.#repository.releaseForgotten();
      await this.#programs.removeLeftovers();
      await this.#dispatcher.takeBackPaused();
      await this.#seeToQueue(shared);
      await this.#dispatcher.deliverPending();
      await this.#repeats.offer();
      await this.#dispatcher.deliver(await this.#repository.dueTasks(reenqueueMs, reenqueueAtMost));
    });
  }

  /**
   * Redis may be new, restarted without its data or flushed; or priorities are counted from another day, and those in
   * the queue would be overtaken by all that is newer; or a restricted queue is new. Restricted queues that nobody
   * reads any more are emptied.
   */
  async #seeToQueue(shared: SharedEpoch): Promise<void> {
    const [former, filled, restrictedQueues] = await Promise.all([
      this.#mark.read(),
      this.#mark.restrictedQueues(),
      this.#restrictedQueues.inUse(),
    ]);
    if (former !== markOf(shared)) {
      const count = await this.#refill(former !== null);
      await this.#mark.put(markOf(shared));
      if (former !== null) this.#log.info({ tasks: count }, 'queue priorities are counted from another day');
      else if (count > 0)
        this.#log.warn({ tasks: count }, 'the queue had lost its memory and was filled again');
    } else if (restrictedQueues.some((restrictedQueue) => !filled.includes(restrictedQueue)))
      await this.#refill(false);
    await this.#dispatcher.emptyRestrictedQueues(
      filled.filter((restrictedQueue) => !restrictedQueues.includes(restrictedQueue)),
    );
    if (filled.join() !== restrictedQueues.join()) await this.#mark.putRestrictedQueues(restrictedQueues);
  }

  /** Everything due goes in again. @returns how many tasks */
  async #refill(again: boolean): Promise<number> {
    let count = 0;
    for (let last: DueTask | undefined; ;) {
      const tasks = await this.#repository.dueTasks(-60_000, batchSize, last);
      await this.#dispatcher.deliver(tasks, again);
      count += tasks.length;
      last = tasks.at(-1);
      if (tasks.length < batchSize) return count;
    }
  }
}
