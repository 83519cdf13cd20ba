/** Judgehosts as the pages that watch the judging show them: a line each. */
import { z } from 'zod';
import { loopLagSchema, restartSchema } from './host-condition.ts';
import { healthStateSchema } from './host-health.ts';
import { cpuSplitSchema } from './host-vitals.ts';
import { hostModeSchema, slotStateSchema } from './judgehost.ts';
import { monitorMessagesOf } from './monitor-message.ts';
import { bytesSchema, instantSchema } from './primitives.ts';
import { apiTimeSchema, waitingSchema } from './queue-sample.ts';
import { taskIntervalSchema } from './task-interval.ts';

/**
 * Of the last hour, oldest first: a point every minute at most. Figure by figure, not point by point: with the names of
 * the figures in every point, curves were most of what is sent about a host.
 */
export const hostGapsSchema = z
  .object({
    from: apiTimeSchema.describe('the first point; 0: there is none'),
    seconds: z.array(z.number().int()).describe('each point: so long after the first'),
    p50Us: z.array(z.number()),
    p95Us: z.array(z.number()),
    p99Us: z.array(z.number()),
  })
  .meta({ id: 'HostGaps' });
export type HostGaps = z.infer<typeof hostGapsSchema>;

/** One judgehost in a line; the whole of it is GET /api/judgehosts/:id. */
export const hostRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    online: z.boolean(),
    lastSeenAt: instantSchema.nullable(),
    figuresAt: instantSchema
      .nullable()
      .describe('when the figures of this line were read; by the api’s clock, like lastSeenAt'),
    mode: hostModeSchema,
    modeReason: z.string().nullable(),
    drained: z.boolean(),
    restricted: z.boolean().describe('it may not judge everything'),
    /** Null: it has not said. */
    state: healthStateSchema.nullable(),
    reasons: z.array(z.string()),
    allowed: z
      .object({ slots: z.number().int(), of: z.number().int(), why: z.string().nullable() })
      .nullable(),
    slots: z.array(
      slotStateSchema.pick({
        ordinal: true,
        state: true,
        submissionId: true,
        submissionNumber: true,
        contestId: true,
        test: true,
        sinceMs: true,
      }),
    ),
    load: z.tuple([z.number(), z.number(), z.number()]).nullable(),
    runnable: z.number().int().nullable().describe('threads that could run at that moment'),
    cpu: cpuSplitSchema.nullable(),
    cpus: z.string().nullable().describe('usable CPUs and how they came about'),
    blocked: z
      .object({
        count: z.number().int(),
        where: z
          .string()
          .nullable()
          .describe('the commonest place of those that are known; null: none, or it cannot be read'),
        there: z.number().int().describe('how many of them wait there'),
        longestMs: z.number(),
      })
      .nullable()
      .describe('tasks in uninterruptible sleep, without those that are frozen or wait for a child (vfork)'),
    pressure: z.object({ cpu: z.number(), io: z.number(), memory: z.number() }).nullable(),
    throttledShare: z.number().nullable(),
    memory: z
      .object({
        availableBytes: bytesSchema,
        totalBytes: bytesSchema,
        swapUsedBytes: bytesSchema,
      })
      .nullable(),
    disk: z.object({ freeBytes: bytesSchema, totalBytes: bytesSchema }).nullable(),
    gap: z
      .object({ runs: z.number().int(), p50Us: z.number(), p95Us: z.number(), p99Us: z.number() })
      .nullable(),
    gapHistory: hostGapsSchema,
    tasksPerMinute: z.number().describe('judge tasks that ended within the last minute'),
    cpuDrift: z.number().nullable(),
    wallDrift: z
      .number()
      .nullable()
      .describe('how long the calibration program waited for a core, against its CPU time when healthy'),
    skewMs: z.number().nullable(),
    temperatureC: z.number().nullable(),
    cacheBytes: bytesSchema.nullable(),
    kernel: z.string().nullable(),
    software: z.string().nullable(),
    advisories: z.object({
      critical: z.number().int(),
      warning: z.number().int(),
      info: z.number().int(),
    }),
    lastError: z.object({ at: instantSchema, message: z.string() }).nullable(),
    loopLag: loopLagSchema.nullable(),
    restarted: restartSchema.nullable(),
  })
  .meta({ id: 'HostRow' });
export type HostRow = z.infer<typeof hostRowSchema>;

/** GET /api/monitor/hosts. */
export const hostsAnswerSchema = z.object({
  now: apiTimeSchema,
  lookedAt: apiTimeSchema
    .nullable()
    .describe('when the lines were made: long ago while the database does not answer; null: never yet'),
  version: z
    .string()
    .nullable()
    .describe('names these lines: a stream that is opened with it begins with what has changed since'),
  apiLoopLag: loopLagSchema.nullable().describe('of the api process that answers; null: not known yet'),
  waiting: waitingSchema.nullable().describe('null: not known yet'),
  hosts: z.array(hostRowSchema),
});
export type HostsAnswer = z.infer<typeof hostsAnswerSchema>;

/** A line that has changed. Without the curve of its gap: that did not, as it does every minute only. */
export const changedHostRowSchema = hostRowSchema
  .partial({ gapHistory: true })
  .meta({ id: 'ChangedHostRow' });
export type ChangedHostRow = z.infer<typeof changedHostRowSchema>;

/** What the live stream sends: see {@link monitorMessagesOf}. */
export const monitorMessageSchema = monitorMessagesOf(changedHostRowSchema, taskIntervalSchema);
export type MonitorMessage = z.infer<typeof monitorMessageSchema>;
