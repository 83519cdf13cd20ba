import type { TaskSpan } from '../task-span.ts';

/** A span as tests want one: a piece that one slot judged well from `from` on. @param to null: it runs */
export function taskSpan(from: number, to: number | null, more: Partial<TaskSpan> = {}): TaskSpan {
  const id = more.id ?? `${String(from)}.1`;
  return {
    id,
    taskId: id,
    judgingId: id,
    submissionId: id,
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
