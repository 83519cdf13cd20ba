/** A rule takes the place of another: under locks, with its line in the audit log and its events. */
import type { WallLimitLevelName } from '@sandglass/contracts';
import { formatUs, type WallLimitRule } from '@sandglass/domain';
import { findLanguage } from '@sandglass/languages';
import { recordAudit, type Actor } from '../admin/audit-log.ts';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Sql } from '../database/database.ts';
import { ApiError } from '../errors/api-error.ts';
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
 * Sets a rule by hand: open proposals that it settles end. `tell` the contests afterwards, last of all.
 * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN, WALL_LIMIT_CHANGED
 */
export async function setRule(sql: Sql, change: WallLimitChange, actor: Actor): Promise<void> {
  const { level, id } = change;
  if (level === 'global' || level === 'contest') await supersede(sql, level === 'global' ? null : id, actor);
  await storeRule(sql, change, actor);
}

/**
 * What begins from here on waits for the commit, and begins under the new rule.
 * @throws ApiError WALL_LIMIT_TARGET_UNKNOWN, WALL_LIMIT_CHANGED
 */
export async function storeRule(sql: Sql, change: WallLimitChange, actor: Actor): Promise<void> {
  const { level, id, rule } = change;
  const unknown = new ApiError('WALL_LIMIT_TARGET_UNKNOWN', { level, id });
  if (level === 'language' && findLanguage(id) === null) throw unknown;
  await holdBeginnings(sql);
  const found = await putRule(sql, level, id, rule);
  if (found === undefined) throw unknown;
  if (change.before !== undefined && !isSame(change.before, found)) {
    throw new ApiError('WALL_LIMIT_CHANGED', {
      place: placeInWords(level, id),
      found: ruleInWords(found),
      by: (await lastSetBy(sql, targetOf(level, id))) ?? 'nobody any more known',
      expected: ruleInWords(change.before),
    });
  }
  await recordAudit(sql, actor, 'wall-limit.put', targetOf(level, id), { before: found, after: rule });
}

/**
 * Last of a transaction: whatever else happens in a contest waits for it from here on.
 * @returns contests that have news of it
 */
export async function tellOfRule(sql: Sql, { level, id }: WallLimitChange): Promise<string[]> {
  const ids = await contestsUnder(sql, level, id);
  for (const contestId of ids) await appendEvent(sql, contestId, { type: 'contest', change: 'wall-limit' });
  return ids;
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
    rule.marginUs === undefined ? '' : `room ${formatUs(rule.marginUs)}`,
    rule.fixedUs === undefined ? '' : formatUs(rule.fixedUs),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function isSame(one: WallLimitRule | null, other: WallLimitRule | null): boolean {
  if (one === null || other === null) return one === other;
  return (['factor', 'marginUs', 'fixedUs'] as const).every((name) => one[name] === other[name]);
}

async function lastSetBy(sql: Sql, target: string): Promise<string | null> {
  const rows = await sql.query<{ actor: string | null }>(
    `SELECT actor FROM audit_log WHERE action = 'wall-limit.put' AND target = $1 ORDER BY id DESC LIMIT 1`,
    [target],
  );
  return rows[0]?.actor ?? null;
}
