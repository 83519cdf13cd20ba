/**
 * What judging a submission will take: its limits, its tasks and their place in the queue.
 * Pure; the numbers come from domain.
 */
import {
  arrivalWeights,
  defaultQueueWeights,
  effectiveLimits,
  expectedCost,
  nothingLearned,
  testsPerTask,
  virtualDeadlineMs,
  type JudgingLimits,
  type LanguageAdjustment,
  type LearnedCost,
  type QueueClass,
  type WallLimitRules,
} from '@sandglass/domain';
import { languageById } from '@sandglass/languages';
import type { ProblemDefinition } from '../../contests/contest-repository.ts';

export interface PlannedTask {
  readonly ordinal: number;
  readonly firstTest: number;
  readonly lastTest: number;
  readonly expectedMs: number;
  readonly deadlineMs: number;
  /** Until the first task has compiled the program, which this one then fetches. */
  readonly waits: boolean;
}

export interface JudgingPlan {
  readonly limits: JudgingLimits;
  readonly testsTotal: number;
  readonly tasks: readonly PlannedTask[];
}

export interface PlanRequest {
  readonly problem: ProblemDefinition;
  readonly languageId: string;
  readonly wallRules: WallLimitRules;
  /** Of the language in this contest; default 1. */
  readonly timeFactor?: number | undefined;
  readonly arrivalMs: number;
  /** Expected cost of what the same owner has waiting. */
  readonly pendingMs: number;
  readonly class: QueueClass;
  /** What judging this problem in this language has taken so far. */
  readonly learned?: LearnedCost;
  /** `arrival`: first come, first served, a whole judging at a time. Default: by deadline, in several tasks. */
  readonly order?: 'deadline' | 'arrival' | undefined;
  /** Tests per task; omitted: so many that no task is expected to hold a slot much longer than {@link taskMs}. */
  readonly testsPerTask?: number;
}

/** Until cost is learned: a compilation, and a tenth of the limit per test, as accepted programs usually take. */
const guessedCompileMs = 500;
const shareOfLimit = 0.1;
/** A slot is busy with one judging this long at most, before another may have it. */
export const taskMs = 10_000;
/** Of an answer, which is only compared. */
const comparisonMs = 5;

/** What a language changes in a contest that has a factor of its own for it: all of its CPU time is multiplied. */
function adjustmentIn(factor = 1, languageId: string): LanguageAdjustment {
  const { adjustment } = languageById(languageId);
  return {
    ...adjustment,
    timeFactor: (adjustment.timeFactor ?? 1) * factor,
    timeExtraMs: (adjustment.timeExtraMs ?? 0) * factor,
  };
}

export function planJudging(request: PlanRequest): JudgingPlan {
  const { problem } = request;
  const limits = effectiveLimits(
    problem.limits,
    problem.kind.submitAnswer ? {} : adjustmentIn(request.timeFactor, request.languageId),
    request.wallRules,
  );
  const { submitAnswer, passes } = problem.kind;
  const guessed = submitAnswer
    ? { compileMs: 0, testMs: comparisonMs }
    : { compileMs: guessedCompileMs, testMs: (limits.run.cpuUs / 1000) * shareOfLimit * passes };
  const cost = expectedCost(request.learned ?? nothingLearned, guessed);
  const byArrival = request.order === 'arrival';
  const whole = byArrival ? problem.testCount : testsPerTask(problem.testCount, cost, taskMs);
  const perTask = Math.max(1, request.testsPerTask ?? whole);
  const weights = byArrival ? arrivalWeights : defaultQueueWeights;
  const tasks: PlannedTask[] = [];
  let pendingMs = request.pendingMs;
  // The tasks of one judging are queued behind each other.
  let notBeforeMs = 0;
  for (let first = 0; first < problem.testCount; first += perTask) {
    const last = Math.min(first + perTask, problem.testCount) - 1;
    const compileMs = tasks.length === 0 ? cost.compileMs : 0;
    const expectedMs = Math.round(compileMs + (last - first + 1) * cost.testMs);
    const { arrivalMs, class: queueClass } = request;
    const work = { arrivalMs, expectedCostMs: expectedMs, pendingMs, class: queueClass };
    const deadlineMs = virtualDeadlineMs(work, weights);
    const task = {
      ordinal: tasks.length,
      firstTest: first,
      lastTest: last,
      expectedMs,
      waits: tasks.length > 0 && !submitAnswer,
      deadlineMs: Math.max(notBeforeMs, deadlineMs),
    };
    tasks.push(task);
    pendingMs += expectedMs;
    notBeforeMs = task.deadlineMs + expectedMs;
  }
  return {
    limits: { run: limits.run, compile: limits.compile, validation: limits.validation },
    testsTotal: problem.testCount,
    tasks,
  };
}
