/** What the pages that watch the judging are made of: a line per judgehost, spans of what slots did, the queue. */
import { z } from 'zod';
import { alarmSchema } from './alarm.ts';
import { healthStateSchema } from './host-condition.ts';
import { cpuSplitSchema } from './host-vitals.ts';
import { hostModeSchema, slotStateSchema } from './judgehost.ts';
import { bytesSchema, idSchema, instantSchema } from './primitives.ts';
import { verdictSchema } from './verdict.ts';

const millisecondsSchema = z.number().describe('ms since 1970, by the api’s clock');

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
      .object({ count: z.number().int(), where: z.string().nullable(), longestMs: z.number() })
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
    /** Of the last hour, oldest first: a point every 15 s at most. */
    gapHistory: z.array(
      z.object({ at: millisecondsSchema, p50Us: z.number(), p95Us: z.number(), p99Us: z.number() }),
    ),
    piecesPerMinute: z.number().describe('pieces of judgings it ended within the last minute'),
    cpuDrift: z.number().nullable(),
    wallDrift: z.number().nullable().describe('share of its time the calibration program waited for a core'),
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
  })
  .meta({ id: 'HostRow' });
export type HostRow = z.infer<typeof hostRowSchema>;

/** GET /api/monitor/hosts. */
export const hostsAnswerSchema = z.object({
  now: millisecondsSchema,
  lookedAt: millisecondsSchema
    .nullable()
    .describe('when the lines were made: long ago while the database does not answer; null: never yet'),
  hosts: z.array(hostRowSchema),
});

/** A line that has changed. Without the curve of its gap: that did not, as it does every 15 s only. */
export const changedHostRowSchema = hostRowSchema
  .partial({ gapHistory: true })
  .meta({ id: 'ChangedHostRow' });
export type ChangedHostRow = z.infer<typeof changedHostRowSchema>;

/** What a slot did from the claim of a judge task to its end. */
export const taskSpanSchema = z
  .object({
    /** Task and fencing token: a task that is claimed again is another span. */
    id: z.string(),
    taskId: idSchema,
    judgingId: idSchema,
    submissionId: idSchema,
    contestId: z.string(),
    problem: z.string().nullable().describe('label'),
    rejudging: z.boolean(),
    judgehost: z.string(),
    slot: z.number().int().nonnegative(),
    /** When its judging was made: it waited from then on. */
    dueAt: millisecondsSchema,
    from: millisecondsSchema,
    /**
     * When its first run began, or its compilation had failed; null: it has not yet. While its first run goes on, which
     * is told of when it ends: when it can have begun at the earliest.
     */
    compiledAt: millisecondsSchema.nullable(),
    compileMs: z
      .number()
      .nullable()
      .describe(
        'measured; the rest before `compiledAt` is waiting. 0 where its program was compiled by another; null: not known',
      ),
    to: millisecondsSchema.nullable().describe('null: it runs'),
    /** `returned`: given back, by a lost lease, a repeat or a host that stopped. */
    state: z.enum(['running', 'done', 'failed', 'cancelled', 'returned']),
    runs: z.number().int(),
    verdict: verdictSchema.nullable().describe('the first that is not AC'),
    suspect: z.boolean(),
    maxGapUs: z.number().nullable(),
    expectedMs: z.number(),
  })
  .meta({ id: 'TaskSpan' });
export type TaskSpan = z.infer<typeof taskSpanSchema>;

/** One test run within a span. */
export const runSpanSchema = z.object({
  taskId: idSchema,
  judgehost: z.string(),
  slot: z.number().int(),
  ordinal: z.number().int(),
  attempt: z.number().int(),
  from: millisecondsSchema,
  wallUs: z.number(),
  gapUs: z.number(),
  verdict: verdictSchema,
  suspect: z.boolean(),
});
export type RunSpan = z.infer<typeof runSpanSchema>;

/** The queue at a moment. */
export const queueSampleSchema = z.object({
  at: millisecondsSchema,
  due: z.number().int().describe('pieces that wait'),
  dueMs: z.number().describe('what they are expected to take, summed'),
  claimed: z.number().int(),
  slots: z.number().int().describe('slots of hosts that are online and may take tasks'),
  oldestMs: z.number().describe('age of the oldest that is no rejudging'),
});
export type QueueSample = z.infer<typeof queueSampleSchema>;

const slotsOfHostSchema = z.object({
  judgehost: z.string(),
  slots: z.number().int(),
  online: z.boolean(),
});

/** Which time is asked for: between two instants, or the latest minutes. */
const timeQuerySchema = z.object({
  from: z.coerce.number().int().nonnegative().optional().describe('ms since 1970; together with `until`'),
  until: z.coerce.number().int().nonnegative().optional(),
  minutes: z.coerce
    .number()
    .min(0.1)
    .max(360)
    .default(10)
    .describe('the latest ones; without `from` and `until`'),
});

function aTime({ from, until }: z.infer<typeof timeQuerySchema>, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (from !== undefined && until !== undefined) {
    if (until < from) refuse('until', 'must not be before from');
  } else if (until !== undefined) refuse('from', 'is missing beside until');
  else if (from !== undefined) refuse('until', 'is missing beside from');
}

