/** A rule takes the place of another: under locks, with its line in the audit log and its events. */
import type { WallLimitLevelName } from '@sandglass/contracts';
import { formatUs, type WallLimitRule } from '@sandglass/domain';
import { findLanguage } from '@sandglass/languages';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Unit } from '../events/unit-of-work.ts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { contestsUnder, holdBeginnings, putRule } from './wall-limit-repository.ts';
import { supersede } from './wall-proposals.ts';

export interface WallLimitChange {
  readonly level: WallLimitLevelName;
  /** '' for the global level. */
  readonly id: string;
  readonly rule: WallLimitRule | null;
  /** The rule it replaces; another one in force by now is a conflict. Undefined: whichever is in force. */
  readonly before?: WallLimitRule | null | undefined;
}

/**
 * Sets a rule by hand: open proposals that it settles end. Their contests get an event.
 * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN, WALL_LIMIT_CHANGED
 */
export async function setRule(unit: Unit, change: WallLimitChange, actor: Actor): Promise<void> {
  const { level, id } = change;
  if (level === 'global' || level === 'contest') await supersede(unit, level === 'global' ? null : id, actor);
  await storeRule(unit, change, actor);
}

/**
 * What begins from here on waits for the commit, and begins under the new rule.
 * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN, WALL_LIMIT_CHANGED
 */
export async function storeRule(unit: Unit, change: WallLimitChange, actor: Actor): Promise<void> {
  const { level, id, rule } = change;
  const unknown = new ApiError('WALL_LIMIT_TARGET_UNKNOWN', { level, id });
  if (level === 'language' && findLanguage(id) === null) throw unknown;
  await holdBeginnings(unit);
  const found = await putRule(unit, level, id, rule);
  if (found === undefined) throw unknown;
  if (change.before !== undefined && !isSame(change.before, found)) {
    throw new ApiError('WALL_LIMIT_CHANGED', {
      place: placeInWords(level, id),
      found: ruleInWords(found),
      by: (await lastSetBy(await unit.typed(), targetOf(level, id))) ?? 'nobody any more known',
      expected: ruleInWords(change.before),
    });
  }
  await recordAudit(unit, actor, 'wall-limit.put', targetOf(level, id), { before: found, after: rule });
  for (const contestId of await contestsUnder(unit, level, id))
    unit.event(contestId, { type: 'contest', change: 'wall-limit' });
}

/** Of the audit log. */
function targetOf(level: WallLimitLevelName, id: string): string {
  return level === 'global' ? level : `${level} ${id}`;
}

function placeInWords(level: WallLimitLevelName, id: string): string {
  return level === 'global' ? 'for everything' : `for ${level} ${id}`;
}

export function ruleInWords(rule: WallLimitRule | null): string {
  if (rule === null) return 'no rule';
  const parts = [
    rule.factor === undefined ? '' : `factor ${rule.factor}`,
    rule.marginUs === undefined ? '' : `margin ${formatUs(rule.marginUs)}`,
    rule.fixedUs === undefined ? '' : formatUs(rule.fixedUs),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function isSame(one: WallLimitRule | null, other: WallLimitRule | null): boolean {
  if (one === null || other === null) return one === other;
  return (['factor', 'marginUs', 'fixedUs'] as const).every((name) => one[name] === other[name]);
}

async function lastSetBy(typed: Typed, target: string): Promise<string | null> {
  const last = await typed.auditLog.findFirst({
    where: { action: 'wall-limit.put', target },
    orderBy: { id: 'desc' },
    select: { actor: true },
  });
  return last?.actor ?? null;
}
