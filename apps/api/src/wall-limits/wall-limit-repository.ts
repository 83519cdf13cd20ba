/** The jury's rules for the wall-clock limit, by level, and the judgings they apply to. */
import { limitsSchema, wallLimitRuleSchema, type WallLimitLevelName } from '@sandglass/contracts';
import { z } from 'zod';
import {
  wallLimit,
  wallRuleOfPackage,
  type JudgingLimits,
  type WallLimitRule,
  type WallLimitRules,
} from '@sandglass/domain';
import { shareLock, takeLock } from '../platform/database/advisory-locks.ts';
import { globalWallLimitSetting as settingKey } from '../contests/contest-repository.ts';
import type { Sql } from '../platform/database/database.ts';
import { readJson } from '../platform/database/json-columns.ts';
import { limitsSchema as packageLimitsSchema } from '../problems/problem-rows.ts';

/** As a judging has them on record. */
export const judgingLimitsSchema = z.object({
  run: limitsSchema,
  compile: limitsSchema,
  validation: limitsSchema,
});
const ruleSchema = wallLimitRuleSchema.nullable();

/** Every rule that is set. */
export interface StoredRules {
  readonly global: WallLimitRule | null;
  readonly contest: ReadonlyMap<string, WallLimitRule>;
  readonly problem: ReadonlyMap<string, WallLimitRule>;
  readonly language: ReadonlyMap<string, WallLimitRule>;
}

export async function storedRules(sql: Sql): Promise<StoredRules> {
  const rows = await sql.query<{ level: WallLimitLevelName; id: string; rule: unknown }>(
    `SELECT 'contest' AS level, id, wall_limit_rule AS rule FROM contest WHERE wall_limit_rule IS NOT NULL
     UNION ALL SELECT 'problem', id, wall_limit_rule FROM problem WHERE wall_limit_rule IS NOT NULL
     UNION ALL SELECT 'global', '', value FROM setting WHERE key = $1
     UNION ALL SELECT 'language', substr(key, length($1) + 2), value FROM setting WHERE key LIKE $1 || ':%'
     ORDER BY 1, 2`,
    [settingKey],
  );
  const of = (level: WallLimitLevelName): Map<string, WallLimitRule> =>
    new Map(
      rows.filter((row) => row.level === level).map(({ id, rule }) => [id, wallLimitRuleSchema.parse(rule)]),
    );
  return {
    global: of('global').get('') ?? null,
    contest: of('contest'),
    problem: of('problem'),
    language: of('language'),
  };
}

/** The rules that meet in one judging. */
export function rulesFor(
  stored: StoredRules,
  place: { readonly contestId: string; readonly problemId: string; readonly languageId: string },
  rejudging: WallLimitRule | null = null,
): WallLimitRules {
  return {
    global: stored.global,
    contest: stored.contest.get(place.contestId) ?? null,
    problem: stored.problem.get(place.problemId) ?? null,
    language: stored.language.get(place.languageId) ?? null,
    rejudging,
  };
}

/** As if one level said something else. @param id '' for the global level */
export function withRule(
  stored: StoredRules,
  level: WallLimitLevelName,
  id: string,
  rule: WallLimitRule | null,
): StoredRules {
  if (level === 'global') return { ...stored, global: rule };
  const rules = new Map(stored[level]);
  if (rule === null) rules.delete(id);
  else rules.set(id, rule);
  return { ...stored, [level]: rules };
}

/** The rule of its own, which stays so until the transaction ends; undefined when there is no such row. */
export async function lockedRule(
  sql: Sql,
  level: 'contest' | 'problem',
  id: string,
): Promise<WallLimitRule | null | undefined> {
  const rows = await sql.query<{ rule: unknown }>(
    `SELECT wall_limit_rule AS rule FROM ${level} WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return rows[0] === undefined ? undefined : ruleSchema.parse(rows[0].rule);
}

/** @returns the rule it takes the place of; undefined when there is no such contest or problem */
export async function putRule(
  sql: Sql,
  level: WallLimitLevelName,
  id: string,
  rule: WallLimitRule | null,
): Promise<WallLimitRule | null | undefined> {
  const value = rule === null ? null : JSON.stringify(rule);
  if (level === 'contest' || level === 'problem') {
    const before = await lockedRule(sql, level, id);
    await sql.query(`UPDATE ${level} SET wall_limit_rule = $2 WHERE id = $1`, [id, value]);
    return before;
  }
  const key = level === 'global' ? settingKey : `${settingKey}:${id}`;
  const before = await sql.query<{ rule: unknown }>(
    'SELECT value AS rule FROM setting WHERE key = $1 FOR UPDATE',
    [key],
  );
  if (value === null) await sql.query('DELETE FROM setting WHERE key = $1', [key]);
  else {
    await sql.query(
      `INSERT INTO setting (key, value, updated_at) VALUES ($1, $2, now())
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
      [key, value],
    );
  }
  return ruleSchema.parse(before[0]?.rule ?? null);
}

