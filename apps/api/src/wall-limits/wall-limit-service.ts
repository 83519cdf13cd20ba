/** Wall limits as the jury sets them: kept, shown with their reason, previewed against the record (S8). */
import type {
  ContestWallLimits,
  EffectiveWallLimit,
  WallLimitLevelName,
  WallLimitPreview,
  wallLimitPreviewRequestSchema,
  WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { defaultWallLimitRule, effectiveLimits, type WallLimitRule } from '@sandglass/domain';
import { findLanguage, languages } from '@sandglass/languages';
import type { z } from 'zod';
import { recordAudit, type Actor } from '../admin/audit-log.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Database } from '../database/database.ts';
import { ApiError, fieldErrors } from '../errors/api-error.ts';
import { wallLimitEffects } from './wall-limit-effects.ts';
import {
  contestsUnder,
  putRule,
  rulesFor,
  storedRules,
  withRule,
  type StoredRules,
} from './wall-limit-repository.ts';

export class WallLimitService {
  readonly #database: Database;
  readonly #onEvent: (contestId: string) => void;

  constructor(database: Database, onEvent: (contestId: string) => void) {
    this.#database = database;
    this.#onEvent = onEvent;
  }

  async rules(): Promise<WallLimitRulesAnswer> {
    const stored = await storedRules(this.#database);
    const listed = (rules: ReadonlyMap<string, WallLimitRule>) =>
      [...rules].map(([id, rule]) => ({ id, rule }));
    return {
      default: { ...defaultWallLimitRule },
      global: stored.global,
      contests: listed(stored.contest),
      problems: listed(stored.problem),
      languages: listed(stored.language),
    };
  }

  async ofContest(contest: ContestModel): Promise<ContestWallLimits> {
    return {
      contestId: contest.id,
      limits: limitsUnder(contest, await storedRules(this.#database)),
    };
  }

  /**
   * Sets a rule, or takes it away (null). Judgings that start from now on run under it.
   * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN
   */
  async put(level: WallLimitLevelName, id: string, rule: WallLimitRule | null, actor: Actor): Promise<void> {
    const contests = await this.#database.transaction(async (sql) => {
      const unknown = new ApiError('WALL_LIMIT_TARGET_UNKNOWN', { level, id });
      if (level === 'language' && findLanguage(id) === null) throw unknown;
      const before = await putRule(sql, level, id, rule);
      if (before === undefined) throw unknown;
      await recordAudit(sql, actor, 'wall-limit.put', level === 'global' ? level : `${level} ${id}`, {
        before,
        after: rule,
      });
      const ids = await contestsUnder(sql, level, id);
      for (const contestId of ids)
        await appendEvent(sql, contestId, { type: 'contest', change: 'wall-limit' });
      return ids;
    });
    for (const contestId of contests) this.#onEvent(contestId);
  }

  /** What a rule would do to the verdicts of a contest, without running anything. */
  async preview(
    contest: ContestModel,
    request: z.output<typeof wallLimitPreviewRequestSchema>,
  ): Promise<WallLimitPreview> {
    const stored = await storedRules(this.#database);
    const { level, rule } = request;
    const id = request.id ?? (level === 'contest' ? contest.id : '');
    checkPlace(contest, level, id);
    const limits =
      level === 'rejudging'
        ? limitsUnder(contest, stored, rule)
        : limitsUnder(contest, withRule(stored, level, id, rule));
    const { judged, effects } = await wallLimitEffects(
      this.#database,
      contest.id,
      limits.map(({ problemId, language, wallUs }) => ({ problemId, languageId: language, wallUs })),
    );
    return {
      limits,
      judged,
      same: judged - effects.length,
      changes: effects.flatMap(({ submissionId, verdict, effect }) =>
        effect.kind === 'changes'
          ? { submissionId, before: verdict, after: effect.verdict, test: effect.test }
          : [],
      ),
      open: effects.flatMap(({ submissionId, verdict, effect }) =>
        effect.kind === 'open' ? { submissionId, before: verdict, test: effect.test } : [],
      ),
    };
  }
}

/** For every problem in every language it may be solved in. */
export function limitsUnder(
  contest: ContestModel,
  stored: StoredRules,
  rejudging: WallLimitRule | null = null,
  limits: { readonly timeLimitMs?: number | undefined } = {},
): EffectiveWallLimit[] {
  // Where answers are handed in no program runs.
  const problems = contest.definition.problems.filter(({ kind }) => !kind.submitAnswer);
  return problems.flatMap((problem) =>
    languages
      .filter(({ id }) => problem.allowedLanguages.length === 0 || problem.allowedLanguages.includes(id))
      .map((language) => {
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
      }),
  );
}

function checkPlace(contest: ContestModel, level: string, id: string): void {
  const known =
    level === 'problem'
      ? contest.problemById(id) !== undefined
      : level !== 'language' || findLanguage(id) !== null;
  if (known) return;
  throw fieldErrors('REQUEST_INVALID', [
    {
      path: 'id',
      message: `"${id}" is no ${level === 'problem' ? 'problem of this contest' : 'language here'}`,
    },
  ]);
}
