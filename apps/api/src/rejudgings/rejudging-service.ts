/**
 * Judging again: created with the submissions that a filter selects, planned in batches, judged behind live work, then
 * applied or cancelled as a whole. Until it is applied the old judgings count, and only the jury knows of the new ones.
 *
 * Every step is one transaction under the rejudging's row lock and may be repeated: what a crash interrupts, any process
 * goes on with. A submission is in one open rejudging at most; another one leaves it out and says so.
 */
import {
  rejudgingBounds,
  type createRejudgingRequestSchema,
  type rejudgingSelectionRequestSchema,
  type RejudgeAnswer,
  type Rejudging,
  type RejudgingSelection,
} from '@sandglass/contracts';
import type { PlanRequest } from '../judging/plan/judging-plan.ts';
import type { z } from 'zod';
import { systemActor, type Actor } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { Coalesced } from '../platform/lib/coalesced.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { Log } from '../platform/lib/log.ts';
import type { CostModel } from '../judging/plan/cost-model.ts';
import type { QueueDispatcher } from '../judging/queue/queue-dispatcher.ts';
import { boardChange, replacements } from './rejudging-preview.ts';
import { checkNamed } from './rejudging-checks.ts';
import { planRejudged } from './rejudging-plan.ts';
import { readRejudged } from './rejudged-submission-repository.ts';
import {
  announceRejudging,
  applyReplacements,
  askToApply,
  cancelRejudging,
  insertRejudging,
  lockSubmissions,
  setBusy,
  setJudged,
  unfinished,
} from './rejudging-repository.ts';
import { firstJudging, lockRejudging, openSingle, type RejudgingRow } from './rejudging-row-repository.ts';
import type { RejudgingReader } from './rejudging-reader.ts';
import { describeSelection, selectSubmissions } from './rejudging-selection.ts';
import type { StoredRules } from '../wall-limits/wall-limit-repository.ts';

type Request = z.output<typeof createRejudgingRequestSchema>;

export interface RejudgingServiceParts {
  readonly database: Database;
  readonly contests: ContestCache;
  readonly reader: RejudgingReader;
  readonly units: Units;
  readonly dispatcher: QueueDispatcher;
  readonly costs: CostModel;
  readonly testsPerTask?: number | undefined;
  readonly queueOrder: PlanRequest['order'];
  readonly log: Log;
}

/** Two transactions that waited for each other: PostgreSQL ends one of them, which may try again. */
const deadlock = '40P01';
const maxTries = 4;

export class RejudgingService {
  readonly #parts: RejudgingServiceParts;
  readonly #settling = new Coalesced((id) => this.settle(id));
  readonly #planning = new Map<string, Promise<void>>();

  constructor(parts: RejudgingServiceParts) {
    this.#parts = parts;
  }

  /** @throws ApiError REQUEST_INVALID */
  async select(
    contest: ContestModel,
    request: z.output<typeof rejudgingSelectionRequestSchema>,
    sql: Sql = this.#parts.database,
    rules?: StoredRules,
  ): Promise<RejudgingSelection> {
    const { filter, limits, list } = request;
    return describeSelection(await selectSubmissions(sql, contest, filter, limits, { rules, list }));
  }

  /** @throws ApiError REQUEST_INVALID, REJUDGING_EMPTY, REJUDGING_TOO_LARGE */
  async create(contest: ContestModel, request: Request, actor: Actor): Promise<Rejudging> {
    return this.#parts.reader.read(await this.#create(contest, request, actor));
  }

