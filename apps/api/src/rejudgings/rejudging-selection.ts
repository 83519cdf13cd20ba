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
import type { Sql } from '../platform/database/database.ts';
import { fieldErrors } from '../platform/errors/api-error.ts';
import { addFilter, Conditions } from '../submissions/submission-conditions.ts';
import { selectGroups, type SelectedGroup } from './rejudging-selection-repository.ts';
import { wallLimitEffects } from '../wall-limits/wall-limit-effect-repository.ts';
import { limitsUnder, newLimits } from '../wall-limits/contest-limits.ts';
import { storedRules, type StoredRules } from '../wall-limits/wall-limit-repository.ts';

export interface SelectionOptions {
  /** Of the wall limit; those that are set, where the caller is not about to set another. */
  readonly rules?: StoredRules | undefined;
  /** False: counts without ids. */
  readonly list: boolean;
}

/**
 * Those that meet every condition. One without a verdict is taken only when it is named: the others will be judged
 * under what is in force anyway.
 * @throws ApiError REQUEST_INVALID naming what the contest does not have
 */
export async function selectSubmissions(
  sql: Sql,
  contest: ContestModel,
  filter: RejudgingFilter,
  limits: RejudgingLimits | null,
  { rules, list }: SelectionOptions,
): Promise<SelectedGroup[]> {
  checkNames(contest, filter);
  const conditions = new Conditions('s.contest_id = $1', [contest.id]);
  addFilter(conditions, filter);
  if (filter.submissions === undefined) conditions.andThat(`j.state = 'done'`);
  if (filter.wallLimitChanges === true) {
    const changed = await changedByWallLimit(sql, contest, limits, rules ?? (await storedRules(sql)));
    conditions.and(changed, (at) => `s.id = ANY(${at}::uuid[])`);
  }
  return selectGroups(sql, conditions, list);
}

/** What a filter takes, counted; where ids were asked for they are listed, oldest first. */
export function describeSelection(groups: readonly SelectedGroup[]): RejudgingSelection {
  const free = groups.filter(({ rejudgingId }) => rejudgingId === null);
  const taken = groups.filter(({ rejudgingId }) => rejudgingId !== null);
  return {
    count: total(free),
    submissions: free.flatMap(({ submissionIds }) => submissionIds ?? []).toSorted(),
    busyCount: total(taken),
    busy: taken
      .flatMap(({ rejudgingId, submissionIds }) =>
        rejudgingId === null
          ? []
          : (submissionIds ?? []).map((submissionId) => ({ submissionId, rejudgingId })),
      )
      .toSorted((a, b) => (a.submissionId < b.submissionId ? -1 : 1)),
    verdicts: counted(free, ({ verdict }) => verdict ?? 'pending'),
    problems: counted(free, ({ label }) => label),
    languages: counted(free, ({ languageId }) => languageId),
    teams: new Set(free.flatMap(({ teams }) => teams)).size,
    judgedMs: free.reduce((sum, { judgedMs }) => sum + judgedMs, 0),
  };
}

function total(groups: readonly SelectedGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function counted(
  groups: readonly SelectedGroup[],
  nameOf: (group: SelectedGroup) => string,
): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const name = nameOf(group);
    counts.set(name, (counts.get(name) ?? 0) + group.count);
  }
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
