/** What a rule that holds beyond one contest would do in the others: shown, and left to their own juries. */
import type { WallLimitLevelName, WallLimitPreview } from '@sandglass/contracts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { Sql } from '../platform/database/database.ts';
import { limitsUnder, newLimits, scopeOf } from './contest-limits.ts';
import { wallLimitEffects } from './wall-limit-effect-repository.ts';
import { contestsElsewhere, type StoredRules } from './wall-limit-repository.ts';

/** Whose verdicts are looked at, the latest: the numbers are renewed while the slider moves. */
const lookedAt = 8;

/** @param rules with the new one in force */
export async function effectsElsewhere(
  sql: Sql,
  contests: Pick<ContestCache, 'find'>,
  contestId: string,
  { level, id }: { readonly level: WallLimitLevelName; readonly id: string },
  rules: StoredRules,
): Promise<WallLimitPreview['elsewhere']> {
  const others = await contestsElsewhere(sql, contestId, level, id);
  const elsewhere: WallLimitPreview['elsewhere'] = [];
  // One after the other: within a transaction there is but one connection.
  for (const [index, other] of others.entries()) {
    const contest = index < lookedAt ? contests.find(other.id) : undefined;
    const effects =
      contest === undefined
        ? null
        : await wallLimitEffects(sql, contest.id, newLimits(limitsUnder(contest, rules), scopeOf(level, id)));
    elsewhere.push({ ...other, affected: effects?.effects.length ?? null });
  }
  return elsewhere;
}
