/** A host reports on a task: written once, decided by `report-decision.ts`, followed up after the commit. */
import type { TaskReport, Verdict } from '@sandglass/contracts';
import type { ProgressBus } from '../../events/progress-bus.ts';
import type { Unit, Units } from '../../events/unit-of-work.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { JudgehostIdentity } from '../../platform/http/access.ts';
import type { Log } from '../../platform/lib/log.ts';
import type { JudgingMetrics } from '../metrics/judging-metrics.ts';
import type { QueueDispatcher } from '../queue/queue-dispatcher.ts';
import type { RepeatOffers } from '../queue/repeat-offers.ts';
import { dueTask } from '../tasks/due-task-repository.ts';
import {
  appendError,
  finishTask,
  lockTask,
  makeDue,
  noteBreaker,
  offerLater,
  recordCompile,
  releaseWaiting,
  repeatFrom,
} from '../tasks/judging-repository.ts';
import type { TaskUnderLock } from '../tasks/judging-rows.ts';
import { renewLease } from '../tasks/lease-repository.ts';
import { endJudging } from './judging-end.ts';
import { compilersDisagree, decideReport, type ReportDecision, type TaskError } from './report-decision.ts';
import { inRange, starvedCompiler, visibleVerdicts } from './report-rules.ts';
import { breaksSlot, waitAfterFailure } from './retry-rule.ts';
import { insertRuns, runVerdicts } from './run-repository.ts';

export interface TaskReportsParts {
  readonly units: Units;
  readonly dispatcher: QueueDispatcher;
  readonly repeats: RepeatOffers;
  readonly progress: ProgressBus;
  readonly metrics: JudgingMetrics;
  /** Called after a commit that ended a judging of a rejudging. */
  readonly onRejudged: (rejudgingId: string) => void;
  readonly log: Log;
}

interface Applied {
  readonly task: TaskUnderLock;
  /** By ordinal; null: open. */
  readonly verdicts: readonly (Verdict | null)[];
  /** Null: the judging goes on. */
  readonly ended: Verdict | null;
}

export class TaskReports {
  readonly #parts: TaskReportsParts;

  constructor(parts: TaskReportsParts) {
    this.#parts = parts;
  }

  /** Applies a report once, however often it arrives. @throws ApiError JUDGE_TASK_LEASE_LOST */
  async report(taskId: string, host: JudgehostIdentity, report: TaskReport): Promise<void> {
    const { units, dispatcher, metrics } = this.#parts;
    const applied = await units.run(async (unit): Promise<Applied | null> => {
      const task = await lockTask(unit, taskId);
      if (task === null || task.fencingToken !== report.fencingToken || task.judgehostId !== host.id)
        throw leaseLost(taskId, report);
      // The answer to the last report may have been lost on its way: the same again is fine.
      if (task.state === 'done' || task.state === 'failed') return null;
      if (task.state !== 'claimed') throw leaseLost(taskId, report);
      if (report.compile?.success === true) {
        const released = await releaseWaiting(unit, task);
        unit.afterCommit(() => dispatcher.enqueue(released));
      }
      return this.#apply(unit, task, host, report);
    });
    if (applied === null) return;
    metrics.runs(host.name, report.runs);
    this.#log(applied.task, host, report);
    if (applied.ended === null) this.#publish(applied, report);
    else this.#ended(applied.task, host, applied.ended);
  }

