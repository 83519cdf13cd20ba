/**
 * Judging again: created with the submissions a filter takes, planned in batches, judged
 * behind live work, then applied or cancelled as a whole. Until it is applied the old
 * judgings count and nobody but the jury knows of the new ones.
 *
 * Every step is one transaction under the rejudging's row lock and may be repeated: what a
 * crash interrupts, the next look of any process goes on with. A submission is in one open
 * rejudging at most; another one that wants it leaves it out and says so.
 */
import {
  rejudgingBounds,
  type createRejudgingRequestSchema,
  type rejudgingSelectionRequestSchema,
  type RejudgeAnswer,
  type Rejudging,
  type RejudgingSelection,
} from '@sandglass/contracts';
import type { PlanRequest } from '../judging/judging-plan.ts';
import type { z } from 'zod';
import { systemActor, type Actor } from '../admin/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Database, Sql } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import { ApiError, fieldErrors } from '../errors/api-error.ts';
import type { Log } from '../http/app-type.ts';
import type { CostModel } from '../judging/cost-model.ts';
import type { JudgingRepository } from '../judging/judging-repository.ts';
import type { Relay } from '../judging/relay.ts';
import { boardChange, replacements } from './rejudging-preview.ts';
import { planRejudged } from './rejudging-plan.ts';
import { readRejudged } from './rejudged-submissions.ts';
import {
  applyReplacements,
  askToApply,
  cancelRejudging,
  insertRejudging,
  lockSubmissions,
  setBusy,
  setJudged,
  tellOfRejudging,
  unfinished,
} from './rejudging-repository.ts';
import { lockRejudging, type RejudgingRow } from './rejudging-row.ts';
import type { RejudgingReader } from './rejudging-reader.ts';
import { describeSelection, selectSubmissions } from './rejudging-selection.ts';
import type { StoredRules } from '../wall-limits/wall-limit-repository.ts';

type Request = z.output<typeof createRejudgingRequestSchema>;

export interface RejudgingServiceParts {
  readonly database: Database;
  readonly contests: ContestCache;
  readonly reader: RejudgingReader;
  readonly judgings: JudgingRepository;
  readonly relay: Relay;
  readonly costs: CostModel;
  readonly onEvent: (contestId: string) => void;
  readonly testsPerTask?: number | undefined;
  readonly queueOrder: PlanRequest['order'];
  readonly log: Log;
}

/** Two transactions that waited for each other: PostgreSQL ends one of them, which may try again. */
const deadlock = '40P01';
const triesAtMost = 4;

