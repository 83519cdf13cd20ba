import type { Heartbeat, JudgeTask } from '@sandglass/contracts';
import { JudgehostError } from '../platform/errors.ts';
import type { TaskReporter } from '../api/reporter.ts';

/** A task this host has claimed and not yet reported as ended. */
export interface RunningTask {
  readonly task: JudgeTask;
  readonly reporter: TaskReporter;
  readonly abort: AbortController;
  /** The host is stopping: the task goes back to the queue. */
  handBack: boolean;
}

/** What this host works on, for heartbeats, which renew the leases. */
export class RunningTasks {
  readonly #tasks = new Map<string, RunningTask>();
  readonly #waiting = new Set<() => void>();

  add(running: RunningTask): void {
    this.#tasks.set(running.task.id, running);
  }

  remove(running: RunningTask): void {
    // The same task, claimed again by this host, has replaced the one whose lease was lost.
    if (this.#tasks.get(running.task.id) === running) this.#tasks.delete(running.task.id);
    if (this.#tasks.size > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /** Resolves when the api knows the end of every task. */
  async allReported(): Promise<void> {
    if (this.#tasks.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  get size(): number {
    return this.#tasks.size;
  }

  list(): Heartbeat['running'] {
    return [...this.#tasks.values()].map(({ task }) => ({
      taskId: task.id,
      fencingToken: task.fencingToken,
    }));
  }

  /** A heartbeat that named these was answered: all leases but the lost ones are renewed. */
  renewed(named: Heartbeat['running'], lost: readonly string[]): void {
    for (const { taskId, fencingToken } of named) {
      const running = this.#tasks.get(taskId);
      if (running === undefined || running.task.fencingToken !== fencingToken) continue;
      if (lost.includes(taskId))
        running.reporter.abandon(new JudgehostError('HOST_LEASE_LOST', { task: taskId }));
      else running.reporter.renewed();
    }
  }

  /** Stops every run; each task is reported as handed back. */
  handBack(): void {
    for (const running of this.#tasks.values()) {
      running.handBack = true;
      running.abort.abort();
    }
  }
}
