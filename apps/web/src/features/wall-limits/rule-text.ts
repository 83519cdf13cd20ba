/** A wall-limit rule as the jury chose it: by the seconds it gives, for whom, and who set it. */
import type {
  EffectiveWallLimit,
  WallLimitHistory,
  WallLimitRuleBody,
  WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { formatLimitMs } from '../../lib/format.ts';
import { limitsAt, scaleOf, storedRule } from './limit-scale.ts';
import type { Level, Place } from './wall-limit-queries.ts';

export interface LimitsOfContest {
  readonly contestId: string;
  readonly rules: WallLimitRulesAnswer;
  readonly limits: readonly EffectiveWallLimit[];
}

type Entry = WallLimitHistory['entries'][number];

/** "2 × CPU limit + 2 s". */
export const defaultText = ({
  default: { factor, marginUs },
}: Pick<WallLimitRulesAnswer, 'default'>): string =>
  `${factor} × CPU limit + ${formatLimitMs(marginUs / 1000)}`;

/** "3 s (1.5 × CPU limit)": the seconds at the CPU limit that most of the place have. */
export function ruleText(rule: WallLimitRuleBody | null, place: Place, of: LimitsOfContest): string {
  if (rule === null) return 'no rule';
  if (rule.fixedUs !== undefined) return formatLimitMs(rule.fixedUs / 1000);
  const { contestId, rules, limits } = of;
  const own = limitsAt(limits, place);
  const scale = scaleOf(own, rules, contestId, place);
  const factor = rule.factor ?? scale.factor;
  const parts = [
    rule.factor === undefined && rule.marginUs !== undefined ? `${round(factor)} × CPU limit` : '',
    rule.factor === undefined ? '' : `${rule.factor} × CPU limit`,
    rule.marginUs === undefined || rule.marginUs === 0 ? '' : formatLimitMs(rule.marginUs / 1000),
  ].filter((part) => part !== '');
  const formula = parts.join(' + ');
  if (rule.marginUs === undefined || own.length === 0) return formula;
  const wallMs = Math.max(factor * scale.cpuUs + rule.marginUs, scale.cpuUs) / 1000;
  const several = new Set(own.map(({ cpuUs }) => cpuUs)).size > 1;
  const at = several ? ` at a CPU limit of ${formatLimitMs(scale.cpuUs / 1000)}` : '';
  return `${formatLimitMs(wallMs)}${at} (${formula})`;
}

const round = (factor: number): number => Number(factor.toFixed(3));

/** "problem A", of its target in the audit log or a place. */
export function placeText({ level, id }: Place, { limits }: Pick<LimitsOfContest, 'limits'>): string {
  if (level === 'global') return 'everything';
  if (level === 'contest') return 'this contest';
  if (level === 'language') return `language ${id ?? ''}`;
  const label = limits.find(({ problemId }) => problemId === id)?.label;
  return `problem ${label ?? id ?? ''}`;
}

/** @param target as in the audit log: "global", "problem sum" */
export function placeOfTarget(target: string): Place {
  const [level = 'global', id] = target.split(' ');
  return { level: level as Level, id };
}

const levels: readonly Level[] = ['language', 'problem', 'contest', 'global'];

/** Which rule a limit comes from: the most special one that is set. Null: the default. */
function rulePlace(limit: EffectiveWallLimit, { contestId, rules }: LimitsOfContest): Place | null {
  const places = levels.map((level): Place => {
    const id = level === 'language' ? limit.language : level === 'problem' ? limit.problemId : undefined;
    return { level, id };
  });
  return places.find((place) => storedRule(rules, contestId, place) !== null) ?? null;
}

/**
 * "3 s, set for problem A by jury": what is in force at a place.
 * @param history newest first; undefined: not read yet
 */
export function inForceText(
  place: Place,
  of: LimitsOfContest,
  history: readonly Entry[] | undefined,
): string {
  const own = limitsAt(of.limits, place);
  const scale = scaleOf(own, of.rules, of.contestId, place);
  const usual = own.find(({ cpuUs, wallUs }) => cpuUs === scale.cpuUs && wallUs === scale.wallUs);
  if (usual === undefined) return '';
  const value = formatLimitMs(usual.wallUs / 1000);
  const source = rulePlace(usual, of);
  if (source === null) return `${value}, the default: ${defaultText(of.rules)}`;
  const setBy = history?.find(
    ({ action, target, after }) => action === 'wall-limit.put' && after !== null && isPlace(target, source),
  );
  const actor = setBy === undefined ? '' : ` by ${setBy.actor ?? 'the system'}`;
  return `${value}, set for ${placeText(source, of)}${actor}`;
}

/** A contest's own rule is the only one of its level in its log. */
function isPlace(target: string, place: Place): boolean {
  const { level, id } = placeOfTarget(target);
  return level === place.level && (level === 'contest' || level === 'global' || id === place.id);
}
