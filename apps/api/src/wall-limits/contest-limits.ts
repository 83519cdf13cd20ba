/** The wall limits that rules come to in a contest. */
import type { EffectiveWallLimit, WallLimitLevelName } from '@sandglass/contracts';
import { effectiveLimits, type WallLimitRule } from '@sandglass/domain';
import { languages } from '@sandglass/languages';
import type { ContestModel } from '../contests/contest-model.ts';
import type { NewLimit } from './wall-limit-effect-repository.ts';
import { rulesFor, type StoredRules } from './wall-limit-repository.ts';

/** Every problem with every language it may be solved in. */
function placesOf(contest: ContestModel) {
  // Where answers are handed in no program runs.
  const problems = contest.definition.problems.filter(({ kind }) => !kind.submitAnswer);
  return problems.flatMap((problem) =>
    languages
      .filter(({ id }) => problem.allowedLanguages.length === 0 || problem.allowedLanguages.includes(id))
      .map((language) => ({ problem, language })),
  );
}

/** What a place means that is named by its level alone: the first of the problems or languages that have limits. */
export function firstOf(contest: ContestModel, level: 'problem' | 'language'): string | undefined {
  return placesOf(contest)[0]?.[level].id;
}

/** For every problem in every language it may be solved in. */
export function limitsUnder(
  contest: ContestModel,
  stored: StoredRules,
  rejudging: WallLimitRule | null = null,
  limits: { readonly timeLimitMs?: number | undefined } = {},
): EffectiveWallLimit[] {
  return placesOf(contest).map(({ problem, language }) => {
    const place = { contestId: contest.id, problemId: problem.id, languageId: language.id };
    const { run, wallExplanation } = effectiveLimits(
      { ...problem.limits, timeLimitMs: limits.timeLimitMs ?? problem.limits.timeLimitMs },
      language.adjustment,
      rulesFor(stored, place, rejudging),
    );
    return {
      label: problem.label,
      problemId: problem.id,
      language: language.id,
      cpuUs: run.cpuUs,
      wallUs: run.wallUs,
      explanation: wallExplanation,
    };
  });
}

/** What a rule of a level is of. */
export function scopeOf(
  level: WallLimitLevelName | 'rejudging',
  id: string,
): { problemId?: string; languageId?: string } {
  if (level === 'problem') return { problemId: id };
  return level === 'language' ? { languageId: id } : {};
}

/**
 * Those of one problem or one language, or all. Elsewhere a rule changes nothing, even where an earlier one has left
 * limits.
 */
export function newLimits(
  limits: readonly EffectiveWallLimit[],
  {
    problemId,
    languageId,
  }: { readonly problemId?: string | undefined; readonly languageId?: string | undefined } = {},
): NewLimit[] {
  return limits
    .filter((limit) => problemId === undefined || limit.problemId === problemId)
    .filter((limit) => languageId === undefined || limit.language === languageId)
    .map(({ problemId: problem, language, wallUs }) => ({
      problemId: problem,
      languageId: language,
      wallUs,
    }));
}
