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
import {
  defaultWallLimitRule,
  effectiveLimits,
  formatUs,
  widenedRule,
  type WallLimitRule,
} from '@sandglass/domain';
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
  lockedRule,
  putRule,
  rulesFor,
  storedRules,
  withRule,
  type StoredRules,
} from './wall-limit-repository.ts';
import { supersede, type WallProposals } from './wall-proposals.ts';

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
   * Sets a rule and judges again exactly those submissions of the contest whose verdict it would or could change;
   * both or, with an error, neither.
   * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN, REQUEST_INVALID, REJUDGING_TOO_LARGE
   */
  async apply(
    contest: ContestModel,
    request: z.output<typeof applyWallLimitRequestSchema>,
    actor: Actor,
  ): Promise<ApplyWallLimitAnswer> {
    const { level, rule } = request;
    const id = request.id ?? (level === 'contest' ? contest.id : '');
    checkPlace(contest, level, id);
    const { touched, made } = await this.#database.transaction(async (sql) => ({
      touched: await set(sql, level, id, rule, actor),
      made: request.rejudge
        ? await this.#rejudge(
            sql,
            contest,
            scopeOf(contest, level, id),
            reasonFor(level, request.id, rule),
            actor,
          )
        : noRejudging,
    }));
    for (const contestId of touched) this.#onEvent(contestId);
    return this.#answer(made);
  }

  /**
   * Sets what the system proposed; what the contest's own rule allows already stays.
   * @throws ApiError WALL_PROPOSAL_UNKNOWN, WALL_PROPOSAL_ENDED, REJUDGING_TOO_LARGE
   */
  async approve(
    contests: ContestCache,
    proposalId: string,
    rejudge: boolean,
    actor: Actor,
  ): Promise<ApplyWallLimitAnswer> {
    let made: MadeRejudging = noRejudging;
    await this.#proposals.end(proposalId, 'approved', actor, async (sql, { contestId, rule: proposed }) => {
      const before = (await lockedRule(sql, 'contest', contestId)) ?? null;
      const rule = widenedRule(before, proposed.marginUs ?? 0);
      await store(sql, 'contest', contestId, rule, actor);
      if (!rejudge) return;
      const reason = reasonFor('contest', undefined, rule);
      made = await this.#rejudge(sql, contests.get(contestId), {}, reason, actor);
    });
    return this.#answer(made);
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

  /** Within the transaction that sets the rule, and under it. */
  async #rejudge(
    sql: Sql,
    contest: ContestModel,
    scope: RejudgingFilter,
    reason: string,
    actor: Actor,
  ): Promise<MadeRejudging> {
    const filter: RejudgingFilter = { ...scope, wallLimitChanges: true };
    const wanted = {
      reason,
      filter,
      repeats: 1,
      autoApply: false,
      priority: 'rejudging',
      limits: null,
    } as const;
    await sql.query('SAVEPOINT rejudging');
    try {
      const { id, submissions, busy } = await this.#rejudgings.createWithin(sql, contest, wanted, actor);
      return { rejudgingId: id, submissions, busy };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REJUDGING_EMPTY') throw error;
      await sql.query('ROLLBACK TO SAVEPOINT rejudging');
      const found = await this.#rejudgings.select(contest, { filter, limits: null, list: false }, sql);
      return { ...noRejudging, busy: found.busyCount };
    }
  }

  /** After the commit. */
  async #answer(made: MadeRejudging): Promise<ApplyWallLimitAnswer> {
    if (made.rejudgingId !== null) this.#rejudgings.begin(made.rejudgingId);
    return { rules: await this.rules(), ...made };
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

type MadeRejudging = Omit<ApplyWallLimitAnswer, 'rules'>;
const noRejudging: MadeRejudging = { rejudgingId: null, submissions: 0, busy: 0 };

/** Sets a rule by hand. @returns contests that have news of it. @throws ApiError WALL_LIMIT_TARGET_UNKNOWN */
async function set(
  sql: Sql,
  level: WallLimitLevelName,
  id: string,
  rule: WallLimitRule | null,
  actor: Actor,
): Promise<string[]> {
  const superseded =
    level === 'global' || level === 'contest'
      ? await supersede(sql, level === 'global' ? null : id, actor)
      : [];
  return [...new Set([...superseded, ...(await store(sql, level, id, rule, actor))])];
}

/** @returns contests whose memory must be renewed. @throws ApiError WALL_LIMIT_TARGET_UNKNOWN */
async function store(
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
