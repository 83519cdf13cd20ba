/**
 * A rejudging that was made by a change of a wall limit is complete only when nothing is judged under the limit before
 * any more: one judging has one limit, so what had begun went on, and ends with verdicts that the new one may change.
 */
import { systemActor } from '../admin/audit-log.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Sql } from '../database/database.ts';
import { limitsUnder, newLimits } from '../wall-limits/limits-in-force.ts';
import { underAnotherLimit } from '../wall-limits/wall-limit-effects.ts';
import { storedRules } from '../wall-limits/wall-limit-repository.ts';
import { cancelRejudging, setComplete } from './rejudging-repository.ts';
import type { RejudgingRow } from './rejudging-row.ts';
import { selectSubmissions } from './rejudging-selection.ts';

/**
 * Takes what its filter takes by now, and is complete; with nothing at all it ends as cancelled. Call under its lock,
 * again and again.
 * @returns whether there may be more to plan
 */
export async function completeRejudging(
  sql: Sql,
  contest: ContestModel,
  rejudging: RejudgingRow,
): Promise<boolean> {
  const { problems, languages } = rejudging.filter;
  const limits = limitsUnder(contest, await storedRules(sql))
    .filter(({ label }) => problems === undefined || problems.includes(label))
    .filter(({ language }) => languages === undefined || languages.includes(language));
  if ((await underAnotherLimit(sql, contest.id, newLimits(limits))) > 0) return false;
  const groups = await selectSubmissions(sql, contest, rejudging.filter, rejudging.limits, { list: true });
  const free = groups.filter(({ rejudgingId }) => rejudgingId === null);
  const elsewhere = groups.filter(({ rejudgingId }) => rejudgingId !== null && rejudgingId !== rejudging.id);
  await setComplete(
    sql,
    rejudging.id,
    free.flatMap(({ submissionIds }) => submissionIds ?? []),
    elsewhere.reduce((sum, { count }) => sum + count, 0),
  );
  const members = await sql.query('SELECT 1 FROM rejudged_submission WHERE rejudging_id = $1 LIMIT 1', [
    rejudging.id,
  ]);
  if (members.length > 0) return true;
  await cancelRejudging(sql, rejudging, systemActor);
  return false;
}
