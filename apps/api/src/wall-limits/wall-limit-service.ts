/** Wall limits as the jury sets them: kept, shown with their reason, previewed against the record (S8). */
import type {
  ApplyWallLimitAnswer,
  applyWallLimitRequestSchema,
  ContestWallLimits,
  EffectiveWallLimit,
  RejudgingFilter,
  WallLimitHistory,
  WallLimitLevelName,
  WallLimitPreview,
  wallLimitPreviewRequestSchema,
  WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { defaultWallLimitRule, effectiveLimits, formatUs, type WallLimitRule } from '@sandglass/domain';
import { findLanguage, languages } from '@sandglass/languages';
import type { z } from 'zod';
import { recordAudit, type Actor } from '../admin/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Database, Sql } from '../database/database.ts';
import { ApiError, fieldErrors } from '../errors/api-error.ts';
import type { RejudgingService } from '../rejudgings/rejudging-service.ts';
import { wallLimitEffects } from './wall-limit-effects.ts';
import {
  contestsUnder,
  putRule,
  rulesFor,
  storedRules,
  withRule,
  type StoredRules,
} from './wall-limit-repository.ts';
import type { WallProposals } from './wall-proposals.ts';

export interface WallLimitParts {
  readonly database: Database;
  readonly rejudgings: RejudgingService;
  readonly proposals: WallProposals;
  readonly onEvent: (contestId: string) => void;
}

export class WallLimitService {
  readonly #database: Database;
  readonly #rejudgings: RejudgingService;
  readonly #proposals: WallProposals;
  readonly #onEvent: (contestId: string) => void;

  constructor(parts: WallLimitParts) {
    this.#database = parts.database;
    this.#rejudgings = parts.rejudgings;
    this.#proposals = parts.proposals;
    this.#onEvent = parts.onEvent;
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
    const contests = await this.#database.transaction((sql) => set(sql, level, id, rule, actor));
    for (const contestId of contests) this.#onEvent(contestId);
  }

  /**
   * Sets a rule and judges again exactly those submissions of the contest whose verdict it would or could change.
   * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN, REQUEST_INVALID
   */
  async apply(
    contest: ContestModel,
    request: z.output<typeof applyWallLimitRequestSchema>,
    actor: Actor,
  ): Promise<ApplyWallLimitAnswer> {
    const { level, rule } = request;
    const id = request.id ?? (level === 'contest' ? contest.id : '');
    checkPlace(contest, level, id);
    await this.put(level, id, rule, actor);
    return this.#rejudge(
      contest,
      request.rejudge,
      scopeOf(contest, level, id),
      reasonFor(level, request.id, rule),
      actor,
    );
  }

  /**
   * Sets what the system proposed.
   * @throws ApiError WALL_PROPOSAL_UNKNOWN, WALL_PROPOSAL_ENDED
   */
  async approve(
    contests: ContestCache,
    proposalId: string,
    rejudge: boolean,
    actor: Actor,
  ): Promise<ApplyWallLimitAnswer> {
    const { contestId, rule } = await this.#proposals.end(
      proposalId,
      'approved',
      actor,
      async (sql, proposal) => {
        await set(sql, 'contest', proposal.contestId, proposal.rule, actor);
      },
    );
    const contest = contests.get(contestId);
    return this.#rejudge(contest, rejudge, {}, reasonFor('contest', undefined, rule), actor);
  }

  /** Who set what of this contest's limits, newest first. */
  async history(contest: ContestModel): Promise<WallLimitHistory> {
    const targets = [
      'global',
      `contest ${contest.id}`,
      ...contest.definition.problems.map(({ id }) => `problem ${id}`),
      ...languages.map(({ id }) => `language ${id}`),
    ];
    const rows = await this.#database.query<{
      at: Date;
      actor: string | null;
      action: string;
      target: string;
      details: { before?: WallLimitRule | null; after?: WallLimitRule | null };
    }>(
      `SELECT at, actor, action, target, details FROM audit_log
       WHERE action LIKE 'wall-limit.%' AND target = ANY($1::text[]) ORDER BY id DESC LIMIT 100`,
      [targets],
    );
    return {
      entries: rows.map(({ at, details, ...row }) => ({
        ...row,
        at: at.toISOString(),
        before: details.before ?? null,
        after: details.after ?? null,
      })),
    };
  }

  async #rejudge(
    contest: ContestModel,
    wanted: boolean,
    scope: RejudgingFilter,
    reason: string,
    actor: Actor,
  ): Promise<ApplyWallLimitAnswer> {
    const rules = await this.rules();
    const none = { rules, rejudgingId: null, submissions: 0, busy: 0 };
    if (!wanted) return none;
    try {
      const made = await this.#rejudgings.create(
        contest,
        {
          reason,
          filter: { ...scope, wallLimitChanges: true },
          repeats: 1,
          autoApply: false,
          priority: 'rejudging',
          limits: null,
        },
        actor,
      );
      return { rules, rejudgingId: made.id, submissions: made.submissions, busy: made.busy };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REJUDGING_EMPTY') throw error;
      const found = await this.#rejudgings.select(contest, {
        filter: { ...scope, wallLimitChanges: true },
        limits: null,
        list: false,
      });
      return { ...none, busy: found.busyCount };
    }
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
      // Elsewhere nothing changes, whatever an earlier rule has left behind there.
      limits
        .filter((limit) => level !== 'problem' || limit.problemId === id)
        .filter((limit) => level !== 'language' || limit.language === id)
        .map(({ problemId, language, wallUs }) => ({ problemId, languageId: language, wallUs })),
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

/** @returns contests whose memory must be renewed. @throws ApiError WALL_LIMIT_TARGET_UNKNOWN */
async function set(
  sql: Sql,
  level: WallLimitLevelName,
  id: string,
  rule: WallLimitRule | null,
  actor: Actor,
): Promise<string[]> {
  const unknown = new ApiError('WALL_LIMIT_TARGET_UNKNOWN', { level, id });
  if (level === 'language' && findLanguage(id) === null) throw unknown;
  const before = await putRule(sql, level, id, rule);
  if (before === undefined) throw unknown;
  await recordAudit(sql, actor, 'wall-limit.put', level === 'global' ? level : `${level} ${id}`, {
    before,
    after: rule,
  });
  const ids = await contestsUnder(sql, level, id);
  for (const contestId of ids) await appendEvent(sql, contestId, { type: 'contest', change: 'wall-limit' });
  return ids;
}

function scopeOf(contest: ContestModel, level: WallLimitLevelName, id: string): RejudgingFilter {
  if (level === 'language') return { languages: [id] };
  const label = level === 'problem' ? contest.problemById(id)?.label : undefined;
  return label === undefined ? {} : { problems: [label] };
}

function reasonFor(level: WallLimitLevelName, id: string | undefined, rule: WallLimitRule | null): string {
  const place = id === undefined ? `of the ${level} level` : `for ${level} ${id}`;
  if (rule === null) return `wall limit ${place}: the rule was taken away`;
  const parts = [
    rule.factor === undefined ? '' : `factor ${rule.factor}`,
    rule.marginUs === undefined ? '' : `room ${formatUs(rule.marginUs)}`,
    rule.fixedUs === undefined ? '' : formatUs(rule.fixedUs),
  ];
  return `wall limit ${place}: ${parts.filter((part) => part !== '').join(', ')}`;
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
