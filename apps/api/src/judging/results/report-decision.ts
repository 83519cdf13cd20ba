/** What a report leads to: a pure function of the task, the report and the runs that are known with it. */
import type { TaskReport, Verdict } from '@sandglass/contracts';
import {
  certainVerdict,
  isComplete,
  prioritised,
  recordResult,
  startProgress,
  testToRepeat,
  type JudgingProgress,
} from '@sandglass/domain';
import type { RunVerdict, TaskUnderLock } from '../tasks/judging-rows.ts';
import { isOpen, isOwn, isUnjudged, starvedCompiler, taskIsComplete } from './report-rules.ts';

export interface TaskError {
  readonly code: string;
  readonly message: string;
}

export type ReportDecision =
  /** The task goes on, or its judging has ended already. */
  | { readonly kind: 'nothing' }
  /** The task goes on; the jury should know of this. */
  | { readonly kind: 'note'; readonly error: TaskError }
  /** The host stops: the task is due again at once. */
  | { readonly kind: 'handed-back' }
  /** The host lacks what the task needs: others are asked first. */
  | { readonly kind: 'unsuitable-host'; readonly lacks: string }
  /** The try failed, for no fault of the program. */
  | { readonly kind: 'failed'; readonly error: TaskError }
  /** The run of this test was suspect and is made again, with those after it. */
  | { readonly kind: 'repeat'; readonly test: number }
  /** The task is done; other tasks of the judging are not. */
  | { readonly kind: 'task-done' }
  | { readonly kind: 'verdict'; readonly verdict: Verdict };

/** @param known the latest run of every test of the judging, with those of the report */
export function decideReport(
  task: TaskUnderLock,
  report: TaskReport,
  known: readonly RunVerdict[],
): ReportDecision {
  if (task.judgingState === 'done') return { kind: 'nothing' };
  const { done } = report;
  const starved = starvedCompiler(task, report);
  if (done === undefined) return starved === null ? { kind: 'nothing' } : { kind: 'note', error: starved };
  if (done.kind === 'handed-back')
    return done.lacks === undefined
      ? { kind: 'handed-back' }
      : { kind: 'unsuitable-host', lacks: done.lacks };
  if (done.kind === 'error') return { kind: 'failed', error: done };
  if (starved !== null) return { kind: 'failed', error: starved };
  if (compilersDisagree(task, report))
    return failed(
      'JUDGE_COMPILERS_DISAGREE',
      `another host has compiled the program: ${report.compile?.output ?? ''}`,
    );
  const compiled = report.compile?.success ?? task.compileSuccess;
  return compiled === false ? { kind: 'verdict', verdict: 'CE' } : decideRuns(task, known);
}

/** Whether another host compiled the program of which this one says that it cannot be compiled. */
export function compilersDisagree(task: TaskUnderLock, report: TaskReport): boolean {
  return task.compileSuccess === true && report.compile?.success === false;
}

function decideRuns(task: TaskUnderLock, known: readonly RunVerdict[]): ReportDecision {
  const decisive = known.filter((run) => !isOpen(run) || isOwn(task, run.ordinal));
  const progress = decisive.reduce(
    (sum, run) => recordResult(sum, run.ordinal, run.verdict),
    startProgress(task.testsTotal, { lazy: task.lazy }),
  );
  if (!taskIsComplete(task, progress))
    return failed(
      'JUDGE_REPORT_INCOMPLETE',
      'the host called the task finished, but results of tests are missing',
    );
  const suspect = testToRepeat(decisive);
  if (suspect !== null && isOwn(task, suspect)) return { kind: 'repeat', test: suspect };
  const verdict = isComplete(progress) ? verdictOf(task, progress) : null;
  if (verdict === 'JE' || (verdict === null && decisive.some((run) => isUnjudged(task, run))))
    return failed(
      'JUDGE_VALIDATION_ERROR',
      'a test could not be judged; see its reason and validator message',
    );
  return verdict === null ? { kind: 'task-done' } : { kind: 'verdict', verdict };
}

/** A list of priorities needs all tests: a lazy judging has none. */
function verdictOf(task: TaskUnderLock, progress: JudgingProgress): Verdict | null {
  if (task.lazy || task.resultPriority.length === 0) return certainVerdict(progress);
  return prioritised(
    progress.verdicts.filter((verdict) => verdict !== null),
    task.resultPriority,
  );
}

function failed(code: string, message: string): ReportDecision {
  return { kind: 'failed', error: { code, message } };
}