/** Contests that the rule holds in, in the order in which their rows may be locked. */
export async function contestsUnder(sql: Sql, level: WallLimitLevelName, id: string): Promise<string[]> {
  if (level === 'contest') return [id];
  const rows = await (level === 'problem'
    ? sql.query<{ id: string }>(
        'SELECT contest_id AS id FROM contest_problem WHERE problem_id = $1 ORDER BY 1',
        [id],
      )
    : sql.query<{ id: string }>('SELECT id FROM contest ORDER BY 1'));
  return rows.map((row) => row.id);
}

/** Other contests with submissions that the rule holds for. */
export async function contestsElsewhere(
  sql: Sql,
  contestId: string,
  level: WallLimitLevelName,
  id: string,
): Promise<{ id: string; name: string }[]> {
  if (level === 'contest') return [];
  return sql.query(
    `SELECT c.id, c.name FROM contest c WHERE c.id <> $1 AND EXISTS (
       SELECT 1 FROM submission s WHERE s.contest_id = c.id
         AND ($2::text IS NULL OR s.problem_id = $2) AND ($3::text IS NULL OR s.language_id = $3))
     ORDER BY c.starts_at DESC`,
    [contestId, level === 'problem' ? id : null, level === 'language' ? id : null],
  );
}

/**
 * From here on until the commit no judging begins under the rules as they were: those that have, have it on record by
 * now. Call late, every claim waits for it.
 */
export async function holdBeginnings(sql: Sql): Promise<void> {
  await takeLock(sql, 'wallLimitRules');
}

/**
 * Gives a judging of which nothing has been run the wall limit in force now: it may have
 * waited in the queue, or failed on a host, while the jury changed a rule. From its first
 * run on it keeps its limit, so that all its tests and the repeats of suspect runs are
 * comparable, and the limit on record is that of every run. Call under the lock of its row.
 */
export async function refreshWallLimit(sql: Sql, judgingId: string): Promise<JudgingLimits> {
  await shareLock(sql, 'wallLimitRules');
  const rows = await sql.query<{ limits: unknown; package: unknown; rules: WallLimitRules }>(
    // What the contest decides of time and memory names no wall limit: that of the package stays.
    `SELECT j.limits, v.limits AS package, json_build_object(
         'global', (SELECT value FROM setting WHERE key = $2),
         'contest', c.wall_limit_rule, 'problem', p.wall_limit_rule,
         'language', (SELECT value FROM setting WHERE key = $2 || ':' || s.language_id),
         'rejudging', r.limits -> 'wall') AS rules
     FROM judging j JOIN submission s ON s.id = j.submission_id JOIN contest c ON c.id = s.contest_id
       JOIN problem p ON p.id = s.problem_id JOIN problem_version v ON v.id = j.version_id
       LEFT JOIN rejudging r ON r.id = j.rejudging_id
     WHERE j.id = $1`,
    [judgingId, settingKey],
  );
  if (rows[0] === undefined) throw new Error(`there is no judging ${judgingId}`);
  const row = readJson(rows[0], { limits: judgingLimitsSchema, package: packageLimitsSchema });
  const { run } = row.limits;
  const { wallUs } = wallLimit(run.cpuUs, { ...row.rules, package: wallRuleOfPackage(row.package) });
  if (wallUs === run.wallUs) return row.limits;
  const limits = { ...row.limits, run: { ...run, wallUs } };
  await sql.query('UPDATE judging SET limits = $2 WHERE id = $1', [judgingId, JSON.stringify(limits)]);
  return limits;
}
