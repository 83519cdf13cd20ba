/** What a report says about its task: pure functions of the task, its runs and the report. */
import type { TaskReport, Verdict } from '@sandglass/contracts';
import { judgeSuspicion, mayBeRepeated, type JudgingProgress } from '@sandglass/domain';
import type { RunVerdict, TaskUnderLock } from '../tasks/judging-rows.ts';

/** Is the test one of this task’s? */
export function isOwn(task: TaskUnderLock, ordinal: number): boolean {
  return ordinal >= task.firstTest && ordinal <= task.lastTest;
}

/**
 * A suspect run, or one that could not be judged, which may still be made again: nothing is decided by it, and nobody
 * is notified of it.
 */
export function isOpen(run: RunVerdict): boolean {
  return run.taskOpen && (run.verdict === 'JE' || mayBeRepeated(run));
}

/** By ordinal, null where a test is open or was not run: tests are judged in several tasks, and repeated. */
export function visibleVerdicts(runs: readonly RunVerdict[]): (Verdict | null)[] {
  const final = runs.filter((run) => !isOpen(run));
  const verdicts = Array.from<Verdict | null>({
    length: Math.max(0, ...final.map(({ ordinal }) => ordinal + 1)),
  }).fill(null);
  for (const { ordinal, verdict } of final) verdicts[ordinal] = verdict;
  return verdicts;
}

/** Could the run not be judged, as far as this task’s own tests go? */
export function isUnjudged(task: TaskUnderLock, run: RunVerdict): boolean {
  return run.verdict === 'JE' && isOwn(task, run.ordinal);
}

/** A compiler that was stopped because its host gave it no processor says nothing about the program. */
export function starvedCompiler(
  task: TaskUnderLock,
  { compile }: TaskReport,
): { code: string; message: string } | null {
  if (compile === undefined || compile.success || compile.measurement === null) return null;
  const { suspect, reasons } = judgeSuspicion(compile.measurement, task.compileLimits);
  return suspect ? { code: 'JUDGE_COMPILER_STARVED', message: reasons.join('; ') } : null;
}

/** The report’s runs of this task’s tests, each once. */
export function inRange<Run extends { ordinal: number }>(task: TaskUnderLock, runs: readonly Run[]): Run[] {
  const wanted = runs.filter(({ ordinal }) => isOwn(task, ordinal));
  return [...new Map(wanted.map((run) => [run.ordinal, run])).values()];
}

/** Has the host run what the task asked for: all of its tests, or up to the first failure? */
export function taskIsComplete(task: TaskUnderLock, progress: JudgingProgress): boolean {
  const own = progress.verdicts.slice(task.firstTest, task.lastTest + 1);
  const failure = own.findIndex((verdict) => verdict !== null && verdict !== 'AC');
  const needed = task.lazy && failure !== -1 ? own.slice(0, failure + 1) : own;
  return !needed.includes(null);
}
