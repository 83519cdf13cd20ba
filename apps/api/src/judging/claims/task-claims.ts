/** A host asks for a task: whether it may have it, and the taking of it. */
import type { ClaimRequest, JudgeTask } from '@sandglass/contracts';
import type { ProgressBus } from '../../events/progress-bus.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { JudgehostIdentity } from '../../platform/http/access.ts';
import { KeyedMutex } from '../../platform/lib/keyed-mutex.ts';
import type { Log } from '../../platform/lib/log.ts';
import type { JudgingMetrics } from '../metrics/judging-metrics.ts';
import type { QueueDispatcher } from '../queue/queue-dispatcher.ts';
import { leaseMs } from '../tasks/lease-repository.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { TaskAssembler } from './task-assembler.ts';

/** A task that failed on a host is kept from it this long for other hosts: all of them may be busy, or gone. */
const keptForOthersMs = 30_000;
/** Of one host: slots ask one by one, and a proxy may repeat what they ask. */
const maxClaimsAtOnce = 1024;
/**
 * Leases that a host may hold for each slot: that of the slot's task, and one of a task that the host has dropped or that
 * its former process held.
 */
const leasesPerSlot = 2;
/** Besides these, for hosts with few slots. */
const spareLeases = 2;

export interface TaskClaimsParts {
  readonly claims: ClaimRepository;
  readonly assembler: TaskAssembler;
  readonly dispatcher: QueueDispatcher;
  readonly progress: ProgressBus;
  readonly metrics: JudgingMetrics;
  readonly log: Log;
}

export class TaskClaims {
  readonly #parts: TaskClaimsParts;
  readonly #byHost = new KeyedMutex();
  /** Claims under way, by host. */
  readonly #claiming = new Map<string, number>();

  constructor(parts: TaskClaimsParts) {
    this.#parts = parts;
  }

  /**
   * One at a time for each host, so that a crowd of claims is counted, and waits here and not on the database's connections.
   * @throws ApiError JUDGE_TASK_NOT_DUE, JUDGEHOST_FULL
   */
  async claim(taskId: string, host: JudgehostIdentity, request: ClaimRequest): Promise<JudgeTask> {
    const waiting = this.#claiming.get(host.id) ?? 0;
    if (waiting >= maxClaimsAtOnce)
      throw new ApiError('JUDGEHOST_FULL', {
        judgehost: host.name,
        what: `${String(waiting)} claims under way`,
      });
    this.#claiming.set(host.id, waiting + 1);
    try {
      return await this.#byHost.run(host.id, () => this.#claim(taskId, host, request));
    } finally {
      const left = (this.#claiming.get(host.id) ?? 1) - 1;
      if (left === 0) this.#claiming.delete(host.id);
      else this.#claiming.set(host.id, left);
    }
  }

  async #claim(taskId: string, host: JudgehostIdentity, request: ClaimRequest): Promise<JudgeTask> {
    const { assembler, claims, dispatcher, metrics, progress, log } = this.#parts;
    const mayTake = await this.#isFit(taskId, host, request.nonce);
    await this.#checkShare(taskId, host);
    const claimed = await claims.claim(taskId, host, request, leaseMs, mayTake);
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
    dispatcher.removeCopies(taskId, claimed.image);
    // A judging that does not count has no progress and no wait that anybody sees; a repeated claim was counted before.
    if (claimed.valid && !claimed.repeated) {
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
        samples: [],
      });
    }
    return assembler.assemble(claimed, leaseMs);
  }

  /** A host may hold so many tasks as its slots can judge, and a few more. */
  async #checkShare(taskId: string, host: JudgehostIdentity): Promise<void> {
    const { claims, log } = this.#parts;
    const { held, slots } = await claims.shareOf(host.id, taskId);
    if (held < maxTasks(slots)) return;
    await claims.returnToQueue(taskId);
    log.warn({ judgehost: host.name, held, slots }, 'judgehost asks for more tasks than its slots can judge');
    const what = `${String(held)} tasks, with ${String(slots)} slots`;
    throw new ApiError('JUDGEHOST_FULL', { judgehost: host.name, what });
  }

  /**
   * A host without the contest's image, or without what the task needs in it, or restricted to other work, does not get
   * the task. A host on which it failed gets it again when no other host is online, or none has taken it for a while. A
   * repeat of a suspect run waits for a suitable host for a while.
   * @returns whether the task is free and the host may take it; false: it can only have it already
   * @throws ApiError JUDGE_TASK_NOT_DUE when it is for others
   */
  async #isFit(taskId: string, host: JudgehostIdentity, nonce: string | undefined): Promise<boolean> {
    const { claims, dispatcher, log } = this.#parts;
    const found = await claims.taskBefore(taskId, host.id, nonce);
    if (found === null || found.repeated || !found.isFree) return false;
    const refuse = async (state: string, offerElsewhere?: () => Promise<void>): Promise<never> => {
      await claims.returnToQueue(taskId);
      await offerElsewhere?.();
      throw new ApiError('JUDGE_TASK_NOT_DUE', { task: taskId, state });
    };
    // The sweep offers it when judging goes on.
    if (found.isPaused) await refuse('its judging is paused');
    if (!(found.hasImage && found.isAllowed)) {
      const { deadlineMs, image, languageId: language } = found;
      const lacks = found.isAllowed
        ? `has image "${String(image)}" with ${language}`
        : 'may judge it: this one is restricted to other work';
      log.info({ task: taskId, judgehost: host.name, image, language, lacks }, 'left to another host');
      await refuse(`it waits for a host that ${lacks}`, async () => {
        if (await claims.othersOnline(taskId, host.id))
          dispatcher.enqueueLater({ taskId, deadlineMs, image });
      });
    }
    if (found.isPatient) {
      if (found.isGoodMoment) return true;
      // The sweep looks for the next good moment.
      await refuse('it repeats a suspect run and waits for a healthy host with nothing else to do');
    }
    if (!found.failedHosts.includes(host.name) || (found.leftMs ?? 0) > keptForOthersMs) return true;
    if (await claims.othersOnline(taskId, host.id))
      await refuse('it failed on this host and waits for another');
    return true;
  }
}

/** A host whose registration says nothing of slots has one. */
function maxTasks(slots: number): number {
  return leasesPerSlot * Math.max(1, slots) + spareLeases;
}
