/** A wall limit is changed, and what it may change is judged again: both, or with an error neither. */
import type {
  ApplyWallLimitAnswer,
  applyWallLimitRequestSchema,
  RejudgingFilter,
  WallLimitLevelName,
} from '@sandglass/contracts';
import { widenedRule } from '@sandglass/domain';
import type { z } from 'zod';
import type { Actor } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { effectsElsewhere } from '../wall-limits/effects-elsewhere.ts';
import { limitsUnder, newLimits, scopeOf } from '../wall-limits/contest-limits.ts';
import { ruleInWords, setRule, storeRule, type WallLimitChange } from '../wall-limits/wall-limit-change.ts';
import { underAnotherLimit } from '../wall-limits/wall-limit-effect-repository.ts';
import { storedRules, withRule, type StoredRules } from '../wall-limits/wall-limit-repository.ts';
import { checkPlace, type WallLimitService } from '../wall-limits/wall-limit-service.ts';
import type { WallProposals } from '../wall-limits/wall-proposals.ts';
import type { RejudgingService } from './rejudging-service.ts';

export interface WallLimitRejudgingParts {
  readonly contests: ContestCache;
  readonly rejudgings: RejudgingService;
  readonly wallLimits: WallLimitService;
  readonly proposals: WallProposals;
  readonly units: Units;
}

export class WallLimitRejudging {
  readonly #parts: WallLimitRejudgingParts;

  constructor(parts: WallLimitRejudgingParts) {
    this.#parts = parts;
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
    const made = await this.#parts.units.run((unit) =>
      this.#change(unit, contest, change, rejudge, actor, () => setRule(unit, change, actor)),
    );
    return this.#answer(made);
  }

  /**
   * Sets what the system proposed; what the contest's own rule allows already stays.
   * @throws ApiError WALL_PROPOSAL_UNKNOWN, WALL_PROPOSAL_ENDED, REJUDGING_TOO_LARGE
   */
  async approve(proposalId: string, rejudge: boolean, actor: Actor): Promise<ApplyWallLimitAnswer> {
    let made: MadeRejudging = noRejudging;
    await this.#parts.proposals.end(
      proposalId,
      'approved',
      actor,
      async (unit, { contestId, rule: proposed }) => {
        const before = (await storedRules(unit)).contest.get(contestId) ?? null;
        const rule = widenedRule(before, proposed.marginUs ?? 0);
        const change: WallLimitChange = { level: 'contest', id: contestId, rule, before };
        const contest = this.#parts.contests.get(contestId);
        made = await this.#change(unit, contest, change, rejudge, actor, () =>
          storeRule(unit, change, actor),
        );
      },
    );
    return this.#answer(made);
  }

  /**
   * The rejudging before the rule: what takes long is done while the contest's verdicts and the hosts' claims need not
   * wait.
   * @param set the rule
   */
  async #change(
    unit: Unit,
    contest: ContestModel,
    change: WallLimitChange,
    rejudge: boolean,
    actor: Actor,
    set: () => Promise<void>,
  ): Promise<MadeRejudging> {
    const { level, id, rule } = change;
    const rules = withRule(await storedRules(unit), level, id, rule);
    const early = rejudge
      ? await this.#rejudge(unit, contest, change, { rules, mayBeEmpty: false }, actor)
      : noRejudging;
    await set();
    const underWay = await underAnotherLimit(
      unit,
      contest.id,
      newLimits(limitsUnder(contest, rules), scopeOf(level, id)),
    );
    // Where nothing was affected a moment ago: by now all is known that has begun under the old limit.
    const made =
      rejudge && early.rejudgingId === null
        ? await this.#rejudge(unit, contest, change, { rules, mayBeEmpty: underWay > 0 }, actor)
        : early;
    return {
      ...made,
      underWay,
      elsewhere: await effectsElsewhere(unit, this.#parts.contests, contest.id, change, rules),
    };
  }

  /** Where nothing is affected there is none, unless it may be empty. */
  async #rejudge(
    unit: Unit,
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
    try {
      const made = await unit.attempt(() =>
        this.#parts.rejudgings.createWithin(unit, contest, wanted, actor, completion),
      );
      return { ...noRejudging, rejudgingId: made.id, submissions: made.submissions, busy: made.busy };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REJUDGING_EMPTY') throw error;
      const request = { filter, limits: null, list: false } as const;
      const { busyCount } = await this.#parts.rejudgings.select(contest, request, unit, completion.rules);
      return { ...noRejudging, busy: busyCount };
    }
  }

  async #answer(made: MadeRejudging): Promise<ApplyWallLimitAnswer> {
    return { rules: await this.#parts.wallLimits.rules(), ...made };
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
  return `wall limit ${place}: ${rule === null ? 'the rule was removed' : ruleInWords(rule)}`;
}
