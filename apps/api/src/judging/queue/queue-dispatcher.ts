/**
 * Gives due tasks to the queue: what was just committed at once, and what a crash or an unreachable Redis kept from it
 * later. A task enqueued twice is in the queue once, so processes need not agree on who enqueues it.
 */
import { isBackground, queuePriority, type QueueEpoch } from '@sandglass/domain';
import type { JudgeQueue } from '@sandglass/queue';
import { withTimeout } from '@sandglass/service';
import type { Log } from '../../platform/lib/log.ts';
import type { DueTask, DueTaskRepository } from '../tasks/due-task-repository.ts';
import type { RestrictedQueueRepository } from './restricted-queue-repository.ts';

const batchSize = 500;
/** Redis may hang rather than fail; the database knows what was not delivered. */
const deliveryTimeoutMs = 5000;
/** A job is let go some ms after its claim was refused; so 50 tasks a second are offered again at most. */
const offerAgainMs = { least: 50, each: 20, most: 1000 };

export class QueueDispatcher {
  readonly #repository: DueTaskRepository;
  readonly #queue: JudgeQueue;
  readonly #restrictedQueues: RestrictedQueueRepository;
  readonly #log: Log;
  #epoch: QueueEpoch;
  #closed = false;
  readonly #soon = new Set<NodeJS.Timeout>();

  /** @param epoch shared by every process: priorities must be comparable */
  constructor(
    repository: DueTaskRepository,
    queue: JudgeQueue,
    restrictedQueues: RestrictedQueueRepository,
    epoch: QueueEpoch,
    log: Log,
  ) {
    this.#repository = repository;
    this.#queue = queue;
    this.#restrictedQueues = restrictedQueues;
    this.#epoch = epoch;
    this.#log = log;
  }

  /** From when priorities are counted from now on. */
  set epoch(epoch: QueueEpoch) {
    this.#epoch = epoch;
  }

  /** Gives just committed tasks to the queue, without waiting for the outcome. */
  enqueue(tasks: readonly DueTask[]): void {
    if (tasks.length === 0) return;
    this.#deliverUnpaused(tasks).catch((error: unknown) => {
      this.#log.warn({ err: error, tasks: tasks.length }, 'tasks are given to the queue later');
    });
  }

  /** Those whose judging is paused stay due. */
  async #deliverUnpaused(tasks: readonly DueTask[]): Promise<void> {
    const paused = await this.#repository.pausedOf(tasks.map(({ taskId }) => taskId));
    await this.deliver(tasks.filter(({ taskId }) => !paused.has(taskId)));
  }

  /**
   * Offers a task again that came to a host which cannot judge it, when that host has let go of its job. The more of
   * them there are the longer they wait: hosts that can may be busy, and one that cannot must not be kept so.
   */
  enqueueLater(task: DueTask): void {
    if (this.#closed) return;
    const waitMs = Math.min(offerAgainMs.most, offerAgainMs.least + offerAgainMs.each * this.#soon.size);
    const timer = setTimeout(() => {
      this.#soon.delete(timer);
      this.enqueue([task]);
    }, waitMs);
    this.#soon.add(timer);
  }

  /**
   * Gives tasks to the queue that the database has just named as due, which leaves out what is paused.
   * @param again tasks that are in the queue already get their present place
   */
  async deliver(tasks: readonly DueTask[], again = false): Promise<void> {
    if (tasks.length === 0 || this.#closed) return;
    const now = Date.now();
    const restrictedQueues = await this.#restrictedQueues.of(tasks.map(({ taskId }) => taskId));
    const queued = tasks.map(({ taskId, deadlineMs, image }) => ({
      taskId,
      priority: queuePriority(deadlineMs, this.#epoch),
      image,
      background: isBackground(deadlineMs, now),
      restrictedQueues: restrictedQueues.get(taskId),
    }));
    await withTimeout(
      deliveryTimeoutMs,
      again ? this.#queue.enqueueAgain(queued) : this.#queue.ensureEnqueued(queued),
      `Redis did not answer within ${deliveryTimeoutMs} ms`,
    );
    await this.#repository.enqueued(tasks.map(({ taskId }) => taskId));
  }

  /** Everything that became due and was never given to the queue. @returns how many tasks */
  async deliverPending(): Promise<number> {
    let count = 0;
    for (let last: DueTask | undefined; ;) {
      const tasks = await this.#repository.dueTasks(null, batchSize, last);
      await this.deliver(tasks);
      count += tasks.length;
      last = tasks.at(-1);
      if (tasks.length < batchSize || this.#closed) return count;
    }
  }

  /** A host has claimed it: what other hosts would be offered of it is taken out. */
  removeCopies(taskId: string, image: string | null): void {
    this.#removeCopiesOf(taskId, image).catch((error: unknown) => {
      this.#log.debug({ err: error, task: taskId }, 'copies of a claimed task stay in the queue');
    });
  }

  async #removeCopiesOf(taskId: string, image: string | null): Promise<void> {
    const restrictedQueues = await this.#restrictedQueues.inUse();
    // Its one job is the claimer's, and goes with it.
    if (restrictedQueues.length > 0) await this.#queue.removeCopies(taskId, image, restrictedQueues);
  }

  /** Removes what was put into restricted queues that no host reads any more. */
  async emptyRestrictedQueues(restrictedQueues: readonly string[]): Promise<void> {
    const images = await this.#restrictedQueues.images();
    for (const restrictedQueue of restrictedQueues)
      await this.#queue.emptyRestrictedQueue(restrictedQueue, images);
  }

  /** Judging may have been paused while tasks were in the queue. */
  async takeBackPaused(): Promise<void> {
    this.remove(await this.#repository.takeBackPaused());
  }

  /** What is no longer wanted leaves the queue; a task that stays behind is refused at its claim. */
  remove(taskIds: readonly string[]): void {
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
