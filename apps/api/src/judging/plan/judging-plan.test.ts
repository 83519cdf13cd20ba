import { describe, expect, it } from 'vitest';
import { defaultProblemLimits, learnCost, nothingLearned } from '@sandglass/domain';
import type { ProblemDefinition } from '../../contests/contest-repository.ts';
import { taskMs, planJudging, type PlanRequest } from './judging-plan.ts';

const limits = { ...defaultProblemLimits, timeLimitMs: 2000, memoryMiB: 256 };
const problem: ProblemDefinition = {
  id: 'sum',
  label: 'A',
  allowSubmit: true,
  allowJudging: true,
  colour: '#000000',
  versionId: 'v',
  name: 'Sum',
  limits,
  packageLimits: limits,
  decidedLimits: { timeLimitMs: null, memoryMiB: null },
  wallLimitRule: null,
  validator: { kind: 'default', flags: [] },
  allowedLanguages: [],
  testCount: 10,
  samples: [],
  kind: { interactive: false, submitAnswer: false, passes: 1 },
  includesFor: [],
  answerTests: [],
  statements: [],
  attachments: [],
};

const request: PlanRequest = {
  problem,
  languageId: 'c',
  wallRules: {},
  arrivalMs: 1_000_000,
  pendingMs: 0,
  class: 'live',
};

describe('the plan of a judging', () => {
  it('is one task with all tests when they are expected to be done soon', () => {
    expect(planJudging(request).tasks).toMatchObject([{ ordinal: 0, firstTest: 0, lastTest: 9 }]);
  });

  it('is in several tasks when they are not, as has been learned', () => {
    const learned = learnCost(nothingLearned, { compileMs: 500, tests: 100, testsMs: 300_000 });
    const { tasks } = planJudging({ ...request, learned });
    expect(tasks.map(({ firstTest, lastTest }) => [firstTest, lastTest])).toEqual([
      [0, 2],
      [3, 5],
      [6, 8],
      [9, 9],
    ]);
    for (const { expectedMs } of tasks) expect(expectedMs).toBeLessThanOrEqual(taskMs);
  });

  it('in several tasks covers every test once, each task queued behind the one before', () => {
    const { tasks, testsTotal } = planJudging({ ...request, testsPerTask: 4 });
    expect(testsTotal).toBe(10);
    expect(tasks.map(({ firstTest, lastTest }) => [firstTest, lastTest])).toEqual([
      [0, 3],
      [4, 7],
      [8, 9],
    ]);
    const deadlines = tasks.slice(0, 2).map(({ deadlineMs }) => deadlineMs);
    expect(deadlines[1]).toBeGreaterThan(deadlines[0] ?? 0);
  });

  it('of a team with work waiting, and of a rejudging, lines up later', () => {
    const at = (change: Partial<PlanRequest>): number =>
      planJudging({ ...request, ...change }).tasks[0]?.deadlineMs ?? 0;
    expect(at({ pendingMs: 5000 })).toBeGreaterThan(at({}));
    expect(at({ class: 'rejudging' })).toBeGreaterThan(at({ class: 'jury' }));
    expect(at({ class: 'jury' })).toBeGreaterThan(at({}));
  });

  it('under first come, first served is one task that is queued where it arrived', () => {
    const learned = learnCost(nothingLearned, { compileMs: 500, tests: 100, testsMs: 300_000 });
    for (const queueClass of ['live', 'rejudging'] as const) {
      const { tasks } = planJudging({
        ...request,
        learned,
        pendingMs: 9000,
        class: queueClass,
        order: 'arrival',
      });
      expect(tasks).toMatchObject([{ firstTest: 0, lastTest: 9, deadlineMs: request.arrivalMs }]);
    }
  });

  it('takes limits of problem and language, and the wall limit of the contest', () => {
    expect(planJudging(request).limits.run).toMatchObject({
      cpuUs: 2_000_000,
      wallUs: 6_000_000,
      memoryBytes: 256 * 1024 ** 2,
    });
    const wider = planJudging({ ...request, wallRules: { contest: { factor: 5, marginUs: 0 } } });
    expect(wider.limits.run.wallUs).toBe(10_000_000);
  });
});
