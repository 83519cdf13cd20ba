import { z } from 'zod';
import { exchangeSchema } from './exchange.ts';
import { bytesSchema, microsecondsSchema } from './primitives.ts';
import { verdictSchema } from './verdict.ts';

/**
 * How the sandbox saw a process end, before any verdict is made of it. `exited`: by itself, with `exitCode`. `signalled`: by
 * a signal that nobody here sent. The limits: killed for it, or found beyond it when it ended. `cancelled`: by the caller.
 */
export const runOutcomes = [
  'exited',
  'signalled',
  'cpu-limit',
  'wall-limit',
  'memory-limit',
  'output-limit',
  'cancelled',
] as const;
export const runOutcomeSchema = z.enum(runOutcomes);
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

/**
 * Everything measured of one run. Times in µs of CLOCK_MONOTONIC, counted from the barrier; `null` where the kernel
 * does not report it.
 */
export const measurementSchema = z.object({
  outcome: runOutcomeSchema,
  exitCode: z.number().int().nullable(),
  signal: z.number().int().nullable(),
  cpuUs: microsecondsSchema.describe('CPU time of the whole cgroup since the barrier'),
  userUs: microsecondsSchema,
  systemUs: microsecondsSchema,
  wallUs: microsecondsSchema.describe('from the barrier to the end of the program'),
  gapUs: z.number().int().describe('wall − CPU; negative when several threads ran at once'),
  setupUs: microsecondsSchema.describe(
    'from the arrival of the request to the barrier; never charged to the contestant',
  ),
  teardownUs: microsecondsSchema.describe(
    'from the end of the program to the answer; never charged to the contestant',
  ),
  memoryBytes: bytesSchema.describe('peak of the cgroup, of this run alone'),
  runQueueUs: microsecondsSchema
    .nullable()
    .describe('the main thread waited for a core while runnable, since the program began'),
  blockIoUs: microsecondsSchema.nullable().describe('the main thread waited for block devices'),
  sleepUs: microsecondsSchema
    .nullable()
    .default(null)
    .describe(
      'part of the gap: slept by its own will (sleep, input, locks, stopped); null also for a run too short to be looked at (2 ms)',
    ),
  coreWaitUs: microsecondsSchema
    .nullable()
    .default(null)
    .describe('part of the gap: runnable without a core'),
  uninterruptibleUs: microsecondsSchema
    .nullable()
    .default(null)
    .describe('part of the gap: waited in the kernel (state D: disks, vfork, locks of the kernel)'),
  idle: z
    .boolean()
    .nullable()
    .default(null)
    .describe('killed by the wall clock while asleep by its own will, for most of the gap'),
  lastWait: z
    .string()
    .max(200)
    .nullable()
    .default(null)
    .describe('where it waited at the wall-clock kill: system call (kernel function)'),
  nearMemoryLimit: z
    .boolean()
    .nullable()
    .default(null)
    .describe('the peak came within a tenth of the memory limit'),
  processLimitHit: z
    .boolean()
    .nullable()
    .default(null)
    .describe('a process or thread was refused at the limit'),
  fileSizeLimitHit: z.boolean().nullable().default(null).describe('a file reached the limit of its size'),
  majorFaults: z.number().int().nullable(),
  voluntarySwitches: z.number().int().nullable(),
  involuntarySwitches: z.number().int().nullable(),
  processesPeak: z.number().int().nullable().describe('processes and threads at the same time'),
  stdoutBytes: bytesSchema.describe('written, as far as it was read before the end or the kill'),
  stderrBytes: bytesSchema,
});
export type Measurement = z.infer<typeof measurementSchema>;

/** The names of all figures of a measurement. */
export const measurementFigures = Object.keys(measurementSchema.shape) as readonly (keyof Measurement)[];

/** One pass of a multi-pass run in short. */
export const passSchema = measurementSchema.pick({
  outcome: true,
  exitCode: true,
  signal: true,
  cpuUs: true,
  wallUs: true,
  memoryBytes: true,
  stdoutBytes: true,
});
export type Pass = z.infer<typeof passSchema>;

/** Base64 of three times what tasks ask for (`keepBytes`). */
const maxHeadLength = 128 * 1024;

/**
 * One test case run once by a judgehost, as it is reported and stored. The measurement of a run of several passes is
 * that of the pass that decided, or of the slowest when all were accepted.
 */
export const runReportSchema = measurementSchema.extend({
  /** Position of the test case in the judging order, from 0. */
  ordinal: z.number().int().nonnegative(),
  verdict: verdictSchema,
  /** Why this verdict, in words, for the jury. */
  reason: z.string().max(2000),
  slot: z.number().int().nonnegative(),
  startedAt: z.iso.datetime(),
  /** The first part of the output and of the error stream, base64 of raw bytes, bounded by the task's `keepBytes`. */
  outputHead: z.string().max(maxHeadLength),
  stderrHead: z.string().max(maxHeadLength),
  validatorMessage: z.string().max(maxHeadLength),
  /** What the validator wrote for the team; none from older judgehosts. */
  teamMessage: z.string().max(maxHeadLength).default(''),
  /** Every pass of a multi-pass run, in order; empty where there is but one. */
  passes: z.array(passSchema).max(10_000).default([]),
  /** Interactive problems: what was said. */
  exchange: exchangeSchema.nullable().default(null),
});
export type RunReport = z.infer<typeof runReportSchema>;
