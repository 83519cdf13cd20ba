import { z } from 'zod';
import { idSchema } from './primitives.ts';
import { rejudgingStateSchema } from './rejudging.ts';
import { judgingStateSchema, queuePlaceSchema } from './submission.ts';
import { verdictSchema } from './verdict.ts';

/**
 * The ordered log of a contest. Every projection (live pages, scoreboard, feeds)
 * is made of these and nothing else; `seq` is dense per contest and is the commit order.
 */
export const contestEventDataSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('submission'),
    submissionId: idSchema,
    judgingId: idSchema,
    teamId: z.string(),
    problemId: z.string(),
    languageId: z.string(),
    /** Label and contest time follow from it and from the contest as it is: neither is kept. */
    submittedAt: z.string(),
    jury: z.boolean(),
    testsTotal: z.number().int(),
  }),
  z.object({
    type: z.literal('judging'),
    submissionId: idSchema,
    judgingId: idSchema,
    teamId: z.string(),
    state: judgingStateSchema,
    verdict: verdictSchema.nullable(),
    valid: z.boolean(),
    jury: z.boolean(),
    judgehost: z.string().nullable(),
    /** CPU time of its slowest test, of a judging that is done; those that no scoreboard has asked for had none. */
    maxCpuUs: z.number().int().nullable().optional(),
  }),
  /** Judgings of it were marked afterwards: their host had been unhealthy. For the jury alone. */
  z.object({ type: z.literal('mark'), submissionId: idSchema }),
  /** Made, begun, judged, applied or cancelled. For the jury alone. */
  z.object({ type: z.literal('rejudging'), rejudgingId: idSchema, state: rejudgingStateSchema }),
  z.object({ type: z.literal('contest'), change: z.string() }),
  z.object({ type: z.literal('team'), teamId: z.string(), change: z.string() }),
]);
export type ContestEventData = z.infer<typeof contestEventDataSchema>;

export const contestEventSchema = z.object({
  seq: z.number().int().positive(),
  at: z.string(),
  data: contestEventDataSchema,
});
export type ContestEvent = z.infer<typeof contestEventSchema>;

/** Of the log; for jury and administrator alone. */
const seqSchema = z.number().int().optional();

/**
 * What travels on the live stream, GET /api/contests/:contest/live (server-sent events).
 * `event:` is the type below, `id:` the place in the log where there is one; for all but jury and administrator it is
 * sealed, and messages have no `seq`, which would show how much happens while the scoreboard is frozen. A reconnect
 * with `Last-Event-ID` gets what was missed, or `resync` when that is too much.
 */
export const liveMessageSchema = z.discriminatedUnion('type', [
  /** A submission's new summary: as the asker may see it. */
  z.object({ type: z.literal('submission'), seq: seqSchema, submission: z.unknown() }),
  /** Tests done so far; not in the log, may be dropped under load. */
  z.object({
    type: z.literal('progress'),
    submissionId: idSchema,
    state: judgingStateSchema,
    /** Null where the asker may not see all tests. */
    testsDone: z.number().int().nullable(),
    testsTotal: z.number().int(),
    /** By ordinal; null: not known yet, though later tests are, or not shown. For teams those of the samples. */
    verdicts: z.array(verdictSchema.nullable()),
    /** Of a submission that is queued: its place has changed. */
    queue: queuePlaceSchema.optional(),
  }),
  /** The scoreboard this asker may see has changed: fetch it (ETag). */
  z.object({ type: z.literal('scoreboard'), seq: seqSchema }),
  /** For the jury: fetch it, and what shows its judgings. */
  z.object({
    type: z.literal('rejudging'),
    seq: seqSchema,
    rejudgingId: idSchema,
    state: rejudgingStateSchema,
  }),
  z.object({ type: z.literal('contest'), seq: seqSchema }),
  z.object({ type: z.literal('resync'), seq: seqSchema }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;
