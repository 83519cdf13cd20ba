import type { TaskSpan } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { SpanHistory } from './span-history.ts';

const span: TaskSpan = {
  id: 'task.1',
  taskId: 'task',
  judgingId: 'judging',
  submissionId: 'submission',
  contestId: 'main',
  problem: 'A',
  rejudging: false,
  judgehost: 'host1',
  slot: 0,
  dueAt: 1000,
  from: 2000,
  compiledAt: null,
  compileMs: null,
  to: null,
  state: 'running',
  runs: 0,
  verdict: null,
  suspect: false,
  maxGapUs: null,
  expectedMs: 100,
};

/** A task in the database that ends when it has been asked for so many times. */
function taskThatEnds(questions: number) {
  let asked = 0;
  const hasEnded = (): boolean => (asked += 1) > questions;
  const done = { ...span, to: 3000, state: 'done' } as const;
  return {
    running: () => Promise.resolve(hasEnded() ? [] : [{ id: span.id, taskId: span.taskId }]),
    ended: () => Promise.resolve(hasEnded() ? [done] : []),
    byTasks: () => Promise.resolve(hasEnded() ? [done] : [span]),
  };
}

describe('the history of spans', () => {
  it.each([2, 3, 4, 5, 6, 7])(
    'never calls a task given back that ended after question %i',
    async (questions) => {
      const history = new SpanHistory(taskThatEnds(questions));
      const told: string[] = [];
      for (const nowMs of [2100, 2600, 3100, 3600]) {
        for (const { state } of await history.follow(nowMs)) told.push(state);
      }
      expect(told.filter((state) => state !== 'running')).toEqual(['done']);
      expect(history.between(0, 10_000, 10).spans.map(({ state }) => state)).toEqual(['done']);
    },
  );
});
