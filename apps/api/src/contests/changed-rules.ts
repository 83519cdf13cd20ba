/** Rules of a contest as a change would have them; which of them name something that there is not. */
import { withRules, type ChangeContestRules, type ContestRules, type FieldError } from '@sandglass/contracts';
import { findLanguage, languages } from '@sandglass/languages';

/**
 * A rule that is left out stays as it is.
 * @param problemIds that it may name
 * @param errors get what is wrong
 */
export function changedRules(
  rules: ContestRules,
  change: ChangeContestRules | undefined,
  problemIds: readonly string[],
  errors: FieldError[],
): ContestRules {
  if (change === undefined) return rules;
  errors.push(...ruleErrors(change, rules, problemIds));
  return withRules(rules, change);
}

/**
 * @param before what is named there may stay: a problem may have been removed since; null: the contest is new
 * @param problemIds of the contest; null: it is not said
 */
export function ruleErrors(
  change: ChangeContestRules,
  before: ContestRules | null,
  problemIds: readonly string[] | null,
): FieldError[] {
  const named = [
    ...(change.languages ?? []).map((id, index) => ({ id, path: `rules.languages[${String(index)}]` })),
    ...Object.keys(change.timeFactors ?? {}).map((id) => ({ id, path: `rules.timeFactors.${id}` })),
  ];
  const known = new Set([...(before?.languages ?? []), ...Object.keys(before?.timeFactors ?? {})]);
  const unknown = named.filter(({ id }) => !known.has(id) && findLanguage(id) === null);
  const problems = problemIds === null ? [] : Object.keys(change.judgingOf ?? {});
  return [
    ...unknown.map(({ id, path }) => ({
      path,
      message: `"${id}" is no language here; the languages are ${languages.map((one) => one.id).join(', ')}`,
    })),
    ...problems
      .filter((id) => problemIds?.includes(id) === false && before?.judgingOf[id] === undefined)
      .map((id) => ({ path: `rules.judgingOf.${id}`, message: `"${id}" is not in this contest` })),
  ];
}
