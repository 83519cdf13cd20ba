/**
 * Finds missing operations instead of trusting every message to arrive: leases that ran
 * out, outbox rows nobody delivered, due tasks the queue may have lost.
 */
import type { Log } from '../http/app-type.ts';
import type { DueTask, DueTaskRepository } from './due-task-repository.ts';
import type { JudgingService } from './judging-service.ts';
import type { ProgramRepository } from './program-repository.ts';
import type { QueueMark } from './queue-mark.ts';
import type { Relay } from './relay.ts';

const intervalMs = 1000;
/** A due task is given to the queue again after this long: what is there already stays as it is. */
const reenqueueMs = 3000;
/** The first in line matter; the others come into reach as the line moves. */
const reenqueueAtMost = 200;
const batchSize = 1000;

export class Sweep {
  readonly #repository: DueTaskRepository;
  readonly #judging: JudgingService;
  readonly #relay: Relay;
  readonly #mark: QueueMark;
  readonly #programs: ProgramRepository;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: {
    repository: DueTaskRepository;
    judging: JudgingService;
    relay: Relay;
    mark: QueueMark;
    programs: ProgramRepository;
    log: Log;
  }) {
    this.#repository = parts.repository;
    this.#judging = parts.judging;
    this.#relay = parts.relay;
    this.#mark = parts.mark;
    this.#programs = parts.programs;
    this.#log = parts.log;
  }

  open(): void {
    this.#timer = setInterval(() => {
      // A slow sweep is not joined by another one.
      this.#running ??= this.sweep()
        .catch((error: unknown) => this.#log.warn({ err: error }, 'sweep failed; the next one tries again'))
        .finally(() => {
          this.#running = undefined;
        });
    }, intervalMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async sweep(): Promise<void> {
    await this.#repository.sweeping(async () => {
      await this.#judging.expireLeases();
      await this.#repository.releaseForgotten();
      await this.#programs.removeLeftovers();
      if (!(await this.#mark.isThere())) await this.#refill();
      await this.#relay.drain();
      await this.#relay.deliver(await this.#repository.dueTasks(reenqueueMs, reenqueueAtMost));
    });
  }

  /** Redis is new, restarted without its data or flushed: everything due goes in again. */
  async #refill(): Promise<void> {
    let count = 0;
    for (let last: DueTask | undefined; ;) {
      const tasks = await this.#repository.dueTasks(-60_000, batchSize, last);
      await this.#relay.deliver(tasks);
      count += tasks.length;
      last = tasks.at(-1);
      if (tasks.length < batchSize) break;
    }
    await this.#mark.put();
    if (count > 0) this.#log.warn({ tasks: count }, 'the queue had lost its memory and was filled again');
  }
}
