import type { TaskInterval } from '../task-interval.ts';

/** A task interval for tests: a task that one slot judged without trouble from `from` on. @param to null: it runs */
export function taskInterval(
  from: number,
  to: number | null,
  more: Partial<TaskInterval> = {},
): TaskInterval {
  const id = more.id ?? `${String(from)}.1`;
  return {
    id,
    taskId: id,
    judgingId: id,
    submissionId: id,
    submissionNumber: 1,
    contestId: 'main',
    problem: 'A',
    rejudging: false,
    judgehost: 'judge-1',
    slot: 0,
    dueAt: from,
    from,
    compiledAt: null,
    compileMs: null,
    to,
    state: to === null ? 'running' : 'done',
    runs: 1,
    verdict: 'AC',
    suspect: false,
    maxGapUs: 1000,
    expectedMs: 100,
    ...more,
  };
}
