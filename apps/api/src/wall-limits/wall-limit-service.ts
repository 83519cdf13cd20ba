/** Wall limits as the jury sets them: kept, shown with their reason, previewed against the record (S8). */
import type {
  ApplyWallLimitAnswer,
  applyWallLimitRequestSchema,
  ContestWallLimits,
  RejudgingFilter,
  WallLimitHistory,
  WallLimitLevelName,
  WallLimitPreview,
  wallLimitPreviewRequestSchema,
  WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { defaultWallLimitRule, widenedRule, type WallLimitRule } from '@sandglass/domain';
import { findLanguage, languages } from '@sandglass/languages';
import type { z } from 'zod';
import type { Actor } from '../admin/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Database, Sql } from '../database/database.ts';
import { ApiError, fieldErrors } from '../errors/api-error.ts';
import type { RejudgingService } from '../rejudgings/rejudging-service.ts';
import { effectsElsewhere } from './effects-elsewhere.ts';
import { limitsUnder, newLimits, scopeOf } from './limits-in-force.ts';
import { ruleInWords, setRule, storeRule, tellOfRule, type WallLimitChange } from './wall-limit-change.ts';
import { underAnotherLimit, wallLimitEffects } from './wall-limit-effects.ts';
import { storedRules, withRule, type StoredRules } from './wall-limit-repository.ts';
import type { WallProposals } from './wall-proposals.ts';

export interface WallLimitParts {
  readonly database: Database;
  readonly contests: ContestCache;
  readonly rejudgings: RejudgingService;
  readonly proposals: WallProposals;
  readonly onEvent: (contestId: string) => void;
}

export class WallLimitService {
  readonly #database: Database;
  readonly #contests: ContestCache;
  readonly #rejudgings: RejudgingService;
  readonly #proposals: WallProposals;
  readonly #onEvent: (contestId: string) => void;

  constructor(parts: WallLimitParts) {
    this.#database = parts.database;
    this.#contests = parts.contests;
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
    const change = { level, id, rule };
    const contests = await this.#database.transaction(async (sql) => {
      await setRule(sql, change, actor);
      return tellOfRule(sql, change);
    });
    for (const contestId of contests) this.#onEvent(contestId);
  }

  /**
   * Sets a rule and judges again exactly those submissions of the contest whose verdict it would or could change;
   * both or, with an error, neither.
   * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN, WALL_LIMIT_CHANGED, REQUEST_INVALID, REJUDGING_TOO_LARGE
   */
  async apply(
    contest: ContestModel,
    request: z.output<typeof applyWallLimitRequestSchema>,
    actor: Actor,
  ): Promise<ApplyWallLimitAnswer> {
    const { level, rule, rejudge, before } = request;
    const id = request.id ?? (level === 'contest' ? contest.id : '');
    checkPlace(contest, level, id);
    const change = { level, id, rule, before };
    const { made, touched } = await this.#database.transaction(async (sql) => {
      const set = (): Promise<void> => setRule(sql, change, actor);
      const rejudging = await this.#change(sql, contest, change, rejudge, actor, set);
      const told = await tellOfRule(sql, change);
      if (rejudging.rejudgingId !== null)
        await this.#rejudgings.tellWithin(sql, contest, rejudging.rejudgingId);
      return { made: rejudging, touched: told };
    });
    for (const contestId of touched) this.#onEvent(contestId);
    return this.#answer(made);
  }

  /**
   * Sets what the system proposed; what the contest's own rule allows already stays.
   * @throws ApiError WALL_PROPOSAL_UNKNOWN, WALL_PROPOSAL_ENDED, REJUDGING_TOO_LARGE
   */
  async approve(proposalId: string, rejudge: boolean, actor: Actor): Promise<ApplyWallLimitAnswer> {
    let made: MadeRejudging = noRejudging;
    await this.#proposals.end(proposalId, 'approved', actor, async (sql, { contestId, rule: proposed }) => {
      const before = (await storedRules(sql)).contest.get(contestId) ?? null;
      const rule = widenedRule(before, proposed.marginUs ?? 0);
      const change: WallLimitChange = { level: 'contest', id: contestId, rule, before };
      const set = (): Promise<void> => storeRule(sql, change, actor);
      const contest = this.#contests.get(contestId);
      made = await this.#change(sql, contest, change, rejudge, actor, set);
      if (made.rejudgingId !== null) await this.#rejudgings.tellWithin(sql, contest, made.rejudgingId);
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

  /**
   * The rejudging before the rule: what is dear is done while the contest's verdicts and the hosts' claims need not wait.
   * @param set the rule
   */
  async #change(
    sql: Sql,
    contest: ContestModel,
    change: WallLimitChange,
    rejudge: boolean,
    actor: Actor,
    set: () => Promise<void>,
  ): Promise<MadeRejudging> {
    const { level, id, rule } = change;
    const rules = withRule(await storedRules(sql), level, id, rule);
    const early = rejudge
      ? await this.#rejudge(sql, contest, change, { rules, mayBeEmpty: false }, actor)
      : noRejudging;
    await set();
    const underWay = await underAnotherLimit(
      sql,
      contest.id,
      newLimits(limitsUnder(contest, rules), scopeOf(level, id)),
    );
    // Where nothing was affected a moment ago: by now all is known that has begun under the old limit.
    const made =
      rejudge && early.rejudgingId === null
        ? await this.#rejudge(sql, contest, change, { rules, mayBeEmpty: underWay > 0 }, actor)
        : early;
    return {
      ...made,
      underWay,
      elsewhere: await effectsElsewhere(sql, this.#contests, contest.id, change, rules),
    };
  }

  /** Where nothing is affected there is none, unless it may be empty. */
  async #rejudge(
    sql: Sql,
    contest: ContestModel,
    change: WallLimitChange,
    completion: { readonly rules: StoredRules; readonly mayBeEmpty: boolean },
    actor: Actor,
  ): Promise<MadeRejudging> {
    const filter = { ...filterOf(contest, change.level, change.id), wallLimitChanges: true } as const;
    const wanted = {
      reason: reasonFor(change),
      filter,
      repeats: 1,
      autoApply: false,
      priority: 'rejudging',
      limits: null,
    } as const;
    await sql.query('SAVEPOINT rejudging');
    try {
      const made = await this.#rejudgings.createWithin(sql, contest, wanted, actor, completion);
      return { ...noRejudging, rejudgingId: made.id, submissions: made.submissions, busy: made.busy };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REJUDGING_EMPTY') throw error;
      await sql.query('ROLLBACK TO SAVEPOINT rejudging');
      const request = { filter, limits: null, list: false } as const;
      const { busyCount } = await this.#rejudgings.select(contest, request, sql, completion.rules);
      return { ...noRejudging, busy: busyCount };
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
    const rules = level === 'rejudging' ? stored : withRule(stored, level, id, rule);
    const limits = limitsUnder(contest, rules, level === 'rejudging' ? rule : null);
    const places = newLimits(limits, scopeOf(level, id));
    const { judged, effects } = await wallLimitEffects(this.#database, contest.id, places);
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
      underWay: await underAnotherLimit(this.#database, contest.id, places),
      elsewhere:
        level === 'rejudging'
          ? []
          : await effectsElsewhere(this.#database, this.#contests, contest.id, { level, id }, rules),
    };
  }
}

type MadeRejudging = Omit<ApplyWallLimitAnswer, 'rules'>;
const noRejudging: MadeRejudging = { rejudgingId: null, submissions: 0, busy: 0, underWay: 0, elsewhere: [] };

function filterOf(contest: ContestModel, level: WallLimitLevelName, id: string): RejudgingFilter {
  if (level === 'language') return { languages: [id] };
  const label = level === 'problem' ? contest.problemById(id)?.label : undefined;
  return label === undefined ? {} : { problems: [label] };
}

function reasonFor({ level, id, rule }: WallLimitChange): string {
  const place = level === 'problem' || level === 'language' ? `for ${level} ${id}` : `of the ${level} level`;
  return `wall limit ${place}: ${rule === null ? 'the rule was taken away' : ruleInWords(rule)}`;
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
