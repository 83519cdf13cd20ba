/**
 * The life of a judging: planned with its submission, claimed piece by piece by
 * judgehosts, reported, decided by domain, written together with its event.
 */
import type { ClaimRequest, JudgeTask, TaskReport, Verdict } from '@sandglass/contracts';
import { certainVerdict, isComplete, recordResult, startProgress, testToRepeat } from '@sandglass/domain';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Sql } from '../database/database.ts';
import { ApiError } from '../errors/api-error.ts';
import type { JudgehostIdentity } from '../http/access.ts';
import type { Log } from '../http/app-type.ts';
import type { ProgressBus } from '../live/progress-bus.ts';
import type { JudgingMetrics } from '../metrics/judging-metrics.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { DueTask, DueTaskRepository } from './due-task-repository.ts';
import type { JudgingRepository } from './judging-repository.ts';
import type { TaskUnderLock } from './judging-rows.ts';
import type { Relay } from './relay.ts';
import type { RepeatRepository } from './repeat-repository.ts';
import {
  inRange,
  isOpen,
  isOwn,
  isUnjudged,
  starvedCompiler,
  taskIsComplete,
  verdictsTold,
} from './report-rules.ts';
import { waitAfterFailure } from './retry-rule.ts';
import { insertRuns, runVerdicts } from './run-repository.ts';
import { leaseMs } from './lease.ts';
import { Turns } from '../turns.ts';
import type { TaskAssembler } from './task-assembler.ts';

/** A task that failed on a host is kept from it for others this long: whoever else is there may take nothing. */
const forOthersMs = 30_000;
/** Of one host: slots ask one by one, and a proxy may repeat what they ask. */
const claimsAtOnce = 1024;
/** Leases of a host beside those of its slots: of tasks it has dropped, and of a former process. */
const sparePerSlot = 2;
/** A task that keeps killing its host must end as well. */
const lostLeasesAtMost = 8;

export interface JudgingServiceParts {
  readonly repository: JudgingRepository;
  readonly claims: ClaimRepository;
  readonly due: DueTaskRepository;
  readonly repeats: RepeatRepository;
  readonly assembler: TaskAssembler;
  readonly relay: Relay;
  readonly progress: ProgressBus;
  readonly metrics: JudgingMetrics;
  /** Told after a commit that appended an event. */
  readonly onEvent: (contestId: string) => void;
  /** Told after a commit that ended a judging of a rejudging. */
  readonly onRejudged: (rejudgingId: string) => void;
  readonly log: Log;
}

/** What a report leads to, once it is committed. */
interface Outcome {
  /** A task that is due again. */
  readonly due?: DueTask;
  /** Tasks that waited for the program. */
  readonly released?: readonly DueTask[];
  readonly cancelled?: readonly string[];
  readonly verdict?: Verdict;
  /** By ordinal; null: open. */
  readonly verdicts: readonly (Verdict | null)[];
  /** The test whose run was suspect and is made again. */
  readonly suspect?: number;
}

export class JudgingService {
  readonly #parts: JudgingServiceParts;
  readonly #turns = new Turns();
  /** Claims under way, by host. */
  readonly #claiming = new Map<string, number>();

  constructor(parts: JudgingServiceParts) {
    this.#parts = parts;
  }

