/** Which submissions a filter takes. */
import {
  answersLanguage,
  type FieldError,
  type RejudgingFilter,
  type RejudgingLimits,
  type RejudgingSelection,
} from '@sandglass/contracts';
import { findLanguage, languages } from '@sandglass/languages';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Sql } from '../database/database.ts';
import { fieldErrors } from '../errors/api-error.ts';
import { whileSickOn } from '../submissions/submission-repository.ts';
import { wallLimitEffects } from '../wall-limits/wall-limit-effects.ts';
import { storedRules } from '../wall-limits/wall-limit-repository.ts';
import { limitsUnder } from '../wall-limits/wall-limit-service.ts';

/**
 * Those that meet every condition, oldest first. One without a verdict is taken only when
 * it is named: the others will be judged under what is in force anyway.
 * @throws ApiError REQUEST_INVALID naming what the contest does not have
 */
export async function selectSubmissions(
  sql: Sql,
  contest: ContestModel,
  filter: RejudgingFilter,
  limits: RejudgingLimits | null,
): Promise<RejudgingSelection> {
  checkNames(contest, filter);
  const where = ['s.contest_id = $1'];
  const values: unknown[] = [contest.id];
  const and = (value: unknown, condition: (place: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  and(filter.problems, (at) => `cp.label = ANY(${at}::text[])`);
  and(filter.languages, (at) => `s.language_id = ANY(${at}::text[])`);
  and(filter.teams, (at) => `s.team_id = ANY(${at}::text[])`);
  and(filter.verdicts, (at) => `j.verdict = ANY(${at}::text[])`);
  and(
    filter.hosts,
    (at) => `(j.judgehost = ANY(${at}::text[])
      OR EXISTS (SELECT 1 FROM run r WHERE r.judging_id = j.id AND r.judgehost = ANY(${at}::text[])))`,
  );
  if (filter.whileSick === true) {
    where.push('j.while_sick');
    and(filter.hosts, whileSickOn);
  }
  and(filter.submittedFrom, (at) => `s.submitted_at >= ${at}::timestamptz`);
  and(filter.submittedUntil, (at) => `s.submitted_at < ${at}::timestamptz`);
  and(filter.judgedFrom, (at) => `j.ended_at >= ${at}::timestamptz`);
  and(filter.judgedUntil, (at) => `j.ended_at < ${at}::timestamptz`);
  and(filter.submissions, (at) => `s.id = ANY(${at}::uuid[])`);
  if (filter.jury !== undefined) where.push(filter.jury === 'yes' ? 's.jury' : 'NOT s.jury');
  if (filter.submissions === undefined) where.push(`j.state = 'done'`);
  if (filter.wallLimitChanges === true)
    and(await changedByWallLimit(sql, contest, limits), (at) => `s.id = ANY(${at}::uuid[])`);

  const rows = await sql.query<{ submissionId: string; rejudgingId: string | null }>(
    `SELECT s.id AS "submissionId", o.rejudging_id AS "rejudgingId"
     FROM submission s
     JOIN contest_problem cp ON cp.contest_id = s.contest_id AND cp.problem_id = s.problem_id
     JOIN judging j ON j.submission_id = s.id AND j.valid
     LEFT JOIN rejudged_submission o ON o.open_submission_id = s.id
     WHERE ${where.join(' AND ')} ORDER BY s.id`,
    values,
  );
  return {
    submissions: rows.flatMap(({ submissionId, rejudgingId }) => (rejudgingId === null ? submissionId : [])),
    busy: rows.flatMap(({ submissionId, rejudgingId }) =>
      rejudgingId === null ? [] : { submissionId, rejudgingId },
    ),
  };
}

/** Whose verdict the limits they would be judged under now would, or could, change. */
async function changedByWallLimit(
  sql: Sql,
  contest: ContestModel,
  limits: RejudgingLimits | null,
): Promise<string[]> {
  const inForce = limitsUnder(contest, await storedRules(sql), limits?.wall ?? null, limits ?? {});
  const { effects } = await wallLimitEffects(
    sql,
    contest.id,
    inForce.map(({ problemId, language, wallUs }) => ({ problemId, languageId: language, wallUs })),
  );
  return effects.map(({ submissionId }) => submissionId);
}

function checkNames(contest: ContestModel, filter: RejudgingFilter): void {
  const labels = contest.definition.problems.map(({ label }) => label);
  const teams = new Set(contest.definition.teams.map(({ id }) => id));
  const known = languages.map(({ id }) => id).join(', ');
  const errors: FieldError[] = [
    ...unknown(filter, 'problems', (label) =>
      labels.includes(label) ? null : `is no problem of this contest; its problems are ${labels.join(', ')}`,
    ),
    ...unknown(filter, 'languages', (id) =>
      findLanguage(id) === null && id !== answersLanguage
        ? `is no language here; the languages are ${known}`
        : null,
    ),
    ...unknown(filter, 'teams', (id) => (teams.has(id) ? null : 'is no team of this contest')),
  ];
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}

function unknown(
  filter: RejudgingFilter,
  field: 'problems' | 'languages' | 'teams',
  wrong: (name: string) => string | null,
): FieldError[] {
  return (filter[field] ?? []).flatMap((name, index) => {
    const message = wrong(name);
    return message === null ? [] : { path: `filter.${field}[${index}]`, message: `"${name}" ${message}` };
  });
}