/** GET /api/monitor/runs?from&until or ?minutes. */
export const runSpanQuerySchema = timeQuerySchema.superRefine(aTime);

/** More than a screen has pixels for. */
export const spansAtMost = 25_000;

/** GET /api/monitor/spans?from&until or ?minutes: what overlaps that time. */
export const spanQuerySchema = timeQuerySchema
  .extend({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(spansAtMost)
      .default(spansAtMost)
      .describe('so many spans that ended, the latest; what runs comes with them'),
  })
  .superRefine(aTime);
export const spansAnswerSchema = z
  .object({
    now: millisecondsSchema,
    hosts: z.array(slotsOfHostSchema),
    spans: z.array(taskSpanSchema),
    queue: z.array(queueSampleSchema).describe('of the time the spans are of'),
    /** The oldest spans were left out: they would be too many. Null: all are there. */
    completeFrom: millisecondsSchema.nullable(),
  })
  .meta({ id: 'SpansAnswer' });
export type SpansAnswer = z.infer<typeof spansAnswerSchema>;

/** GET /api/monitor/submission-spans?submission. */
export const submissionSpansQuerySchema = z.object({
  submission: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f-]{4,36}$/, 'must be the id of a submission, or four characters of its end and more')
    .describe('an id, or the end of one; by its end it is found as long as its spans are kept'),
});
export const submissionSpansAnswerSchema = z
  .object({
    now: millisecondsSchema,
    spans: z.array(taskSpanSchema).describe('the latest two hundred, the oldest first'),
  })
  .meta({ id: 'SubmissionSpansAnswer' });
export type SubmissionSpansAnswer = z.infer<typeof submissionSpansAnswerSchema>;

/** Where one step of the gap ends and the next begins, µs: it is told and coloured in five. */
export const gapSteps = [10_000, 50_000, 100_000, 500_000] as const;

/** @returns 0 to 4 */
export function gapStep(us: number): number {
  const step = gapSteps.findIndex((bound) => us < bound);
  return step < 0 ? gapSteps.length : step;
}

/**
 * GET /api/monitor/cells?from&until or ?minutes: what slots did, in steps: as many as are drawn, however much was judged.
 * Slots stand in the order of `hosts`.
 */
export const spanCellsQuerySchema = timeQuerySchema
  .extend({
    skip: z.coerce.number().int().nonnegative().default(0).describe('so many slots are left out, then'),
    lanes: z.coerce.number().int().min(1).optional().describe('so many are told of; omitted: all'),
  })
  .superRefine(aTime);
export const spanCellsAnswerSchema = z
  .object({
    now: millisecondsSchema,
    hosts: z.array(slotsOfHostSchema),
    queue: z.array(queueSampleSchema),
    /** Every span of that time, where they are few; null: they are not. */
    spans: z.array(taskSpanSchema).nullable(),
    cellMs: z.number().int().positive().describe('width of a step'),
    from: millisecondsSchema.describe('where the first step begins'),
    until: millisecondsSchema.describe('of what is after nothing is told'),
    /** Of what was before nothing is known. */
    knownFrom: millisecondsSchema,
    problems: z.array(z.string()).describe('labels, for the second byte'),
    lanes: z.array(
      z.object({
        judgehost: z.string(),
        slot: z.number().int().nonnegative(),
        cells: z
          .string()
          .describe(
            'base64; three bytes a step. Of what took most of it the verdict (1 + place in the list of verdicts, 0: it ' +
              'runs; + 128 where something was suspect or failed) and the problem (1 + place in `problems`, 0: none); ' +
              'then 16 · how busy, of 8 (0: idle) + the gap (1 + its step, which begin at 0, 10, 50, 100 and 500 ms; ' +
              '0: none). Empty: it was idle all the time',
          ),
      }),
    ),
  })
  .meta({ id: 'SpanCellsAnswer' });
export type SpanCellsAnswer = z.infer<typeof spanCellsAnswerSchema>;

export const runSpansAnswerSchema = z.object({ runs: z.array(runSpanSchema), more: z.boolean() });
export type RunSpansAnswer = z.infer<typeof runSpansAnswerSchema>;

/**
 * GET /api/monitor/live?watch=hosts,tasks (server-sent events). Alarms are always told; where nothing else is watched, a
 * comment twice a second says that the api still looks.
 */
export const monitorMessageSchema = z.discriminatedUnion('type', [
  /** The alarms that are open now. */
  z.object({ type: z.literal('alarms'), alarms: z.array(alarmSchema) }),
  /** Lines that have changed; with `all`, those not named are no more. */
  z.object({
    type: z.literal('hosts'),
    now: millisecondsSchema,
    all: z.boolean(),
    hosts: z.array(changedHostRowSchema),
  }),
  /** Spans that began or ended or, every two seconds, had further runs; and the queue now. */
  z.object({
    type: z.literal('tasks'),
    now: millisecondsSchema,
    hosts: z.array(slotsOfHostSchema),
    spans: z.array(taskSpanSchema),
    queue: queueSampleSchema,
  }),
]);
export type MonitorMessage = z.infer<typeof monitorMessageSchema>;
