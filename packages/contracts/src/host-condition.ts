/** How a judgehost is doing, by its own watch over itself. It travels with every heartbeat. */
import { z } from 'zod';
import { healthReasonSchema, healthStateSchema } from './host-health.ts';
import { warmUpFiguresSchema } from './warm-up.ts';
import {
  bytesSchema,
  hostNameSchema,
  hostTextSchema,
  instantSchema,
  microsecondsSchema,
} from './primitives.ts';

/**
 * The calibration program: a fixed computation, run in an idle slot of the sandbox and compared with what it took while
 * this host was healthy.
 */
export const calibrationFiguresSchema = z.object({
  runs: z.number().int().nonnegative().describe('since the host started'),
  baselineCpuUs: microsecondsSchema,
  /** Of the least disturbed of the latest few runs: an interrupted run has to fill its caches again. */
  cpuUs: microsecondsSchema,
  /** Their median. */
  wallUs: microsecondsSchema,
  cpuDrift: z.number().describe('cpuUs / baselineCpuUs − 1'),
  wallDrift: z.number().describe('(wallUs − cpuUs) / baselineCpuUs: waiting in place of working'),
  lastAt: instantSchema,
});
export type CalibrationFigures = z.infer<typeof calibrationFiguresSchema>;

/** Wall − CPU of the contestants' latest runs on this host, those that slept by their own will left out. */
export const gapFiguresSchema = z.object({
  runs: z.number().int().positive(),
  p50Us: z.number().int(),
  p95Us: z.number().int(),
  p99Us: z.number().int(),
  sinceMs: z.number().int().nonnegative().describe('age of the oldest of them'),
});
export type GapFigures = z.infer<typeof gapFiguresSchema>;

/** The host's clock against the api's, from the round trips of heartbeats: the estimate of the quickest of the latest. */
export const clockFiguresSchema = z.object({
  skewMs: z.number().describe('host − api; positive: the host is ahead'),
  roundTripMs: z.number().nonnegative().describe('the estimate is right within half of it'),
});
export type ClockFigures = z.infer<typeof clockFiguresSchema>;

export const cacheFiguresSchema = z.object({
  files: z.number().int().nonnegative(),
  bytes: bytesSchema,
  maxBytes: bytesSchema,
  hits: z.number().int().nonnegative(),
  misses: z.number().int().nonnegative(),
  fetchedBytes: bytesSchema,
  evictions: z.number().int().nonnegative(),
  error: hostTextSchema.nullable().describe('why the disk cannot be written, as long as it cannot'),
});
export type CacheFigures = z.infer<typeof cacheFiguresSchema>;

/** How late an event loop comes to what is due, of five seconds. */
export const loopLagSchema = z.object({
  p50Ms: z.number().nonnegative(),
  p99Ms: z.number().nonnegative(),
  maxMs: z.number().nonnegative(),
});
export type LoopLagFigures = z.infer<typeof loopLagSchema>;

/** Why the process before this one ended without having been asked to. */
export const restartSchema = z.object({ at: instantSchema, why: z.string().max(2000) });
export type RestartFigures = z.infer<typeof restartSchema>;

export const hostConditionSchema = z
  .object({
    state: healthStateSchema,
    since: instantSchema.describe(
      'as all instants here: in a heartbeat by the clock of the host, in answers of the api by the clock of the api',
    ),
    reasons: z.array(healthReasonSchema).max(1000),
    /** Tasks at once: what the host allows itself now, of what it has. */
    allowed: z.object({
      slots: z.number().int().nonnegative(),
      of: z.number().int().nonnegative(),
      why: hostTextSchema.nullable().describe('null: nothing holds it back'),
    }),
    calibration: calibrationFiguresSchema.nullable().describe('null: it has not run yet'),
    gap: gapFiguresSchema.nullable().describe('null: nothing ran lately'),
    clock: clockFiguresSchema.nullable(),
    cache: cacheFiguresSchema.nullable(),
    warmUps: z.array(warmUpFiguresSchema).max(10_000),
    /** Why the sandbox of this host cannot be trusted: the host takes nothing until it is enabled again and passes its test. */
    untrusted: hostTextSchema.nullable(),
    lastError: z.object({ at: instantSchema, code: hostNameSchema, message: hostTextSchema }).nullable(),
    slotTrouble: hostTextSchema.nullish().describe('why slots of it cannot be built; null: they can'),
    loopLag: loopLagSchema.nullish().describe('of the judgehost’s own process; older ones do not say'),
    restarted: restartSchema.nullish().describe('null: it was started on purpose, as far as is known'),
  })
  .meta({ id: 'HostCondition' });
export type HostCondition = z.infer<typeof hostConditionSchema>;
