/**
 * From the outbox to the queue. A commit kicks it at once; what a crash or an unreachable
 * Redis left in the outbox goes later. Enqueuing twice is the same as once, so processes
 * need not agree on who does it.
 */
import { isBackground, queuePriority, type QueueEpoch } from '@sandglass/domain';
import type { JudgeQueue } from '@sandglass/queue';
import type { Log } from '../http/app-type.ts';
import type { DueTask, DueTaskRepository } from './due-task-repository.ts';
import type { Lanes } from './lanes.ts';

const batchSize = 500;
/** Redis may hang rather than fail; the outbox keeps what was not delivered. */
const deliveryTimeoutMs = 5000;
/** A job is let go some ms after its claim was refused; so 50 tasks a second are offered again at most. */
const offerAgainMs = { least: 50, each: 20, most: 1000 };

export class Relay {
  readonly #repository: DueTaskRepository;
  readonly #queue: JudgeQueue;
  readonly #lanes: Lanes;
  readonly #log: Log;
  #epoch: QueueEpoch;
  #closed = false;
  readonly #soon = new Set<NodeJS.Timeout>();

  /** @param epoch shared by every process: priorities must be comparable */
  constructor(repository: DueTaskRepository, queue: JudgeQueue, lanes: Lanes, epoch: QueueEpoch, log: Log) {
    this.#repository = repository;
    this.#queue = queue;
    this.#lanes = lanes;
    this.#epoch = epoch;
    this.#log = log;
  }

  /** From when priorities are counted from now on. */
  set epoch(epoch: QueueEpoch) {
    this.#epoch = epoch;
  }

  /** Gives just committed tasks to the queue, without waiting for the outcome. */
  kick(tasks: readonly DueTask[]): void {
    this.deliver(tasks).catch((error: unknown) => {
      this.#log.warn({ err: error, tasks: tasks.length }, 'tasks stay in the outbox for now');
    });
  }

  /**
   * Offers a task again that came to a host which cannot judge it, when that host has let go of its job. The more of
   * them there are the longer they wait: hosts that can may be busy, and one that cannot must not be kept so.
   */
  kickSoon(task: DueTask): void {
    if (this.#closed) return;
    const waitMs = Math.min(offerAgainMs.most, offerAgainMs.least + offerAgainMs.each * this.#soon.size);
    const timer = setTimeout(() => {
      this.#soon.delete(timer);
      this.kick([task]);
    }, waitMs);
    this.#soon.add(timer);
  }

  /** @param anew those that are in the queue already get the place that is theirs now */
  async deliver(tasks: readonly DueTask[], anew = false): Promise<void> {
    if (tasks.length === 0 || this.#closed) return;
    const now = Date.now();
    const lanes = await this.#lanes.of(tasks.map(({ taskId }) => taskId));
    const queued = tasks.map(({ taskId, deadlineMs, image }) => ({
      taskId,
      priority: queuePriority(deadlineMs, this.#epoch),
      image,
      background: isBackground(deadlineMs, now),
      lanes: lanes.get(taskId),
    }));
    await within(
      deliveryTimeoutMs,
      anew ? this.#queue.enqueueAnew(queued) : this.#queue.ensureEnqueued(queued),
    );
    await this.#repository.delivered(tasks.map(({ taskId }) => taskId));
  }

  /** Everything the outbox holds. @returns how many tasks were delivered */
  async drain(): Promise<number> {
    let count = 0;
    for (;;) {
      const rows = await this.#repository.outbox(batchSize);
      await this.deliver(rows);
      count += rows.length;
      if (rows.length < batchSize || this.#closed) return count;
    }
  }

  /** A host has claimed it: what other hosts would be offered of it is taken out. */
  taken(taskId: string, image: string | null): void {
    this.#removeCopies(taskId, image).catch((error: unknown) => {
      this.#log.debug({ err: error, task: taskId }, 'copies of a claimed task stay in the queue');
    });
  }

  async #removeCopies(taskId: string, image: string | null): Promise<void> {
    const lanes = await this.#lanes.inUse();
    // Its one job is the claimer's, and goes with it.
    if (lanes.length > 0) await this.#queue.removeCopies(taskId, image, lanes);
  }

  /** What was put into lanes that no host looks in any more is forgotten. */
  async emptyLanes(lanes: readonly string[]): Promise<void> {
    const images = await this.#lanes.images();
    for (const lane of lanes) await this.#queue.emptyLane(lane, images);
  }

  /** What is no longer wanted leaves the queue; a task that stays behind is refused at its claim. */
  withdraw(taskIds: readonly string[]): void {
    if (taskIds.length === 0) return;
    this.#queue.remove(taskIds).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'cancelled tasks stay in the queue');
    });
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#soon) clearTimeout(timer);
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
