/**
 * A rejudging that was made by a change of a wall limit is complete only when nothing is judged under the limit before
 * any more: one judging has one limit, so what had begun went on, and ends with verdicts that the new one may change.
 */
import { systemActor } from '../audit/audit-log.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Unit } from '../events/unit-of-work.ts';
import { limitsUnder, newLimits } from '../wall-limits/contest-limits.ts';
import { underAnotherLimit } from '../wall-limits/wall-limit-effect-repository.ts';
import { storedRules } from '../wall-limits/wall-limit-repository.ts';
import { cancelRejudging, setComplete } from './rejudging-repository.ts';
import { hasSubmissions, type RejudgingRow } from './rejudging-row-repository.ts';
import { selectSubmissions } from './rejudging-selection.ts';

/**
 * Takes what its filter takes by now, and is complete; with nothing at all it ends as cancelled. Call under its lock,
 * again and again.
 * @returns whether there may be more to plan
 */
export async function completeRejudging(
  unit: Unit,
  contest: ContestModel,
  rejudging: RejudgingRow,
): Promise<boolean> {
  const { problems, languages } = rejudging.filter;
  const limits = limitsUnder(contest, await storedRules(unit))
    .filter(({ label }) => problems === undefined || problems.includes(label))
    .filter(({ language }) => languages === undefined || languages.includes(language));
  if ((await underAnotherLimit(unit, contest.id, newLimits(limits))) > 0) return false;
  const groups = await selectSubmissions(unit, contest, rejudging.filter, rejudging.limits, { list: true });
  const free = groups.filter(({ rejudgingId }) => rejudgingId === null);
  const elsewhere = groups.filter(({ rejudgingId }) => rejudgingId !== null && rejudgingId !== rejudging.id);
  await setComplete(
    unit,
    rejudging.id,
    free.flatMap(({ submissionIds }) => submissionIds ?? []),
    elsewhere.reduce((sum, { count }) => sum + count, 0),
  );
  if (await hasSubmissions(unit, rejudging.id)) return true;
  await cancelRejudging(unit, rejudging, systemActor);
  return false;
}
