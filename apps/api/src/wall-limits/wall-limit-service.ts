/** Wall limits as the jury sets them: kept, shown with their reason, previewed against the record. */
import {
  wallLimitRuleSchema,
  type ContestWallLimits,
  type WallLimitHistory,
  type WallLimitLevelName,
  type WallLimitPreview,
  type wallLimitPreviewRequestSchema,
  type WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { defaultWallLimitRule, type WallLimitRule } from '@sandglass/domain';
import { findLanguage, languages } from '@sandglass/languages';
import { z } from 'zod';
import type { Actor } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Units } from '../events/unit-of-work.ts';
import type { Database } from '../platform/database/database.ts';
import { fieldErrors } from '../platform/errors/api-error.ts';
import { effectsElsewhere } from './effects-elsewhere.ts';
import { limitsUnder, newLimits, scopeOf } from './contest-limits.ts';
import { setRule } from './wall-limit-change.ts';
import { underAnotherLimit, wallLimitEffects } from './wall-limit-effect-repository.ts';
import { storedRules, withRule } from './wall-limit-repository.ts';

/** What the audit log says of a change. */
const ruleSchema = wallLimitRuleSchema.nullable().default(null);
const changeSchema = z.object({ before: ruleSchema, after: ruleSchema });

export interface WallLimitParts {
  readonly database: Database;
  readonly contests: ContestCache;
  readonly units: Units;
}

export class WallLimitService {
  readonly #database: Database;
  readonly #contests: ContestCache;
  readonly #units: Units;

  constructor(parts: WallLimitParts) {
    this.#database = parts.database;
    this.#contests = parts.contests;
    this.#units = parts.units;
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
    await this.#units.run((unit) => setRule(unit, { level, id, rule }, actor));
  }

  /** Who set what of this contest's limits, newest first. */
  async history(contest: ContestModel): Promise<WallLimitHistory> {
    const targets = [
      'global',
      `contest ${contest.id}`,
      ...contest.definition.problems.map(({ id }) => `problem ${id}`),
      ...languages.map(({ id }) => `language ${id}`),
    ];
    const rows = await this.#database.prisma.auditLog.findMany({
      where: { action: { startsWith: 'wall-limit.' }, target: { in: targets } },
      orderBy: { id: 'desc' },
      take: 100,
      select: { at: true, actor: true, action: true, target: true, details: true },
    });
    return {
      entries: rows.map(({ at, details, ...row }) => ({
        ...row,
        at: at.toISOString(),
        ...changeSchema.parse(details),
      })),
    };
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
      changes: effects.flatMap(({ submissionId, number, verdict, effect }) =>
        effect.kind === 'changes'
          ? { submissionId, number, before: verdict, after: effect.verdict, test: effect.test }
          : [],
      ),
      open: effects.flatMap(({ submissionId, number, verdict, effect }) =>
        effect.kind === 'open' ? { submissionId, number, before: verdict, test: effect.test } : [],
      ),
      underWay: await underAnotherLimit(this.#database, contest.id, places),
      elsewhere:
        level === 'rejudging'
          ? []
          : await effectsElsewhere(this.#database, this.#contests, contest.id, { level, id }, rules),
    };
  }
}

/** @throws ApiError REQUEST_INVALID where the contest has no such place */
export function checkPlace(contest: ContestModel, level: string, id: string): void {
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