  /**
   * One at a time for each host, so that a crowd of claims is counted, and waits here and not on the database's connections.
   * @throws ApiError JUDGE_TASK_NOT_DUE, JUDGEHOST_FULL
   */
  async claim(taskId: string, host: JudgehostIdentity, request: ClaimRequest): Promise<JudgeTask> {
    const waiting = this.#claiming.get(host.id) ?? 0;
    if (waiting >= claimsAtOnce)
      throw new ApiError('JUDGEHOST_FULL', {
        judgehost: host.name,
        what: `${String(waiting)} claims under way`,
      });
    this.#claiming.set(host.id, waiting + 1);
    try {
      return await this.#turns.take(host.id, () => this.#claim(taskId, host, request));
    } finally {
      const left = (this.#claiming.get(host.id) ?? 1) - 1;
      if (left === 0) this.#claiming.delete(host.id);
      else this.#claiming.set(host.id, left);
    }
  }

  async #claim(taskId: string, host: JudgehostIdentity, request: ClaimRequest): Promise<JudgeTask> {
    const { claims, progress, metrics, log } = this.#parts;
    await this.#leaveToOthers(taskId, host, request.nonce);
    const { held, slots } = await claims.shareOf(host.id, taskId);
    if (held >= tasksAtMost(slots)) {
      await claims.returnToQueue(taskId);
      const what = `${String(held)} tasks, with ${String(slots)} slots`;
      log.warn(
        { judgehost: host.name, held, slots },
        'judgehost asks for more tasks than its slots can judge',
      );
      throw new ApiError('JUDGEHOST_FULL', { judgehost: host.name, what });
    }
    const claimed = await claims.claim(taskId, host, request, leaseMs);
    if (claimed === null) {
      const found = await claims.taskBefore(taskId, host.id);
      throw new ApiError('JUDGE_TASK_NOT_DUE', { task: taskId, state: found?.state ?? 'it does not exist' });
    }
    log.info(
      {
        task: taskId,
        judging: claimed.judgingId,
        submission: claimed.submissionId,
        judgehost: host.name,
        slot: request.slot,
        fencingToken: claimed.fencingToken,
        ...(claimed.repeated ? { repeated: true } : {}),
      },
      'task claimed',
    );
    this.#parts.relay.taken(taskId, claimed.image);
    // What does not count is nobody's wait and nobody's progress; what was claimed before has been told.
    if (!claimed.valid || claimed.repeated) return this.#parts.assembler.assemble(claimed, leaseMs);
    metrics.claimed(claimed.waitedMs);
    progress.publish({
      contestId: claimed.contestId,
      teamId: claimed.teamId,
      jury: claimed.jury,
      submissionId: claimed.submissionId,
      state: 'compiling',
      testsDone: 0,
      testsTotal: claimed.testsTotal,
      verdicts: [],
    });
    return this.#parts.assembler.assemble(claimed, leaseMs);
  }

