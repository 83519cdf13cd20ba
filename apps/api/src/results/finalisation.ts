/**
 * Results are made final, and opened again. Each is one unit of work under the lock of the contest's row, which every event
 * of the contest takes as well: a verdict that arrives at the same time is either seen here, or refused by the log.
 */
import type { Finalisation as FinalisationView } from '@sandglass/contracts';
import { finalBlockers, type ContestTimes, type FinalFacts } from '@sandglass/domain';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { ContestRepository } from '../contests/contest-repository.ts';
import { lockContests } from '../events/contest-lock-repository.ts';
import type { Units } from '../events/unit-of-work.ts';
import type { Sql } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import {
  openRejudgings,
  openSubmissions,
  readFinalisation,
  writeFinalisation,
  type FinalisationRow,
} from './finalisation-repository.ts';

/** In one answer; a contest whose judging is paused has thousands. */
const mostBlockers = 100;
/** In the sentence of a refusal. */
const mostReasons = 5;

export interface FinalisationParts {
  readonly units: Units;
  readonly repository: ContestRepository;
  /** The contests' clock, ms. */
  readonly now: () => number;
}

/** Of a contest, what decides whether it has ended for everybody. */
interface Ending {
  readonly times: ContestTimes;
  readonly teams: readonly { readonly extraTimeMs?: number }[];
}

export class Finalisation {
  readonly #parts: FinalisationParts;

  constructor(parts: FinalisationParts) {
    this.#parts = parts;
  }

  /** @throws ApiError CONTEST_UNKNOWN */
  async read(contest: string): Promise<FinalisationView> {
    const { database } = this.#parts.repository;
    const definition = await this.#parts.repository.definition(contest);
    const row = await readFinalisation(database, contest);
    if (definition === null || row === null) throw new ApiError('CONTEST_UNKNOWN', { contest });
    return this.#view(database, contest, definition, row);
  }

  /**
   * The same request again is no change.
   * @throws ApiError CONTEST_FINALISE_REFUSED, CONTEST_FINALISED, CONTEST_LOCKED, CONTEST_UNKNOWN
   */
  async finalise(
    contest: string,
    { comment, b }: { readonly comment: string; readonly b: number },
    actor: Actor,
  ): Promise<FinalisationView> {
    const { units, repository, now } = this.#parts;
    return units.run(async (unit) => {
      await lockContests(unit, [contest]);
      const definition = await repository.definition(contest, await unit.typed());
      const before = await readFinalisation(unit, contest);
      if (definition === null || before === null) throw new ApiError('CONTEST_UNKNOWN', { contest });
      if (before.finalizedAt !== null) {
        if (before.comment === comment && before.extraBronze === b)
          return this.#view(unit, contest, definition, before);
        throw new ApiError('CONTEST_FINALISED', { contest });
      }
      if (before.isLocked) throw new ApiError('CONTEST_LOCKED', { contest });
      const blockers = finalBlockers(await this.#facts(unit, contest, definition));
      if (blockers.length > 0) throw refusedBy(contest, blockers);
      const after = {
        ...before,
        finalizedAt: new Date(now()),
        finalizedBy: actor.username,
        comment,
        extraBronze: b,
      };
      await writeFinalisation(unit, contest, after);
      unit.event(contest, { type: 'contest', change: 'finalise' });
      await recordAudit(unit, actor, 'contest.finalise', contest, {
        ...(comment === '' ? {} : { reason: comment }),
        before: auditOf(before),
        after: auditOf(after),
      });
      return viewOf(contest, after, []);
    });
  }

  /**
   * Comment and B stay for the next time.
   * @throws ApiError CONTEST_NOT_FINAL, CONTEST_LOCKED, CONTEST_UNKNOWN
   */
  async reopen(contest: string, reason: string, actor: Actor): Promise<FinalisationView> {
    const { units, repository } = this.#parts;
    return units.run(async (unit) => {
      await lockContests(unit, [contest]);
      const definition = await repository.definition(contest, await unit.typed());
      const before = await readFinalisation(unit, contest);
      if (definition === null || before === null) throw new ApiError('CONTEST_UNKNOWN', { contest });
      if (before.finalizedAt === null) throw new ApiError('CONTEST_NOT_FINAL', { contest });
      if (before.isLocked) throw new ApiError('CONTEST_LOCKED', { contest });
      const after = { ...before, finalizedAt: null, finalizedBy: null };
      await writeFinalisation(unit, contest, after);
      unit.event(contest, { type: 'contest', change: 'reopen' });
      await recordAudit(unit, actor, 'contest.reopen', contest, {
        reason,
        before: auditOf(before),
        after: auditOf(after),
      });
      return this.#view(unit, contest, definition, after);
    });
  }

  async #view(
    sql: Sql,
    contest: string,
    definition: Ending,
    row: FinalisationRow,
  ): Promise<FinalisationView> {
    const isFinal = row.finalizedAt !== null;
    return viewOf(contest, row, isFinal ? [] : finalBlockers(await this.#facts(sql, contest, definition)));
  }

  async #facts(sql: Sql, contest: string, { times, teams }: Ending): Promise<FinalFacts> {
    const open = await openSubmissions(sql, contest);
    return {
      times: { ...times, finalizedAtMs: null },
      nowMs: this.#parts.now(),
      longestExtraMs: Math.max(0, ...teams.map(({ extraTimeMs = 0 }) => extraTimeMs)),
      unjudged: open.filter(({ failed }) => !failed).map(numbered),
      judgingErrors: open.filter(({ failed }) => failed).map(numbered),
      rejudgings: await openRejudgings(sql, contest),
    };
  }
}

function viewOf(
  contestId: string,
  row: FinalisationRow,
  blockers: FinalisationView['blockers'],
): FinalisationView {
  return {
    contestId,
    finalizedAt: row.finalizedAt?.toISOString() ?? null,
    finalizedBy: row.finalizedBy,
    comment: row.comment,
    b: row.extraBronze,
    blockers: blockers.slice(0, mostBlockers),
    blockerCount: blockers.length,
  };
}

const numbered = ({ id, number }: { id: string; number: number }): { id: string; number: number } => ({
  id,
  number,
});

function auditOf({ finalizedAt, comment, extraBronze }: FinalisationRow): object {
  return { finalizedAt: finalizedAt?.toISOString() ?? null, comment, b: extraBronze };
}

function refusedBy(contest: string, blockers: FinalisationView['blockers']): ApiError {
  const more = blockers.length - mostReasons;
  const reasons = blockers.slice(0, mostReasons).map(({ message }) => message);
  return new ApiError(
    'CONTEST_FINALISE_REFUSED',
    { contest, reasons: [...reasons, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ') },
    { fields: blockers.slice(0, mostBlockers).map(({ kind, message }) => ({ path: kind, message })) },
  );
}
