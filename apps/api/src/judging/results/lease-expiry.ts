/** Leases that ran out: their tasks are due again, elsewhere. */
import type { Units } from '../../events/unit-of-work.ts';
import type { Log } from '../../platform/lib/log.ts';
import type { JudgingMetrics } from '../metrics/judging-metrics.ts';
import type { DueTaskRepository } from '../tasks/due-task-repository.ts';
import { appendError, lockTask } from '../tasks/judging-repository.ts';
import { endJudging } from './judging-end.ts';

/** A task that keeps killing its host must end as well. */
const maxLostLeases = 8;

export interface LeaseExpiryParts {
  readonly units: Units;
  readonly dueTasks: DueTaskRepository;
  readonly metrics: JudgingMetrics;
  /** Called after a commit that ended a judging of a rejudging. */
  readonly onRejudged: (rejudgingId: string) => void;
  readonly log: Log;
}

export class LeaseExpiry {
  readonly #parts: LeaseExpiryParts;

  constructor(parts: LeaseExpiryParts) {
    this.#parts = parts;
  }

  async expire(): Promise<void> {
    const { dueTasks, metrics, log } = this.#parts;
    for (const lost of await dueTasks.expireLeases()) {
      metrics.leaseLost();
      log.warn(
        {
          task: lost.taskId,
          judging: lost.judgingId,
          judgehost: lost.judgehostId,
          lostLeases: lost.lostLeases,
        },
        'lease lost',
      );
      if (lost.heldTooLongBy !== null) await this.#noteHolder(lost.judgingId, lost.heldTooLongBy);
      if (lost.lostLeases < maxLostLeases) continue;
      await this.#giveUp(lost.taskId, `the hosts that took it fell silent ${lost.lostLeases} times`);
    }
  }

  /** For the jury, and for the administrator of the host. */
  async #noteHolder(judgingId: string, judgehost: string): Promise<void> {
    const { units, log } = this.#parts;
    log.error({ judging: judgingId, judgehost }, 'judgehost held a task for longer than its limits allow');
    const line = `${judgehost} held a task for longer than its limits allow: it was given to others`;
    await units.run((unit) => appendError(unit, judgingId, line));
  }

  async #giveUp(taskId: string, reason: string): Promise<void> {
    const { units, onRejudged } = this.#parts;
    await units.run(async (unit) => {
      const task = await lockTask(unit, taskId);
      if (task === null || task.state !== 'due' || task.judgingState === 'done') return;
      await endJudging(unit, task, 'JE', `JUDGE_LEASES_LOST: ${reason}`);
      const { rejudgingId } = task;
      if (rejudgingId !== null) unit.afterCommit(() => onRejudged(rejudgingId));
    });
  }
}
