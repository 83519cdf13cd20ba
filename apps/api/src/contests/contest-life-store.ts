/** Contests that are listed, copied, archived and deleted, in the database. */
import type { ContestDeletion } from '@sandglass/contracts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import type { StoredTimes } from './stored-times.ts';

/** How many submissions each contest has. */
export async function submissionCounts(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ contestId: string; count: number }>(
    'SELECT contest_id AS "contestId", count(*)::int AS count FROM submission GROUP BY contest_id',
  );
  return new Map(rows.map(({ contestId, count }) => [contestId, count]));
}

export type Counted = Pick<ContestDeletion, 'submissions' | 'judgings' | 'rejudgings' | 'events'> & {
  /** Judgings that have not ended. */
  readonly unfinished: number;
};

export async function countOf(sql: Sql, contestId: string): Promise<Counted> {
  const [row] = await sql.query<{
    submissions: number;
    judgings: number;
    unfinished: number;
    rejudgings: number;
    events: number;
  }>(
    `SELECT (SELECT count(*)::int FROM submission WHERE contest_id = c.id) AS submissions,
       (SELECT count(*)::int FROM judging j JOIN submission s ON s.id = j.submission_id WHERE s.contest_id = c.id) AS judgings,
       (SELECT count(*)::int FROM judging j JOIN submission s ON s.id = j.submission_id
        WHERE s.contest_id = c.id AND j.ended_at IS NULL) AS unfinished,
       (SELECT count(*)::int FROM rejudging WHERE contest_id = c.id) AS rejudgings, c.last_seq AS events
     FROM contest c WHERE c.id = $1`,
    [contestId],
  );
  return row ?? { submissions: 0, judgings: 0, unfinished: 0, rejudgings: 0, events: 0 };
}

export async function writeArchived(typed: Typed, id: string, archivedAt: Date | null): Promise<void> {
  await typed.contest.update({ where: { id }, data: { archivedAt } });
}

/** From here on nobody sees it, nothing of it is judged, and its rows are removed some at a time. */
export async function markDeleted(typed: Typed, id: string, deletedAt: Date): Promise<void> {
  await typed.contest.update({
    where: { id },
    data: { deletedAt, allowSubmit: false, allowJudging: false },
  });
}

export async function isBeingDeleted(typed: Pick<Typed, 'contest'>, id: string): Promise<boolean> {
  const row = await typed.contest.findUnique({ where: { id }, select: { deletedAt: true } });
  return row !== null && row.deletedAt !== null;
}

export interface Copy {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  readonly times: StoredTimes;
  readonly withTeams: boolean;
}

/** All rules of a contest, with nothing of what has happened in it. @returns whether there was none with this id */
export async function copyContest(typed: Typed, from: string, copy: Copy): Promise<boolean> {
  const { id, name, shortName, times, withTeams } = copy;
  const row = await typed.contest.findUniqueOrThrow({
    where: { id: from },
    include: { problems: true, teams: true, languages: true },
  });
  const {
    problems,
    teams,
    languages,
    createdAt: _created,
    wallLimitRule,
    certificateTemplate,
    rules,
    ...others
  } = row;
  const { count } = await typed.contest.createMany({
    data: {
      ...others,
      ...times,
      id,
      name,
      shortName,
      wallLimitRule: wallLimitRule ?? Prisma.DbNull,
      certificateTemplate: certificateTemplate ?? Prisma.DbNull,
      rules: rules ?? {},
      finalizedBy: null,
      finalComment: '',
      extraBronze: 0,
      allowSubmit: true,
      allowJudging: true,
      lockedAt: null,
      archivedAt: null,
      deletedAt: null,
      warmUpAt: null,
      lastSeq: 0,
      lastNumber: 0,
    },
    skipDuplicates: true,
  });
  if (count === 0) return false;
  const open = { contestId: id, allowSubmit: true, allowJudging: true };
  await typed.contestProblem.createMany({ data: problems.map((problem) => ({ ...problem, ...open })) });
  await typed.contestLanguage.createMany({ data: languages.map((language) => ({ ...language, ...open })) });
  if (withTeams)
    await typed.contestTeam.createMany({
      data: teams.map((team) => ({ ...team, contestId: id, extraTimeMs: 0 })),
    });
  return true;
}

/** Submissions with all their judgings, and events, that go in one transaction. */
const submissionsAtOnce = 50;
const eventsAtOnce = 2_000;

/** Ids of contests that are deleted and still have rows. */
export async function deletedContests(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT id FROM contest WHERE deleted_at IS NOT NULL ORDER BY deleted_at',
  );
  return rows.map(({ id }) => id);
}

/** @returns whether something is left of it */
export async function removeSome(database: Database, contestId: string): Promise<boolean> {
  const submissions = await database.query<{ id: string }>(
    `DELETE FROM submission WHERE id IN (SELECT id FROM submission WHERE contest_id = $1 ORDER BY id LIMIT ${submissionsAtOnce})
     RETURNING id`,
    [contestId],
  );
  if (submissions.length > 0) return true;
  const events = await database.query<{ seq: number }>(
    `DELETE FROM contest_event WHERE contest_id = $1 AND seq IN
       (SELECT seq FROM contest_event WHERE contest_id = $1 ORDER BY seq LIMIT ${eventsAtOnce})
     RETURNING seq`,
    [contestId],
  );
  if (events.length > 0) return true;
  await database.transaction(async (sql) => {
    // Another contest that gets this id is not asked for ahead, and no host is kept for it.
    await sql.query('UPDATE judgehost SET warm_ups = array_remove(warm_ups, $1) WHERE $1 = ANY(warm_ups)', [
      contestId,
    ]);
    await sql.query(
      `UPDATE judgehost SET restrictions = jsonb_set(restrictions, '{contests}', (restrictions -> 'contests') - $1::text)
       WHERE jsonb_typeof(restrictions -> 'contests') = 'array' AND (restrictions -> 'contests') ? $1::text`,
      [contestId],
    );
    await sql.query('DELETE FROM contest WHERE id = $1 AND deleted_at IS NOT NULL', [contestId]);
  });
  return false;
}
