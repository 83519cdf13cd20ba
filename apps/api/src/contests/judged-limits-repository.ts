/** Submissions that were judged under other limits than those that their problem would have. */
import type { ContestChangeAnswer } from '@sandglass/contracts';
import { effectiveLimits, type ProblemLimitValues } from '@sandglass/domain';
import { findLanguage } from '@sandglass/languages';
import type { Sql } from '../platform/database/database.ts';

export interface LimitedProblem {
  readonly id: string;
  readonly label: string;
  readonly limits: ProblemLimitValues;
}

/** Of teams, by their judgings that count, those under way as well. Problems without any are left out. */
export async function judgedUnderOthers(
  sql: Sql,
  contestId: string,
  problems: readonly LimitedProblem[],
): Promise<ContestChangeAnswer['otherLimits']> {
  if (problems.length === 0) return [];
  const rows = await sql.query<{
    problemId: string;
    languageId: string;
    cpuUs: string | null;
    memoryBytes: string | null;
    count: number;
  }>(
    `SELECT s.problem_id AS "problemId", s.language_id AS "languageId", j.limits -> 'run' ->> 'cpuUs' AS "cpuUs",
       j.limits -> 'run' ->> 'memoryBytes' AS "memoryBytes", count(*)::int AS count
     FROM submission s JOIN judging j ON j.submission_id = s.id AND j.valid
     WHERE s.contest_id = $1 AND s.problem_id = ANY($2::text[]) AND NOT s.jury
     GROUP BY 1, 2, 3, 4`,
    [contestId, problems.map(({ id }) => id)],
  );
  return problems.flatMap(({ id, label, limits }) => {
    const submissions = rows
      .filter(({ problemId }) => problemId === id)
      .filter(({ languageId, cpuUs, memoryBytes }) => {
        const adjustment = findLanguage(languageId)?.adjustment ?? {};
        const { run } = effectiveLimits(limits, adjustment, {});
        return Number(cpuUs) !== run.cpuUs || Number(memoryBytes) !== run.memoryBytes;
      })
      .reduce((sum, { count }) => sum + count, 0);
    return submissions === 0 ? [] : [{ problem: id, label, submissions }];
  });
}