  /** Writes what was measured, then what follows from it. */
  async #apply(
    unit: Unit,
    task: TaskUnderLock,
    host: JudgehostIdentity,
    report: TaskReport,
  ): Promise<Applied> {
    const { compile } = report;
    if (compile !== undefined && !compilersDisagree(task, report) && starvedCompiler(task, report) === null)
      await recordCompile(unit, task.judgingId, compile);
    await insertRuns(unit, task, host.name, inRange(task, report.runs));
    // The end of a task ends its lease.
    if (report.done === undefined) await renewLease(unit, task.id);
    const known = await runVerdicts(unit, task.judgingId);
    const ended = await this.#carryOut(unit, task, host, decideReport(task, report, known));
    return { task, verdicts: visibleVerdicts(known), ended };
  }

  /** @returns the verdict, when the judging ends with it */
  async #carryOut(
    unit: Unit,
    task: TaskUnderLock,
    host: JudgehostIdentity,
    decision: ReportDecision,
  ): Promise<Verdict | null> {
    const { dispatcher } = this.#parts;
    switch (decision.kind) {
      case 'nothing':
        return null;
      case 'note': {
        const { code, message } = decision.error;
        await appendError(unit, task.judgingId, `${host.name}: ${code}: ${message}`);
        return null;
      }
      case 'handed-back':
        await makeDue(unit, task.id, null);
        unit.afterCommit(() => dispatcher.enqueue([dueTask(task)]));
        return null;
      case 'unsuitable-host':
        await appendError(unit, task.judgingId, `returned by ${host.name}: ${decision.lacks}`);
        await offerLater(unit, task.id, host.name);
        return null;
      case 'failed':
        return this.#fail(unit, task, host, decision.error);
      case 'repeat':
        await repeatFrom(unit, task, decision.test, host.name);
        unit.afterCommit(() => this.#repeat(task, host, decision.test));
        return null;
      case 'task-done':
        await finishTask(unit, task.id, 'done');
        return null;
      case 'verdict':
        return this.#end(unit, task, decision.verdict);
    }
  }

  async #fail(
    unit: Unit,
    task: TaskUnderLock,
    host: JudgehostIdentity,
    error: TaskError,
  ): Promise<Verdict | null> {
    const { dispatcher } = this.#parts;
    const line = `try ${task.tries + 1} on ${host.name}: ${error.code}: ${error.message}`;
    const waitMs = waitAfterFailure({ ...task, host: host.name, code: error.code });
    if (waitMs === null) return this.#end(unit, task, 'JE', line);
    await appendError(unit, task.judgingId, line);
    if (error.code === breaksSlot) await noteBreaker(unit, task.id, host.name);
    await makeDue(unit, task.id, host.name, waitMs);
    if (waitMs === 0) unit.afterCommit(() => dispatcher.enqueue([dueTask(task)]));
    return null;
  }

  async #end(unit: Unit, task: TaskUnderLock, verdict: Verdict, error?: string): Promise<Verdict> {
    const { dispatcher, onRejudged } = this.#parts;
    const cancelled = await endJudging(unit, task, verdict, error);
    unit.afterCommit(() => dispatcher.remove(cancelled));
    const { rejudgingId } = task;
    if (rejudgingId !== null) unit.afterCommit(() => onRejudged(rejudgingId));
    return verdict;
  }

  #repeat(task: TaskUnderLock, host: JudgehostIdentity, test: number): void {
    const { repeats, metrics, log } = this.#parts;
    metrics.suspect(host.name);
    repeats.offer().catch((error: unknown) => log.warn({ err: error }, 'a repeat is offered later'));
    log.warn({ ...idsOf(task, host), test, attempt: task.attempt }, 'suspect run: made again');
  }

  #log(task: TaskUnderLock, host: JudgehostIdentity, { done }: TaskReport): void {
    const { log } = this.#parts;
    if (done?.kind === 'handed-back' && done.lacks !== undefined)
      log.warn({ ...idsOf(task, host), lacks: done.lacks }, 'task returned for another host');
    if (done?.kind === 'error')
      log.warn({ ...idsOf(task, host), code: done.code, detail: done.message }, 'task failed on its host');
  }

  #publish({ task, verdicts }: Applied, report: TaskReport): void {
    if (!task.valid) return;
    const isCompiling = report.compile === undefined && verdicts.length === 0 && task.compileSuccess === null;
    this.#parts.progress.publish({
      contestId: task.contestId,
      teamId: task.teamId,
      jury: task.jury,
      submissionId: task.submissionId,
      state: isCompiling ? 'compiling' : 'running',
      testsDone: verdicts.filter((verdict) => verdict !== null).length,
      testsTotal: task.testsTotal,
      verdicts: [...verdicts],
      samples: task.samples,
    });
  }

  #ended(task: TaskUnderLock, host: JudgehostIdentity, verdict: Verdict): void {
    const { metrics, log } = this.#parts;
    const ms = Date.now() - task.createdAt.getTime();
    if (task.valid) metrics.judged(verdict, ms);
    log.info({ ...idsOf(task, host), verdict, ms }, 'judged');
  }
}

function idsOf(task: TaskUnderLock, host: JudgehostIdentity): Readonly<Record<string, string>> {
  return {
    task: task.id,
    judging: task.judgingId,
    submission: task.submissionId,
    judgehost: host.name,
  };
}

function leaseLost(taskId: string, report: TaskReport): ApiError {
  return new ApiError('JUDGE_TASK_LEASE_LOST', { task: taskId, token: report.fencingToken });
}
