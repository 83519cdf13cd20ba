/**
 * Contests are copied, archived, restored and deleted. Each is one unit of work under the lock of the contest's row, with a
 * line of the audit log.
 */
import type { AdminContest, ContestDeletion } from '@sandglass/contracts';
import { hasStarted, instantOf, contestTimeMs, teamEndsAtMs, type ContestTimes } from '@sandglass/domain';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { lockContests } from '../events/contest-lock-repository.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { checkTimes } from './check-times.ts';
import type { ContestCache } from './contest-cache.ts';
import {
  copyContest,
  countOf,
  isBeingDeleted,
  markDeleted,
  submissionCounts,
  writeArchived,
  type Counted,
} from './contest-life-store.ts';
import type { ContestDefinitionRow, ContestRepository } from './contest-repository.ts';
import { storedTimesOf } from './stored-times.ts';

export interface ContestLifeParts {
  readonly units: Units;
  readonly repository: ContestRepository;
  readonly contests: ContestCache;
  /** The contests' clock, ms. */
  readonly now: () => number;
}

export interface CopyWishes {
  readonly id: string;
  readonly name: string;
  readonly shortName?: string | undefined;
  readonly startsAt: string;
  readonly teams: boolean;
}

export class ContestLife {
  readonly #parts: ContestLifeParts;

  constructor(parts: ContestLifeParts) {
    this.#parts = parts;
  }

  /** All of them, the latest first. */
  async list(): Promise<AdminContest[]> {
    const { repository, contests } = this.#parts;
    const counts = await submissionCounts(repository.database);
    return contests
      .all()
      .map((contest) => ({
        ...contest.summary(),
        teamCount: contest.definition.teams.length,
        problemCount: contest.definition.problems.length,
        submissionCount: counts.get(contest.id) ?? 0,
        lockedAt: contest.definition.lockedAt?.toISOString() ?? null,
      }))
      .toSorted((a, b) => (a.startsAt < b.startsAt ? 1 : -1));
  }

  /** Its rules, problems and teams; nothing of what has happened. @throws ApiError CONTEST_UNKNOWN, CONTEST_INVALID */
  async clone(from: string, wishes: CopyWishes, actor: Actor): Promise<void> {
    const { units, repository } = this.#parts;
    await units.run(async (unit) => {
      const { id, name, startsAt, teams: withTeams } = wishes;
      await lockContests(unit, [from, id]);
      const typed = await unit.typed();
      const contest = await repository.definition(from, typed);
      if (contest === null) throw new ApiError('CONTEST_UNKNOWN', { contest: from });
      const times = movedTimes(contest.times, Date.parse(startsAt));
      const errors = checkTimes(times);
      if (errors.length > 0) throw fieldErrors('CONTEST_INVALID', errors);
      const shortName = wishes.shortName ?? name.slice(0, 64);
      const copy = { id, name, shortName, times: storedTimesOf(times), withTeams };
      if (!(await copyContest(typed, from, copy)))
        throw fieldErrors('CONTEST_INVALID', [{ path: 'id', message: `there is a contest "${id}"` }]);
      unit.event(id, { type: 'contest', change: 'definition' });
      await recordAudit(unit, actor, 'contest.clone', id, { from });
    });
  }

