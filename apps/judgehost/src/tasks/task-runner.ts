/**
 * One judge task from its claim to its last report, on one slot.
 *
 * What the program did is a verdict; what we could not do is an error of the task, reported as such and
 * tried elsewhere. A task whose lease is lost is dropped at once and in silence; one that is stopped
 * because the host stops is handed back.
 */
import { readFile } from 'node:fs/promises';
import type { JudgeTask, NamedFile, RunReport, TaskReport } from '@sandglass/contracts';
import {
  judgeSubmission,
  JudgeError,
  JudgingCancelled,
  type JudgeEvent,
  type MakeProgram,
  type SourceFile,
  type Validator,
} from '@sandglass/judge';
import type { ApiClient } from '../api/api-client.ts';
import { buildOf } from '../slots/build-identity.ts';
import { JudgehostError, judgehostErrors, messageOf } from '../platform/errors.ts';
import type { FileCache } from '../cache/file-cache.ts';
import type { HostImages, ImagePlace } from '../slots/host-images.ts';
import type { HostSlot } from '../slots/host-slot.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProgramStore, UsedProgram } from '../cache/program-store.ts';
import { TaskReporter } from '../api/reporter.ts';
import type { RunningTask, RunningTasks } from './running-tasks.ts';
import { TestFeed } from './test-feed.ts';

export interface TaskRunnerParts {
  readonly api: Pick<ApiClient, 'report'>;
  readonly cache: Pick<FileCache, 'acquire' | 'forget'>;
  readonly images: Pick<HostImages, 'placeFor' | 'validators' | 'lost'>;
  readonly programs: Pick<ProgramStore, 'use'>;
  readonly running: RunningTasks;
  readonly metrics: Metrics;
  /** Called after every run of a contestant's program. */
  readonly onRun: (run: RunReport) => void;
  readonly log: Log;
}

/** How a task ended. After an error the slot is looked at before it takes another. */
export type TaskEnd =
  | { readonly kind: 'finished' | 'dropped' }
  | { readonly kind: 'handed-back'; readonly lacks?: string }
  | { readonly kind: 'error'; readonly error: unknown };

type Done = NonNullable<TaskReport['done']>;

/** Longest text of an error that is reported, in characters. */
const errorLength = 16_384;

/** A task whose slot has nothing more to do. */
export interface RunTask {
  readonly end: TaskEnd;
  /** Resolves when the api knows its end or need not know it. Never rejects. */
  readonly reported: Promise<void>;
}

/** Judges a claimed task; resolves when its slot is free for another, while the last results are on their way. Never rejects. */
export async function runTask(parts: TaskRunnerParts, slot: HostSlot, task: JudgeTask): Promise<RunTask> {
  const log = parts.log.child({
    task: task.id,
    judging: task.judgingId,
    submission: task.submissionId,
    number: task.submissionNumber,
    slot: slot.ordinal,
  });
  const started = performance.now();
  const running = begin(parts, task);
  const feed = new TestFeed(parts.cache, task);
  let end: TaskEnd = { kind: 'finished' };
  try {
    await judge({ ...parts, log }, slot, running, feed);
  } catch (error) {
    end = await endOf(parts, error, running);
    if (end.kind === 'error') await forgetFiles(parts, task, error);
  } finally {
    feed.close();
  }
  return { end, reported: reportEnd({ ...parts, log }, running, end, started) };
}

/** The last report. Never rejects. */
async function reportEnd(
  { running: tasks, metrics, log }: TaskRunnerParts,
  running: RunningTask,
  ended: TaskEnd,
  started: number,
): Promise<void> {
  let end = ended;
  try {
    await running.reporter.finish(doneOf(end));
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'task dropped');
    end = end.kind === 'error' ? end : { kind: 'dropped' };
  } finally {
    tasks.remove(running);
  }
  const ms = Math.round(performance.now() - started);
  metrics.tasks.inc({ end: end.kind });
  if (end.kind === 'error') log.error({ ms, ...doneOf(end) }, 'task failed');
  else if (end.kind === 'handed-back' && end.lacks !== undefined)
    log.warn({ ms, lacks: end.lacks }, 'task returned');
  else log.info({ ms, end: end.kind }, 'task done');
}

function begin(parts: TaskRunnerParts, task: JudgeTask): RunningTask {
  const abort = new AbortController();
  const reporter = new TaskReporter({
    taskId: task.id,
    fencingToken: task.fencingToken,
    leaseMs: task.leaseMs,
    api: parts.api,
    onLost: () => abort.abort(),
    onSent: (ms) => parts.metrics.reportSeconds.observe(ms / 1000),
  });
  const running: RunningTask = { task, reporter, abort, handBack: false };
  parts.running.add(running);
  return running;
}

