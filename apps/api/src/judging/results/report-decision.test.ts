import type { TaskReport } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import type { RunVerdict, TaskUnderLock } from '../tasks/judging-rows.ts';
import { decideReport } from './report-decision.ts';

/** A task that judges tests 0 to 2, which are all that the judging has. */
const noPriority: TaskUnderLock['resultPriority'] = [];
const task = {
  judgingState: 'running',
  firstTest: 0,
  lastTest: 2,
  testsTotal: 3,
  lazy: false,
  resultPriority: noPriority,
  compileSuccess: null,
  compileLimits: { cpuUs: 10_000_000, wallUs: 20_000_000 },
} as TaskUnderLock;

const finished = {
  runs: [],
  compile: { success: true, output: '', measurement: null },
  done: { kind: 'finished' },
} as unknown as TaskReport;

function runs(...verdicts: RunVerdict['verdict'][]): RunVerdict[] {
  return verdicts.map((verdict, ordinal) => ({
    ordinal,
    verdict,
    suspect: false,
    attempt: 1,
    taskOpen: true,
  }));
}

describe('a report', () => {
  it('that says nothing of an end lets the task go on', () => {
    const { done: _, ...report } = finished;
    expect(decideReport(task, report as TaskReport, runs('AC'))).toEqual({ kind: 'nothing' });
  });

  it('of a judging that has ended changes nothing', () => {
    expect(decideReport({ ...task, judgingState: 'done' }, finished, runs('AC', 'AC', 'AC'))).toEqual({
      kind: 'nothing',
    });
  });

  it('of the last test gives the verdict', () => {
    expect(decideReport(task, finished, runs('AC', 'AC', 'AC'))).toEqual({ kind: 'verdict', verdict: 'AC' });
    expect(decideReport(task, finished, runs('AC', 'WA', 'TLE'))).toEqual({ kind: 'verdict', verdict: 'WA' });
    const byPriority: TaskUnderLock = { ...task, resultPriority: ['TLE', 'RTE'] };
    expect(decideReport(byPriority, finished, runs('AC', 'WA', 'TLE'))).toEqual({
      kind: 'verdict',
      verdict: 'TLE',
    });
  });

  it('of a program that cannot be compiled is a compile error', () => {
    const report = {
      ...finished,
      compile: { success: false, output: 'no', measurement: null },
    } as TaskReport;
    expect(decideReport(task, report, [])).toEqual({ kind: 'verdict', verdict: 'CE' });
  });

  it('of a program that another host compiled is no compile error', () => {
    const report = {
      ...finished,
      compile: { success: false, output: 'no', measurement: null },
    } as TaskReport;
    expect(decideReport({ ...task, compileSuccess: true }, report, [])).toMatchObject({
      kind: 'failed',
      error: { code: 'JUDGE_COMPILERS_DISAGREE' },
    });
  });

  it('that lacks results of tests fails', () => {
    expect(decideReport(task, finished, runs('AC', 'AC'))).toMatchObject({
      kind: 'failed',
      error: { code: 'JUDGE_REPORT_INCOMPLETE' },
    });
  });

  it('ends a task whose judging has other tasks, without a verdict', () => {
    expect(decideReport({ ...task, lastTest: 0 }, finished, runs('AC'))).toEqual({ kind: 'task-done' });
  });

  it('of a suspect run has it made again', () => {
    const suspect = runs('AC', 'TLE', 'AC').map((run) => ({ ...run, suspect: run.ordinal === 1 }));
    expect(decideReport(task, finished, suspect)).toEqual({ kind: 'repeat', test: 1 });
  });

  it('of a test that could not be judged fails', () => {
    expect(decideReport(task, finished, runs('AC', 'JE', 'AC'))).toMatchObject({
      kind: 'failed',
      error: { code: 'JUDGE_VALIDATION_ERROR' },
    });
  });

  it('that hands the task back makes it due, or leaves it to other hosts', () => {
    const back = (lacks?: string): TaskReport => ({
      ...finished,
      done: { kind: 'handed-back', ...(lacks === undefined ? {} : { lacks }) },
    });
    expect(decideReport(task, back(), [])).toEqual({ kind: 'handed-back' });
    expect(decideReport(task, back('image "x"'), [])).toEqual({
      kind: 'unsuitable-host',
      lacks: 'image "x"',
    });
  });
});
