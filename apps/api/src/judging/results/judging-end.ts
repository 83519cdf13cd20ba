import type { Verdict } from '@sandglass/contracts';
import type { Unit } from '../../events/unit-of-work.ts';
import { appendError, finishJudging, finishTask } from '../tasks/judging-repository.ts';
import type { TaskUnderLock } from '../tasks/judging-rows.ts';

/**
 * Ends a judging with its verdict, the task that decided it, and the event.
 * @param error for the jury, where it ends for our own reasons
 * @returns ids of the judging's other tasks, which are cancelled
 */
export async function endJudging(
  unit: Unit,
  task: TaskUnderLock,
  verdict: Verdict,
  error?: string,
): Promise<readonly string[]> {
  if (error !== undefined) await appendError(unit, task.judgingId, error);
  await finishTask(unit, task.id, verdict === 'JE' ? 'failed' : 'done');
  const { cancelled, maxCpuUs } = await finishJudging(unit, task, verdict);
  unit.event(task.contestId, {
    type: 'judging',
    submissionId: task.submissionId,
    judgingId: task.judgingId,
    teamId: task.teamId ?? 'jury',
    state: 'done',
    verdict,
    valid: task.valid,
    jury: task.jury,
    judgehost: task.judgehost,
    maxCpuUs,
  });
  return cancelled;
}