  /** Its judgings are made after the answer. If this process ends before that, another one makes them. */
  #begin(id: string): void {
    this.plan(id).catch((error: unknown) =>
      this.#parts.log.warn({ err: error, rejudging: id }, 'a rejudging is planned later'),
    );
  }

  /** One submission, applied by itself. A repeated press of the button gets the same judging. */
  async rejudge(
    contest: ContestModel,
    submission: { readonly id: string; readonly number: number },
    actor: Actor,
  ): Promise<RejudgeAnswer> {
    const { database } = this.#parts;
    const request: Request = {
      reason: `#${submission.number} judged again`,
      filter: { submissions: [submission.id] },
      repeats: 1,
      autoApply: true,
      priority: 'jury',
      limits: null,
    };
    let id: string;
    try {
      id = await this.#create(contest, request, actor);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REJUDGING_EMPTY') throw error;
      id = await openSingle(database, submission, error);
    }
    await this.plan(id);
    const judgingId = await firstJudging(database, id, submission.id);
    if (judgingId === null) throw new ApiError('REJUDGING_EMPTY', { busy: 0 });
    return { judgingId, rejudgingId: id };
  }

  /**
   * The new judgings count from this commit on, all of them. Once more is the same as once. Who asks is asked for
   * nothing again: should this process end before the commit, another one goes on (see `resume`).
   * @throws ApiError REJUDGING_UNKNOWN, REJUDGING_STATE
   */
  async apply(id: string, actor: Actor): Promise<Rejudging> {
    const { database, contests, dispatcher, log } = this.#parts;
    await askToApply(database, id, actor);
    const applied = await this.#underLock(id, async (unit, rejudging) => {
      if (rejudging.state === 'applied') return null;
      if (rejudging.state !== 'judged') throw wrongState(rejudging, 'applied');
      await lockSubmissions(unit, id);
      const rows = await readRejudged(unit, id, rejudging.repeats);
      const all = replacements(rows);
      const board = boardChange(contests.get(rejudging.contestId), all);
      const cancelled = await applyReplacements(unit, rejudging, all, board, actor);
      return { cancelled, submissions: all.length };
    });
    if (applied !== null) {
      dispatcher.remove(applied.cancelled);
      log.info({ rejudging: id, submissions: applied.submissions, by: actor.username }, 'rejudging applied');
    }
    return this.#parts.reader.read(id);
  }

  /**
   * The old judgings stay; work that is under way leaves the queue at once. Once more is the same as once.
   * @throws ApiError REJUDGING_UNKNOWN, REJUDGING_STATE
   */
  async cancel(id: string, actor: Actor): Promise<Rejudging> {
    const { dispatcher, log } = this.#parts;
    const cancelled = await this.#underLock(id, async (unit, rejudging) => {
      if (rejudging.state === 'cancelled') return null;
      if (rejudging.state === 'applied') throw wrongState(rejudging, 'cancelled');
      return cancelRejudging(unit, rejudging, actor);
    });
    if (cancelled !== null) {
      dispatcher.remove(cancelled);
      log.info({ rejudging: id, tasks: cancelled.length, by: actor.username }, 'rejudging cancelled');
    }
    return this.#parts.reader.read(id);
  }

  /** Makes the judgings that are missing, a batch per transaction. Who asks while that is under way waits for it. */
  plan(id: string): Promise<void> {
    const known = this.#planning.get(id);
    if (known !== undefined) return known;
    const planning = this.#plan(id).finally(() => this.#planning.delete(id));
    this.#planning.set(id, planning);
    return planning;
  }

  async #plan(id: string): Promise<void> {
    const { contests, dispatcher } = this.#parts;
    for (;;) {
      const made = await this.#underLock(id, async (unit, rejudging) => {
        if (rejudging.state !== 'created') return null;
        return planRejudged(unit, this.#parts, contests.get(rejudging.contestId), rejudging);
      });
      if (made === null) break;
      dispatcher.enqueue(made);
    }
    // Where nothing was left to be judged.
    await this.settle(id);
  }

  /** A judging of it has ended: perhaps it was the last. */
  onRejudged(id: string): void {
    this.#settling
      .run(id)
      .catch((error: unknown) =>
        this.#parts.log.warn({ err: error, rejudging: id }, 'a rejudging is settled later'),
      );
  }

  /** Judged when nothing is open any more, and applied where that was asked for. */
  async settle(id: string): Promise<void> {
    const judged = await this.#parts.units.run((unit) => setJudged(unit, id));
    if (judged?.autoApply === true) await this.apply(id, systemActor);
  }

  /** Goes on with everything that an ended process, or a lost message, has left half way. */
  async resume(): Promise<void> {
    for (const { id, state, asker } of await unfinished(this.#parts.database)) {
      try {
        if (state === 'created') await this.plan(id);
        else if (state === 'judging') await this.settle(id);
        else await this.apply(id, asker ?? systemActor);
      } catch (error) {
        // The next sweep tries it again; those after it are not to wait for it.
        this.#parts.log.warn({ err: error, rejudging: id }, 'a rejudging is resumed later');
      }
    }
  }

  async #create(contest: ContestModel, request: Request, actor: Actor): Promise<string> {
    const { units, log } = this.#parts;
    const { id, submissions } = await units.run((unit) => this.createWithin(unit, contest, request, actor));
    log.info({ rejudging: id, contest: contest.id, submissions, by: actor.username }, 'rejudging made');
    return id;
  }

  /**
   * As part of a unit, which must not be committed after an error (see `Unit.attempt`).
   * @param completion where the transaction changes a wall limit: the rules it makes, and that what is being judged
   *   under the limit before is looked at when it has ended
   * @throws ApiError REQUEST_INVALID, REJUDGING_EMPTY, REJUDGING_TOO_LARGE
   */
  async createWithin(
    unit: Unit,
    contest: ContestModel,
    request: Request,
    actor: Actor,
    completion?: { readonly rules: StoredRules; readonly mayBeEmpty: boolean },
  ): Promise<{ readonly id: string; readonly submissions: number; readonly busy: number }> {
    const { filter, limits, repeats, autoApply, priority, reason } = request;
    const id = uuidV7();
    const found = describeSelection(
      await selectSubmissions(unit, contest, filter, limits, { rules: completion?.rules, list: true }),
    );
    checkNamed(filter.submissions, found);
    const wanted = found.submissions.length;
    const mayBeEmpty = completion?.mayBeEmpty ?? false;
    if (wanted === 0 && !mayBeEmpty) throw new ApiError('REJUDGING_EMPTY', { busy: found.busy.length });
    if (wanted > rejudgingBounds.submissions || wanted * repeats > rejudgingBounds.judgings)
      throw new ApiError('REJUDGING_TOO_LARGE', {
        submissions: wanted,
        repeats,
        limit: Math.min(rejudgingBounds.submissions * repeats, rejudgingBounds.judgings),
      });
    const lazy = request.lazy ?? null;
    const incomplete = completion !== undefined;
    const settings = { repeats, autoApply, priority, limits, lazy, incomplete };
    const made = { id, contestId: contest.id, reason, filter, ...settings };
    const submissions = await insertRejudging(unit, made, found.submissions, actor);
    const busy = found.busy.length + wanted - submissions;
    // Another one was quicker by a moment.
    if (submissions === 0 && !mayBeEmpty) throw new ApiError('REJUDGING_EMPTY', { busy });
    await setBusy(unit, id, busy);
    announceRejudging(unit, made, 'created');
    unit.afterCommit(() => this.#begin(id));
    return { id, submissions, busy };
  }

  async #underLock<Result>(
    id: string,
    work: (unit: Unit, rejudging: RejudgingRow) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#parts.units.run(async (unit) => {
          const rejudging = await lockRejudging(unit, id);
          if (rejudging === null) throw new ApiError('REJUDGING_UNKNOWN', { rejudging: id });
          return work(unit, rejudging);
        });
      } catch (error) {
        if ((error as { code?: unknown }).code !== deadlock || attempt === maxTries) throw error;
      }
    }
  }
}

function wrongState(rejudging: RejudgingRow, wanted: string): ApiError {
  return new ApiError('REJUDGING_STATE', { rejudging: rejudging.id, state: rejudging.state, wanted });
}