  /** Applies a report once, however often it arrives. @throws ApiError JUDGE_TASK_LEASE_LOST */
  async report(taskId: string, host: JudgehostIdentity, report: TaskReport): Promise<void> {
    const { repository, relay, progress, metrics, log } = this.#parts;
    let task: TaskUnderLock | null = null;
    const outcome = await repository.transaction(async (sql): Promise<Outcome | null> => {
      task = await repository.lockTask(sql, taskId);
      if (task === null || task.fencingToken !== report.fencingToken || task.judgehostId !== host.id) {
        throw leaseLost(taskId, report);
      }
      // The answer to the last report may have been lost on its way: the same again is fine.
      if (task.state === 'done' || task.state === 'failed') return null;
      if (task.state !== 'claimed') throw leaseLost(taskId, report);
      const released = report.compile?.success === true ? await repository.releaseWaiting(sql, task) : [];
      return { ...(await this.#apply(sql, task, host, report)), released };
    });
    if (outcome === null || task === null) return;
    const known: TaskUnderLock = task;
    metrics.runs(host.name, known, report.runs);
    const ids = {
      task: taskId,
      judging: known.judgingId,
      submission: known.submissionId,
      judgehost: host.name,
    };
    if (outcome.due !== undefined) relay.kick([outcome.due]);
    if (outcome.released !== undefined) relay.kick(outcome.released);
    if (outcome.cancelled !== undefined) relay.withdraw(outcome.cancelled);
    if (outcome.suspect !== undefined) {
      metrics.suspect(host.name);
      this.offerRepeats().catch((error: unknown) => log.warn({ err: error }, 'a repeat is offered later'));
      log.warn({ ...ids, test: outcome.suspect, attempt: known.attempt }, 'suspect run: made again');
    }
    if (report.done?.kind === 'handed-back' && report.done.lacks !== undefined)
      log.warn({ ...ids, lacks: report.done.lacks }, 'task handed back for another host');
    if (report.done?.kind === 'error')
      log.warn({ ...ids, code: report.done.code, detail: report.done.message }, 'task failed on its host');
    if (outcome.verdict === undefined) {
      if (!known.valid) return;
      progress.publish({
        contestId: known.contestId,
        teamId: known.teamId,
        jury: known.jury,
        submissionId: known.submissionId,
        state:
          report.compile === undefined && outcome.verdicts.length === 0 && known.compileSuccess === null
            ? 'compiling'
            : 'running',
        testsDone: outcome.verdicts.filter((verdict) => verdict !== null).length,
        testsTotal: known.testsTotal,
        verdicts: [...outcome.verdicts],
      });
      return;
    }
    this.#parts.onEvent(known.contestId);
    if (known.rejudgingId !== null) this.#parts.onRejudged(known.rejudgingId);
    if (known.valid) metrics.judged(outcome.verdict, Date.now() - known.createdAt.getTime());
    log.info({ ...ids, verdict: outcome.verdict, ms: Date.now() - known.createdAt.getTime() }, 'judged');
  }

  /** Gives repeats of suspect runs to the queue for which there is a good moment now. */
  async offerRepeats(): Promise<void> {
    const { repeats, relay } = this.#parts;
    await relay.deliver(await repeats.withGoodMoment());
  }

  /** Leases that ran out: their tasks are due again, elsewhere. */
  async expireLeases(): Promise<void> {
    const { due, metrics, log } = this.#parts;
    for (const lost of await due.expireLeases()) {
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
      if (lost.lostLeases < lostLeasesAtMost) continue;
      await this.#giveUp(lost.taskId, `the hosts that took it fell silent ${lost.lostLeases} times`);
    }
  }

  /** For the jury, and for whoever runs the host. */
  async #noteHolder(judgingId: string, judgehost: string): Promise<void> {
    const { repository, log } = this.#parts;
    log.error({ judging: judgingId, judgehost }, 'judgehost held a task for longer than its limits allow');
    const line = `${judgehost} held a task for longer than its limits allow: it was given to others`;
    await repository.transaction((sql) => repository.appendError(sql, judgingId, line));
  }

  /** Step by step: compile result, runs, then what the end of the task means for the judging. */
  async #apply(sql: Sql, task: TaskUnderLock, host: JudgehostIdentity, report: TaskReport): Promise<Outcome> {
    const { repository, claims } = this.#parts;
    const starved = starvedCompiler(task, report);
    const disagrees = task.compileSuccess === true && report.compile?.success === false;
    if (report.compile !== undefined && !disagrees && starved === null)
      await repository.recordCompile(sql, task.judgingId, report.compile);
    await insertRuns(sql, task, host.name, inRange(task, report.runs));
    // The end of a task ends its lease.
    if (report.done === undefined) await claims.renewLease(sql, task.id, leaseMs);
    const known = await runVerdicts(sql, task.judgingId);
    // What is to be run again is not told meanwhile.
    const verdicts = verdictsTold(known);
    if (task.judgingState === 'done') return { verdicts };
    const { done } = report;
    if (done === undefined) {
      if (starved !== null)
        await repository.appendError(
          sql,
          task.judgingId,
          `${host.name}: ${starved.code}: ${starved.message}`,
        );
      return { verdicts };
    }
    if (done.kind === 'handed-back') {
      if (done.lacks !== undefined) {
        await repository.appendError(sql, task.judgingId, `handed back by ${host.name}: ${done.lacks}`);
        await repository.leaveToSweep(sql, task.id, host.name);
        return { verdicts };
      }
      await repository.makeDue(sql, task.id, null);
      return { due: dueTask(task), verdicts };
    }
    if (done.kind === 'error') return this.#fail(sql, task, host, done, verdicts);

    if (starved !== null) return this.#fail(sql, task, host, starved, verdicts);
    if (disagrees) {
      const unlike = {
        code: 'JUDGE_COMPILERS_DISAGREE',
        message: `another host has compiled the program: ${report.compile?.output ?? ''}`,
      };
      return this.#fail(sql, task, host, unlike, verdicts);
    }
    const compiled = report.compile?.success ?? task.compileSuccess;
    const decisive = known.filter((run) => !isOpen(run) || isOwn(task, run.ordinal));
    const progress = decisive.reduce(
      (sum, run) => recordResult(sum, run.ordinal, run.verdict),
      startProgress(task.testsTotal, { lazy: task.lazy }),
    );
    if (compiled !== false && !taskIsComplete(task, progress)) {
      const missing = {
        code: 'JUDGE_REPORT_INCOMPLETE',
        message: 'the host called the task finished, but results of tests are missing',
      };
      return this.#fail(sql, task, host, missing, verdicts);
    }
    const suspect = compiled === false ? null : testToRepeat(decisive);
    if (suspect !== null && isOwn(task, suspect)) {
      await repository.repeatFrom(sql, task, suspect, host.name);
      return { verdicts, suspect };
    }
    const verdict = compiled === false ? 'CE' : isComplete(progress) ? certainVerdict(progress) : null;
    if (verdict === 'JE' || (verdict === null && decisive.some((run) => isUnjudged(task, run)))) {
      const unjudged = {
        code: 'JUDGE_VALIDATION_ERROR',
        message: 'a test could not be judged; see its reason and validator message',
      };
      return this.#fail(sql, task, host, unjudged, verdicts);
    }
    await repository.finishTask(sql, task.id, 'done');
    return verdict === null ? { verdicts } : this.#end(sql, task, verdict, verdicts);
  }