async function judge(
  parts: TaskRunnerParts,
  slot: HostSlot,
  running: RunningTask,
  feed: TestFeed,
): Promise<void> {
  const { task, reporter, abort } = running;
  const place = parts.images.placeFor(task);
  feed.start();
  if (await slot.useImage(place.image)) parts.metrics.imageChanges.inc();
  const program = programOf(parts, task, place);
  try {
    await judgeSubmission(
      slot.sandbox,
      slot.work,
      {
        kind: task.kind,
        language: task.language,
        entryPoint: task.entryPoint,
        included: await sourcesOf(parts, task.includes),
        files: task.files.map(({ name, base64 }) => ({ name, data: Buffer.from(base64, 'base64') })),
        toolchains: place.toolchains,
        compileLimits: task.compileLimits,
        make: program?.make,
        limits: task.limits,
        validator: () => validatorOf(parts, slot, task, place, abort.signal),
        companion: () => slot.companion(),
        tests: feed.sources(),
        lazy: task.lazy,
        keepBytes: task.keepBytes,
        mayBlame: task.mayBlame,
      },
      (event) => handleEvent(parts, slot, task, reporter, event),
      abort.signal,
    );
  } finally {
    program?.release();
  }
}

/** Null where no other task needs the program: it is compiled in the slot's own folder and goes with the next one. */
function programOf(
  { programs, log }: TaskRunnerParts,
  task: JudgeTask,
  { toolchains, fingerprint }: ImagePlace,
): { make: MakeProgram; release(): void } | null {
  if (task.programs === null) return null;
  const version = toolchains.get(task.language)?.version ?? '';
  const build = buildOf(fingerprint, task.language, version);
  let used: UsedProgram | undefined;
  return {
    make: async (request, compile) => {
      used = await programs.use({ task, build, request, compile, log });
      return used.made;
    },
    release: () => used?.release(),
  };
}

/** One event of the judging: to the api, the slot's state and the figures. */
function handleEvent(
  parts: TaskRunnerParts,
  slot: HostSlot,
  task: JudgeTask,
  reporter: TaskReporter,
  event: JudgeEvent,
): void {
  switch (event.kind) {
    case 'step':
      slot.set(event.step, task, event.ordinal);
      return;
    case 'compiled':
      reporter.compiled({
        success: event.result.kind === 'compiled',
        output: event.result.output,
        measurement: event.result.measurement,
      });
      parts.metrics.compilations.inc({ language: task.language, result: event.result.kind });
      return;
    case 'run':
      reporter.run(event.report);
      parts.metrics.observeRun(event.report);
      parts.onRun(event.report);
  }
}

async function validatorOf(
  parts: TaskRunnerParts,
  slot: HostSlot,
  task: JudgeTask,
  place: ImagePlace,
  signal: AbortSignal,
): Promise<Validator> {
  const { validator } = task;
  if (validator.kind === 'default') return { kind: 'default' };
  const program = await parts.images.validators(place).get(slot.sandbox, slot.work, {
    language: validator.language,
    key: validator.files.map(({ name, file }) => ({ name, sha256: file.sha256 })),
    files: () => sourcesOf(parts, validator.files),
    limits: task.compileLimits,
    toolchains: place.toolchains,
    signal,
  });
  return { kind: 'custom', program, limits: task.validationLimits };
}

/** Files of the package that are compiled, read into memory. */
function sourcesOf(parts: TaskRunnerParts, files: readonly NamedFile[]): Promise<SourceFile[]> {
  return Promise.all(
    files.map(async ({ name, file }): Promise<SourceFile> => {
      const cached = await parts.cache.acquire(file);
      try {
        return { name, data: await readFile(cached.path) };
      } finally {
        cached.release();
      }
    }),
  );
}

async function endOf(parts: TaskRunnerParts, error: unknown, running: RunningTask): Promise<TaskEnd> {
  if (error instanceof JudgingCancelled) return { kind: running.handBack ? 'handed-back' : 'dropped' };
  const missing = await parts.images.lost(running.task.image, error);
  return missing === null ? { kind: 'error', error } : { kind: 'handed-back', lacks: missing.message };
}

function doneOf(end: TaskEnd): Done {
  if (end.kind === 'finished') return { kind: 'finished' };
  if (end.kind !== 'error') {
    const lacks = end.kind === 'handed-back' ? end.lacks : undefined;
    return { kind: 'handed-back', ...(lacks === undefined ? {} : { lacks: lacks.slice(0, errorLength) }) };
  }
  const { error } = end;
  const own = error instanceof JudgeError || error instanceof JudgehostError;
  if (!own) {
    const message = judgehostErrors.HOST_INTERNAL.replace('{cause}', messageOf(error));
    return { kind: 'error', code: 'HOST_INTERNAL', message: message.slice(0, errorLength) };
  }
  // The cause explains "The files could not be had" better: a full disk, a damaged file.
  const { code } = error.cause instanceof JudgehostError ? error.cause : error;
  return { kind: 'error', code, message: error.message.slice(0, errorLength) };
}

/**
 * A file that vanished from the cache's folder, or was damaged there, would fail every later task too:
 * what this task used is fetched again next time.
 */
async function forgetFiles(parts: TaskRunnerParts, task: JudgeTask, error: unknown): Promise<void> {
  if (!(error instanceof JudgeError) || !['JUDGE_RUN_FAILED', 'JUDGE_VALIDATION_FAILED'].includes(error.code))
    return;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  if (code !== 'OPEN' && code !== 'ENOENT' && code !== 'answer-unreadable') return;
  await Promise.allSettled(
    task.tests.flatMap(({ input, answer, files }) =>
      [input, answer, ...files.map(({ file }) => file)].map(({ sha256 }) => parts.cache.forget(sha256)),
    ),
  );
}