export class RejudgingService {
  readonly #parts: RejudgingServiceParts;
  /** Rejudgings that are being settled; true: once more, because a judging ended meanwhile. */
  readonly #settling = new Map<string, boolean>();

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
    const id = await this.#create(contest, request, actor);
    this.begin(id);
    return this.#parts.reader.read(id);
  }

  /** Its judgings are made behind the answer; should this process end, another one goes on. */
  begin(id: string): void {
    this.plan(id).catch((error: unknown) =>
      this.#parts.log.warn({ err: error, rejudging: id }, 'a rejudging is planned later'),
    );
  }

  /** One submission, applied by itself. A repeated press of the button gets the same judging. */
  async rejudge(contest: ContestModel, submissionId: string, actor: Actor): Promise<RejudgeAnswer> {
    const { database } = this.#parts;
    const request: Request = {
      reason: 'judged again',
      filter: { submissions: [submissionId] },
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
      id = await this.#openSingle(submissionId, error);
    }
    await this.plan(id);
    const rows = await database.query<{ id: string }>(
      'SELECT id FROM judging WHERE rejudging_id = $1 AND submission_id = $2 ORDER BY repeat LIMIT 1',
      [id, submissionId],
    );
    const judgingId = rows[0]?.id;
    if (judgingId === undefined) throw new ApiError('REJUDGING_EMPTY', { busy: 0 });
    return { judgingId, rejudgingId: id };
  }

  /**
   * The new judgings count from this commit on, all of them. Once more is the same as once. Who asks is asked for
   * nothing again: should this process end before the commit, another one goes on (see `resume`).
   * @throws ApiError REJUDGING_UNKNOWN, REJUDGING_STATE
   */
  async apply(id: string, actor: Actor): Promise<Rejudging> {
    const { database, contests, relay, onEvent, log } = this.#parts;
    await askToApply(database, id, actor);
    const applied = await this.#underLock(id, async (sql, rejudging) => {
      if (rejudging.state === 'applied') return null;
      if (rejudging.state !== 'judged') throw wrongState(rejudging, 'applied');
      await lockSubmissions(sql, id);
      const rows = await readRejudged(sql, id, rejudging.repeats);
      const all = replacements(rows);
      const board = boardChange(contests.get(rejudging.contestId), all);
      const cancelled = await applyReplacements(sql, rejudging, all, board, actor);
      return { contestId: rejudging.contestId, cancelled, submissions: all.length };
    });
    if (applied !== null) {
      relay.withdraw(applied.cancelled);
      onEvent(applied.contestId);
      log.info({ rejudging: id, submissions: applied.submissions, by: actor.username }, 'rejudging applied');
    }
    return this.#parts.reader.read(id);
  }

  /**
   * The old judgings stay; work that is under way leaves the queue at once. Once more is the same as once.
   * @throws ApiError REJUDGING_UNKNOWN, REJUDGING_STATE
   */
  async cancel(id: string, actor: Actor): Promise<Rejudging> {
    const { relay, log } = this.#parts;
    const cancelled = await this.#underLock(id, async (sql, rejudging) => {
      if (rejudging.state === 'cancelled') return null;
      if (rejudging.state === 'applied') throw wrongState(rejudging, 'cancelled');
      return cancelRejudging(sql, rejudging, actor);
    });
    if (cancelled !== null) {
      relay.withdraw(cancelled);
      log.info({ rejudging: id, tasks: cancelled.length, by: actor.username }, 'rejudging cancelled');
    }
    return this.#parts.reader.read(id);
  }

  /** Makes the judgings that are missing, a batch per transaction. */
  async plan(id: string): Promise<void> {
    const { contests, relay } = this.#parts;
    for (;;) {
      const made = await this.#underLock(id, async (sql, rejudging) => {
        if (rejudging.state !== 'created') return null;
        return planRejudged(sql, this.#parts, contests.get(rejudging.contestId), rejudging);
      });
      if (made === null) break;
      relay.kick(made);
    }
    // Where nothing was left to be judged.
    await this.settle(id);
  }

  /** A judging of it has ended: perhaps it was the last. */
  onRejudged(id: string): void {
    if (this.#settling.has(id)) {
      this.#settling.set(id, true);
      return;
    }
    this.#settling.set(id, false);
    void (async () => {
      try {
        do {
          this.#settling.set(id, false);
          await this.settle(id);
        } while (this.#settling.get(id) === true);
      } catch (error) {
        this.#parts.log.warn({ err: error, rejudging: id }, 'a rejudging is settled later');
      } finally {
        this.#settling.delete(id);
      }
    })();
  }

  /** Judged when nothing is open any more, and applied where that was asked for. */
  async settle(id: string): Promise<void> {
    const judged = await this.#parts.database.transaction((sql) => setJudged(sql, id));
    if (judged?.autoApply === true) await this.apply(id, systemActor);
  }

  /** Goes on with whatever an ended process, or a lost message, has left half way. */
  async resume(): Promise<void> {
    for (const { id, state, asker } of await unfinished(this.#parts.database)) {
      try {
        if (state === 'created') await this.plan(id);
        else if (state === 'judging') await this.settle(id);
        else await this.apply(id, asker ?? systemActor);
      } catch (error) {
        // The next sweep tries it again; those after it are not to wait for it.
        this.#parts.log.warn({ err: error, rejudging: id }, 'a rejudging could not be gone on with');
      }
    }
  }

  async #create(contest: ContestModel, request: Request, actor: Actor): Promise<string> {
    const { database, log } = this.#parts;
    const { id, submissions } = await database.transaction(async (sql) => {
      const made = await this.createWithin(sql, contest, request, actor);
      await this.tellWithin(sql, contest, made.id);
      return made;
    });
    log.info({ rejudging: id, contest: contest.id, submissions, by: actor.username }, 'rejudging made');
    return id;
  }

  /**
   * As part of a transaction, of which the caller must not commit what an error leaves behind; `tellWithin` it, last
   * of all, and once that is committed `begin` it.
   * @param completion where the transaction changes a wall limit: the rules it makes, and that what is being judged
   *   under the limit before is looked at when it has ended
   * @throws ApiError REQUEST_INVALID, REJUDGING_EMPTY, REJUDGING_TOO_LARGE
   */
  async createWithin(
    sql: Sql,
    contest: ContestModel,
    request: Request,
    actor: Actor,
    completion?: { readonly rules: StoredRules; readonly mayBeEmpty: boolean },
  ): Promise<{ readonly id: string; readonly submissions: number; readonly busy: number }> {
    const { filter, limits, repeats, autoApply, priority, reason } = request;
    const id = uuidV7();
    const found = describeSelection(
      await selectSubmissions(sql, contest, filter, limits, { rules: completion?.rules, list: true }),
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
    const submissions = await insertRejudging(sql, made, found.submissions, actor);
    const busy = found.busy.length + wanted - submissions;
    // Another one was quicker by a moment.
    if (submissions === 0 && !mayBeEmpty) throw new ApiError('REJUDGING_EMPTY', { busy });
    await setBusy(sql, id, busy);
    return { id, submissions, busy };
  }

  /** See `createWithin`. */
  tellWithin(sql: Sql, contest: ContestModel, id: string): Promise<void> {
    return tellOfRejudging(sql, { id, contestId: contest.id }, 'created');
  }

  /** The open rejudging of this submission alone. @throws ApiError SUBMISSION_BEING_REJUDGED, or `otherwise` */
  async #openSingle(submissionId: string, otherwise: ApiError): Promise<string> {
    const rows = await this.#parts.database.query<{ id: string; single: boolean }>(
      `SELECT r.id, r.auto_apply AND r.repeats = 1 AND r.limits IS NULL
         AND (SELECT count(*) FROM rejudged_submission o WHERE o.rejudging_id = r.id) = 1 AS single
       FROM rejudged_submission m JOIN rejudging r ON r.id = m.rejudging_id WHERE m.open_submission_id = $1`,
      [submissionId],
    );
    const open = rows[0];
    if (open === undefined) throw otherwise;
    if (open.single) return open.id;
    throw new ApiError('SUBMISSION_BEING_REJUDGED', { submission: submissionId, rejudging: open.id });
  }

  async #underLock<Result>(
    id: string,
    work: (sql: Sql, rejudging: RejudgingRow) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#parts.database.transaction(async (sql) => {
          const rejudging = await lockRejudging(sql, id);
          if (rejudging === null) throw new ApiError('REJUDGING_UNKNOWN', { rejudging: id });
          return work(sql, rejudging);
        });
      } catch (error) {
        if ((error as { code?: unknown }).code !== deadlock || attempt === triesAtMost) throw error;
      }
    }
  }
}

function wrongState(rejudging: RejudgingRow, wanted: string): ApiError {
  return new ApiError('REJUDGING_STATE', { rejudging: rejudging.id, state: rejudging.state, wanted });
}

/** Named one by one, each must be there: a slip in a list should not go unnoticed. */
function checkNamed(named: readonly string[] | undefined, found: RejudgingSelection): void {
  if (named === undefined) return;
  const known = new Set([...found.submissions, ...found.busy.map(({ submissionId }) => submissionId)]);
  const errors = named.flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : {
          path: `filter.submissions[${index}]`,
          message: `"${id}" is no submission of this contest, or the other conditions exclude it`,
        },
  );
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}
