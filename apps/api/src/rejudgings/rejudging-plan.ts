/** The judgings of a rejudging, made a batch at a time. */
import { judgingExtent } from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Unit } from '../events/unit-of-work.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import type { CostModel } from '../judging/plan/cost-model.ts';
import type { DueTask } from '../judging/tasks/due-task-repository.ts';
import { planJudging, type PlanRequest } from '../judging/plan/judging-plan.ts';
import { insertJudgings } from '../judging/tasks/judging-repository.ts';
import type { NewJudging } from '../judging/tasks/judging-rows.ts';
import { rulesFor, storedRules } from '../wall-limits/wall-limit-repository.ts';
import { completeRejudging } from './rejudging-after-limit-change.ts';
import { setJudging, setPlanned, unplanned } from './rejudging-repository.ts';
import type { RejudgingRow } from './rejudging-row-repository.ts';

/** Judgings per transaction: a moment's work. */
const judgingsAtOnce = 200;

export interface PlanParts {
  readonly costs: CostModel;
  readonly testsPerTask?: number | undefined;
  readonly queueOrder: PlanRequest['order'];
}

/** @returns the tasks of a batch; null when there is nothing left for now: mostly, the rejudging is judging */
export async function planRejudged(
  unit: Unit,
  parts: PlanParts,
  contest: ContestModel,
  rejudging: RejudgingRow,
): Promise<DueTask[] | null> {
  const batch = await unplanned(unit, rejudging.id, Math.ceil(judgingsAtOnce / rejudging.repeats));
  if (batch.length === 0) {
    if (rejudging.incomplete) return (await completeRejudging(unit, contest, rejudging)) ? [] : null;
    await setJudging(unit, rejudging);
    return null;
  }
  const rules = await storedRules(unit);
  const { wall = null, ...limits } = rejudging.limits ?? {};
  const made: NewJudging[] = [];
  const gone: string[] = [];
  // One rejudging is one owner: its judgings line up behind each other.
  let pendingMs = rejudging.plannedMs;
  for (const { submissionId, problemId, languageId } of batch) {
    const problem = contest.problemById(problemId);
    if (problem === undefined) {
      gone.push(submissionId);
      continue;
    }
    for (let repeat = 1; repeat <= rejudging.repeats; repeat += 1) {
      const plan = planJudging({
        problem: { ...problem, limits: { ...problem.limits, ...given(limits) } },
        languageId,
        wallRules: rulesFor(rules, { contestId: contest.id, problemId, languageId }, wall),
        timeFactor: contest.definition.rules.timeFactors[languageId],
        arrivalMs: rejudging.createdAt.getTime(),
        pendingMs,
        class: rejudging.priority,
        learned: parts.costs.of(problem.versionId, languageId),
        order: parts.queueOrder,
        ...(parts.testsPerTask === undefined ? {} : { testsPerTask: parts.testsPerTask }),
      });
      pendingMs += plan.tasks.reduce((sum, task) => sum + task.expectedMs, 0);
      made.push({
        id: uuidV7(),
        submissionId,
        versionId: problem.versionId,
        lazy: rejudging.lazy ?? judgingExtent(contest.definition.rules, problemId) === 'lazy',
        resultPriority: contest.definition.rules.resultPriority,
        plan,
        image: contest.definition.image,
        rejudging: { id: rejudging.id, repeat },
      });
    }
  }
  const tasks = await insertJudgings(unit, made);
  const planned = batch.map(({ submissionId }) => submissionId);
  await setPlanned(unit, rejudging.id, planned, gone, pendingMs);
  return tasks;
}

/** Without what was left out, so that it does not cover the problem's own. */
function given<Limits extends object>(limits: Limits): { [Name in keyof Limits]: NonNullable<Limits[Name]> } {
  return Object.fromEntries(
    Object.entries(limits).filter(([, value]) => value !== undefined && value !== null),
  ) as { [Name in keyof Limits]: NonNullable<Limits[Name]> };
}
