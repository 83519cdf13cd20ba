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
import { addFilter, Conditions } from '../submissions/submission-conditions.ts';
import { wallLimitEffects } from '../wall-limits/wall-limit-effects.ts';
import { limitsUnder, newLimits } from '../wall-limits/limits-in-force.ts';
import { storedRules, type StoredRules } from '../wall-limits/wall-limit-repository.ts';

/** A submission that a filter takes. */
export interface Selected {
  readonly submissionId: string;
  /** The open rejudging that has it; null: it is free. */
  readonly rejudgingId: string | null;
  /** Of the judging that counts. */
  readonly verdict: string | null;
  readonly label: string;
  readonly languageId: string;
  readonly teamId: string | null;
  readonly judgedMs: number | null;
}

/**
 * Those that meet every condition, oldest first. One without a verdict is taken only when
 * it is named: the others will be judged under what is in force anyway.
 * @param rules of the wall limit; those that are set, where the caller is not about to set another
 * @throws ApiError REQUEST_INVALID naming what the contest does not have
 */
export async function selectSubmissions(
  sql: Sql,
  contest: ContestModel,
  filter: RejudgingFilter,
  limits: RejudgingLimits | null,
  rules?: StoredRules,
): Promise<Selected[]> {
  checkNames(contest, filter);
  const conditions = new Conditions('s.contest_id = $1', [contest.id]);
  addFilter(conditions, filter);
  if (filter.submissions === undefined) conditions.andThat(`j.state = 'done'`);
  if (filter.wallLimitChanges === true) {
    const changed = await changedByWallLimit(sql, contest, limits, rules ?? (await storedRules(sql)));
    conditions.and(changed, (at) => `s.id = ANY(${at}::uuid[])`);
  }
  return sql.query<Selected & Record<string, unknown>>(
    `SELECT s.id AS "submissionId", o.rejudging_id AS "rejudgingId", j.verdict, cp.label, s.language_id AS "languageId",
       s.team_id AS "teamId", (extract(epoch FROM j.ended_at - j.started_at) * 1000)::float8 AS "judgedMs"
     FROM submission s
     JOIN contest_problem cp ON cp.contest_id = s.contest_id AND cp.problem_id = s.problem_id
     JOIN judging j ON j.submission_id = s.id AND j.valid
     LEFT JOIN rejudged_submission o ON o.open_submission_id = s.id
     WHERE ${conditions.sql} ORDER BY s.id`,
    conditions.values,
  );
}

/** What a filter takes, counted. @param list false: without the ids */
export function describeSelection(rows: readonly Selected[], list: boolean): RejudgingSelection {
  const free = rows.filter(({ rejudgingId }) => rejudgingId === null);
  const busy = rows.flatMap(({ submissionId, rejudgingId }) =>
    rejudgingId === null ? [] : { submissionId, rejudgingId },
  );
  return {
    count: free.length,
    submissions: list ? free.map(({ submissionId }) => submissionId) : [],
    busyCount: busy.length,
    busy: list ? busy : [],
    verdicts: counted(free.map(({ verdict }) => verdict ?? 'pending')),
    problems: counted(free.map(({ label }) => label)),
    languages: counted(free.map(({ languageId }) => languageId)),
    // The jury's own are no team's.
    teams: new Set(free.flatMap(({ teamId }) => teamId ?? [])).size,
    judgedMs: free.reduce((sum, { judgedMs }) => sum + Math.max(judgedMs ?? 0, 0), 0),
  };
}

function counted(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** Whose verdict the limits they would be judged under now would, or could, change. */
async function changedByWallLimit(
  sql: Sql,
  contest: ContestModel,
  limits: RejudgingLimits | null,
  rules: StoredRules,
): Promise<string[]> {
  const inForce = limitsUnder(contest, rules, limits?.wall ?? null, limits ?? {});
  const { effects } = await wallLimitEffects(sql, contest.id, newLimits(inForce));
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