  async #fail(
    sql: Sql,
    task: TaskUnderLock,
    host: JudgehostIdentity,
    error: { code: string; message: string },
    verdicts: Outcome['verdicts'],
  ): Promise<Outcome> {
    const { repository } = this.#parts;
    const line = `try ${task.tries + 1} on ${host.name}: ${error.code}: ${error.message}`;
    const waitMs = waitAfterFailure({ ...task, host: host.name, code: error.code });
    if (waitMs === null) return this.#end(sql, task, 'JE', verdicts, line);
    await repository.appendError(sql, task.judgingId, line);
    await repository.makeDue(sql, task.id, host.name, waitMs);
    return waitMs === 0 ? { due: dueTask(task), verdicts } : { verdicts };
  }

  /** Verdict and event in one commit. */
  async #end(
    sql: Sql,
    task: TaskUnderLock,
    verdict: Verdict,
    verdicts: Outcome['verdicts'],
    error?: string,
  ): Promise<Outcome> {
    const { repository } = this.#parts;
    if (error !== undefined) await repository.appendError(sql, task.judgingId, error);
    await repository.finishTask(sql, task.id, verdict === 'JE' ? 'failed' : 'done');
    const cancelled = await repository.finishJudging(sql, task, verdict);
    await appendEvent(sql, task.contestId, {
      type: 'judging',
      submissionId: task.submissionId,
      judgingId: task.judgingId,
      teamId: task.teamId ?? 'jury',
      state: 'done',
      verdict,
      valid: task.valid,
      jury: task.jury,
      judgehost: task.judgehost,
    });
    return { verdict, verdicts, cancelled };
  }

  async #giveUp(taskId: string, reason: string): Promise<void> {
    const { repository } = this.#parts;
    const ended = await repository.transaction(async (sql) => {
      const task = await repository.lockTask(sql, taskId);
      if (task === null || task.state !== 'due' || task.judgingState === 'done') return null;
      await this.#end(sql, task, 'JE', [], `JUDGE_LEASES_LOST: ${reason}`);
      return task;
    });
    if (ended === null) return;
    this.#parts.onEvent(ended.contestId);
    if (ended.rejudgingId !== null) this.#parts.onRejudged(ended.rejudgingId);
  }

  /**
   * A host without the contest's image, or without what the task needs in it, or kept for other work, does not get it.
   * One that failed on a task gets it again when nobody else is there, or nobody else has taken it for a while. A repeat
   * waits a while for a good moment.
   */
  async #leaveToOthers(taskId: string, host: JudgehostIdentity, nonce: string | undefined): Promise<void> {
    const { claims, log } = this.#parts;
    const found = await claims.taskBefore(taskId, host.id, nonce);
    if (found === null || found.repeated) return;
    if (found.state === 'due' && !(found.hasImage && found.isAllowed)) {
      await claims.returnToQueue(taskId);
      if (await claims.othersOnline(taskId, host.id))
        this.#parts.relay.kickSoon({ taskId, deadlineMs: found.deadlineMs, image: found.image });
      const { image, languageId: language } = found;
      const lacks = found.isAllowed
        ? `has image "${String(image)}" with ${language}`
        : 'may judge it: this one is kept for other work';
      log.info({ task: taskId, judgehost: host.name, image, language, lacks }, 'left to another host');
      throw new ApiError('JUDGE_TASK_NOT_DUE', { task: taskId, state: `it waits for a host that ${lacks}` });
    }
    if (found.state === 'due' && found.isPatient) {
      if (found.isGoodMoment) return;
      // The sweep looks for the next good moment.
      await claims.returnToQueue(taskId);
      const state = 'it repeats a suspect run and waits for a calm host with nothing else to do';
      throw new ApiError('JUDGE_TASK_NOT_DUE', { task: taskId, state });
    }
    if (!found.failedHosts.includes(host.name) || (found.leftMs ?? 0) > forOthersMs) return;
    if (!(await claims.othersOnline(taskId, host.id))) return;
    await claims.returnToQueue(taskId);
    throw new ApiError('JUDGE_TASK_NOT_DUE', {
      task: taskId,
      state: 'it failed on this host and waits for another',
    });
  }
}

/** A host whose registration says nothing of slots has one. */
function tasksAtMost(slots: number): number {
  return sparePerSlot * Math.max(1, slots) + sparePerSlot;
}

function leaseLost(taskId: string, report: TaskReport): ApiError {
  return new ApiError('JUDGE_TASK_LEASE_LOST', { task: taskId, token: report.fencingToken });
}

function dueTask(task: TaskUnderLock): DueTask {
  return { taskId: task.id, deadlineMs: task.deadlineMs, image: task.image };
}
