/** Which verdicts on record another wall limit would, or could, change. */
import type { Verdict } from '@sandglass/contracts';
import { previewWallLimit, type RecordedTest, type WallLimitEffect } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';

/** The limit that submissions to a problem in a language would get, µs. */
export interface NewLimit {
  readonly problemId: string;
  readonly languageId: string;
  readonly wallUs: number;
}

export interface SubmissionEffect {
  readonly submissionId: string;
  readonly number: number;
  readonly verdict: Verdict;
  readonly effect: Exclude<WallLimitEffect, { kind: 'same' }>;
}

export interface WallLimitEffects {
  /** Verdicts looked at. */
  readonly judged: number;
  readonly effects: readonly SubmissionEffect[];
}

export async function wallLimitEffects(
  sql: Sql,
  contestId: string,
  limits: readonly NewLimit[],
): Promise<WallLimitEffects> {
  const places = placesOf(contestId, limits);
  const tables = `
    submission s
    JOIN unnest($2::text[], $3::text[], $4::int8[]) AS l(problem_id, language_id, wall_us)
      ON l.problem_id = s.problem_id AND l.language_id = s.language_id
    JOIN judging j ON j.submission_id = s.id AND j.valid AND j.state = 'done' AND j.verdict <> 'JE'
    WHERE s.contest_id = $1`;
  const [count] = await sql.query<{ judged: number }>(
    `SELECT count(*)::int AS judged FROM ${tables}`,
    places,
  );
  // Only the wall clock's own verdicts, and runs longer than the new limit, can be touched; most are not read.
  const rows = await sql.query<{
    id: string;
    number: number;
    verdict: Verdict;
    wallUs: number;
    tests: RecordedTest[];
  }>(
    `SELECT s.id, s.number, j.verdict, l.wall_us::float8 AS "wallUs", coalesce((
         SELECT json_agg(json_build_object('verdict', r.verdict, 'wallUs', r.wall_us,
           'limitUs', (j.limits -> 'run' ->> 'wallUs')::int8) ORDER BY r.ordinal)
         FROM (SELECT DISTINCT ON (ordinal) ordinal, verdict, wall_us FROM run
               WHERE judging_id = j.id ORDER BY ordinal, attempt DESC) AS r
       ), '[]') AS tests
     FROM ${tables} AND (j.limits -> 'run' ->> 'wallUs')::int8 <> l.wall_us
       AND (j.verdict = 'WTL' OR j.max_wall_us > l.wall_us)
     ORDER BY s.id`,
    places,
  );
  return {
    judged: count?.judged ?? 0,
    effects: rows.flatMap(({ id, number, verdict, wallUs, tests }) => {
      const effect = previewWallLimit(tests, verdict, wallUs);
      return effect.kind === 'same' ? [] : { submissionId: id, number, verdict, effect };
    }),
  };
}

/**
 * Judgings that count, have begun and keep the limit they began with, which is not the new one: what a claim may still
 * change (see `refreshWallLimit`) is not among them.
 */
export async function underAnotherLimit(
  sql: Sql,
  contestId: string,
  limits: readonly NewLimit[],
): Promise<number> {
  const rows = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM judging j JOIN submission s ON s.id = j.submission_id
     JOIN unnest($2::text[], $3::text[], $4::int8[]) AS l(problem_id, language_id, wall_us)
       ON l.problem_id = s.problem_id AND l.language_id = s.language_id
     WHERE s.contest_id = $1 AND j.valid AND j.ended_at IS NULL AND (j.limits -> 'run' ->> 'wallUs')::int8 <> l.wall_us
       AND (EXISTS (SELECT 1 FROM run r WHERE r.judging_id = j.id)
         OR EXISTS (SELECT 1 FROM judge_task t WHERE t.judging_id = j.id AND t.state = 'claimed'))`,
    placesOf(contestId, limits),
  );
  return rows[0]?.count ?? 0;
}

function placesOf(contestId: string, limits: readonly NewLimit[]): unknown[] {
  return [
    contestId,
    limits.map(({ problemId }) => problemId),
    limits.map(({ languageId }) => languageId),
    limits.map(({ wallUs }) => wallUs),
  ];
}