  /** @throws ApiError CONTEST_UNKNOWN, CONTEST_ACTION_REFUSED, CONTEST_LOCKED */
  async archive(id: string, reason: string, actor: Actor): Promise<void> {
    await this.#change(id, async (unit, contest) => {
      if (contest.archivedAt !== null) return;
      if (contest.lockedAt !== null) throw new ApiError('CONTEST_LOCKED', { contest: id });
      const why = this.#whyNot(contest) ?? unjudged(await countOf(unit, id));
      if (why !== null) throw new ApiError('CONTEST_ACTION_REFUSED', { contest: id, reason: why });
      const archivedAt = new Date(this.#parts.now());
      await writeArchived(await unit.typed(), id, archivedAt);
      unit.event(id, { type: 'contest', change: 'archive' });
      await recordAudit(unit, actor, 'contest.archive', id, {
        ...(reason === '' ? {} : { reason }),
        before: { archivedAt: null },
        after: { archivedAt: archivedAt.toISOString() },
      });
    });
  }

  /** @throws ApiError CONTEST_UNKNOWN */
  async restore(id: string, reason: string, actor: Actor): Promise<void> {
    await this.#change(id, async (unit, contest) => {
      if (contest.archivedAt === null) return;
      await writeArchived(await unit.typed(), id, null);
      unit.event(id, { type: 'contest', change: 'restore' });
      await recordAudit(unit, actor, 'contest.restore', id, {
        ...(reason === '' ? {} : { reason }),
        before: { archivedAt: contest.archivedAt.toISOString() },
        after: { archivedAt: null },
      });
    });
  }

  /** What would be lost. @throws ApiError CONTEST_UNKNOWN */
  async deletion(id: string): Promise<ContestDeletion> {
    const { repository } = this.#parts;
    const contest = await repository.definition(id);
    if (contest === null) throw new ApiError('CONTEST_UNKNOWN', { contest: id });
    const { unfinished: _unfinished, ...counted } = await countOf(repository.database, id);
    const locked = contest.lockedAt === null ? null : 'it is locked';
    return { contest: id, name: contest.name, refused: this.#whyNot(contest) ?? locked, ...counted };
  }

  /**
   * Nobody sees it from here on; its rows are removed afterwards.
   * @param name as somebody has typed it
   * @throws ApiError CONTEST_UNKNOWN, CONTEST_INVALID, CONTEST_ACTION_REFUSED, CONTEST_LOCKED
   */
  async delete(id: string, name: string, reason: string, actor: Actor): Promise<ContestDeletion> {
    return this.#change(id, async (unit, contest) => {
      if (name !== contest.name)
        throw fieldErrors('CONTEST_INVALID', [
          { path: 'name', message: `must be the name of the contest: "${contest.name}"` },
        ]);
      if (contest.lockedAt !== null) throw new ApiError('CONTEST_LOCKED', { contest: id });
      const why = this.#whyNot(contest);
      if (why !== null) throw new ApiError('CONTEST_ACTION_REFUSED', { contest: id, reason: why });
      const { unfinished: _unfinished, ...lost } = await countOf(unit, id);
      await markDeleted(await unit.typed(), id, new Date(this.#parts.now()));
      await recordAudit(unit, actor, 'contest.delete', id, {
        name,
        ...(reason === '' ? {} : { reason }),
        ...lost,
      });
      return { contest: id, name, refused: null, ...lost };
    });
  }

  #change<Result>(
    id: string,
    work: (unit: Unit, contest: ContestDefinitionRow) => Promise<Result>,
  ): Promise<Result> {
    const { units, repository } = this.#parts;
    return units.run(async (unit) => {
      await lockContests(unit, [id]);
      const contest = await repository.definition(id, await unit.typed());
      if (contest === null) throw new ApiError('CONTEST_UNKNOWN', { contest: id });
      return work(unit, contest);
    });
  }

  /** Teams are in it now. */
  #whyNot({ times, teams }: ContestDefinitionRow): string | null {
    const nowMs = this.#parts.now();
    const extraMs = teams.reduce((most, { extraTimeMs = 0 }) => Math.max(most, extraTimeMs), 0);
    return hasStarted(times, nowMs) && nowMs < teamEndsAtMs(times, extraMs) ? 'it runs' : null;
  }
}

function unjudged({ unfinished }: Counted): string | null {
  if (unfinished === 0) return null;
  return unfinished === 1 ? 'a judging is under way' : `${unfinished} judgings are under way`;
}

/** Each as far from the start as before, in contest time, with nothing removed. */
function movedTimes(times: ContestTimes, startsAtMs: number): ContestTimes {
  const moved = (atMs: number | null | undefined): number | null =>
    atMs === null || atMs === undefined ? null : instantOf({ startsAtMs }, contestTimeMs(times, atMs));
  return {
    startsAtMs,
    endsAtMs: instantOf({ startsAtMs }, contestTimeMs(times, times.endsAtMs)),
    freezesAtMs: moved(times.freezesAtMs),
    thawsAtMs: moved(times.thawsAtMs),
    activatesAtMs: moved(times.activatesAtMs),
    deactivatesAtMs: moved(times.deactivatesAtMs),
  };
}

/** An id that a contest has which is being deleted is free in a moment. @throws ApiError CONTEST_ACTION_REFUSED */
export async function refuseDeleted(unit: Unit, id: string): Promise<void> {
  if (await isBeingDeleted(await unit.typed(), id))
    throw new ApiError('CONTEST_ACTION_REFUSED', {
      contest: id,
      reason: 'a contest with this id is being deleted; try again in a minute',
    });
}
