import { z } from 'zod';
import { idSchema, instantSchema, slugSchema, submissionNumberSchema } from './primitives.ts';
import { submissionSearchSchema } from './submission-query.ts';
import { verdictSchema } from './verdict.ts';
import { wallLimitRuleSchema } from './wall-limit.ts';

export const rejudgingBounds = { submissions: 20_000, repeats: 20, judgings: 50_000 } as const;

/**
 * `created`: its judgings are being made. `judging`: they are judged. `judged`: it waits for
 * the jury's word. Until `applied` the old judgings count; `cancelled` leaves them for good.
 */
export const rejudgingStateSchema = z.enum(['created', 'judging', 'judged', 'applied', 'cancelled']);
export type RejudgingState = z.infer<typeof rejudgingStateSchema>;

const names = z
  .array(z.string().min(1).max(128))
  .min(1, 'must name at least one; leave it out for all')
  .max(1000);

/** Which submissions of the contest: those that meet every condition given. */
export const rejudgingFilterSchema = z
  .strictObject({
    search: submissionSearchSchema.optional(),
    problems: names.optional().describe('labels'),
    languages: names.optional(),
    teams: names.optional(),
    verdicts: z.array(verdictSchema).min(1).optional().describe('of the judging that counts'),
    hosts: names.optional().describe('judgehosts that ran at least one of its tests'),
    whileUnhealthy: z
      .literal(true)
      .optional()
      .describe('judged while the host was unhealthy; together with `hosts`: while one of those was'),
    submittedFrom: instantSchema.optional(),
    submittedUntil: instantSchema.optional().describe('not included'),
    judgedFrom: instantSchema.optional().describe('the judging that counts ended then or later'),
    judgedUntil: instantSchema.optional().describe('not included'),
    jury: z.enum(['yes', 'no']).optional().describe('only, or without, the jury’s own'),
    suspect: z.literal(true).optional().describe('a run of it was starved: its time is not to be believed'),
    /** Those whose verdict the wall limits in force (with the rejudging's own rule) would or could change. */
    wallLimitChanges: z.literal(true).optional(),
    submissions: z.array(idSchema).min(1).max(rejudgingBounds.submissions).optional(),
  })
  .meta({ id: 'RejudgingFilter' });
export type RejudgingFilter = z.infer<typeof rejudgingFilterSchema>;

export const rejudgingLimitsSchema = z
  .strictObject({
    timeLimitMs: z.number().int().min(1).max(3_600_000).optional(),
    memoryMiB: z.number().int().min(1).max(1_048_576).optional(),
    outputMiB: z.number().int().min(1).max(65_536).optional(),
    wall: wallLimitRuleSchema.optional().describe('above every other level'),
  })
  .meta({ id: 'RejudgingLimits' });
export type RejudgingLimits = z.infer<typeof rejudgingLimitsSchema>;

/** POST /api/contests/:contest/rejudgings */
export const createRejudgingRequestSchema = z.strictObject({
  reason: z.string().trim().min(1, 'must say why, for those who look later').max(500),
  filter: rejudgingFilterSchema,
  /** Each submission is judged this often; where they disagree the verdict of most counts. */
  repeats: z.number().int().min(1).max(rejudgingBounds.repeats).default(1),
  /** Applied as soon as everything is judged. */
  autoApply: z.boolean().default(false),
  /** Its place in the queue: `rejudging` behind live work, `jury` with the jury's tests, `live` with the teams. */
  priority: z.enum(['rejudging', 'jury', 'live']).default('rejudging'),
  limits: rejudgingLimitsSchema.nullable().default(null),
  /** Stop at the first failing test; omitted: as the contest does. */
  lazy: z.boolean().optional(),
});
export type CreateRejudgingRequest = z.input<typeof createRejudgingRequestSchema>;

/** POST /api/contests/:contest/rejudgings/selection: what a filter would take, without making anything. */
export const rejudgingSelectionRequestSchema = z.strictObject({
  filter: rejudgingFilterSchema,
  limits: rejudgingLimitsSchema.nullable().default(null),
  /** False: only the counts. */
  list: z.boolean().default(true),
});
const countedSchema = z.array(z.object({ name: z.string(), count: z.number().int() }));
export const rejudgingSelectionSchema = z
  .object({
    count: z.number().int(),
    submissions: z.array(idSchema),
    /** In another rejudging that is still open: they would be left out. */
    busyCount: z.number().int(),
    busy: z.array(z.object({ submissionId: idSchema, rejudgingId: idSchema })),
    /** Of those taken, most frequent first. */
    verdicts: countedSchema,
    problems: countedSchema.describe('by label'),
    languages: countedSchema,
    teams: z.number().int().describe('how many'),
    judgedMs: z
      .number()
      .describe('from start to end of the judgings that count, added up: what once more may take a slot'),
  })
  .meta({ id: 'RejudgingSelection' });
export type RejudgingSelection = z.infer<typeof rejudgingSelectionSchema>;

export const rejudgingSchema = z
  .object({
    id: idSchema,
    contestId: slugSchema,
    reason: z.string(),
    state: rejudgingStateSchema,
    filter: rejudgingFilterSchema,
    repeats: z.number().int(),
    autoApply: z.boolean(),
    priority: z.enum(['rejudging', 'jury', 'live']),
    limits: rejudgingLimitsSchema.nullable(),
    lazy: z.boolean().nullable().describe('stops at the first failing test; null: as the contest does'),
    createdBy: z.string().nullable(),
    createdAt: instantSchema,
    judgedAt: instantSchema.nullable(),
    endedAt: instantSchema.nullable().describe('applied or cancelled'),
    endedBy: z.string().nullable().describe('null: applied by itself'),
    submissions: z.number().int(),
    /** Left out because another open rejudging had them. */
    busy: z.number().int(),
    /** Judgings that were under way when it was made are waited for: some of them may be taken as well. */
    incomplete: z.boolean(),
    judgings: z.object({
      total: z.number().int(),
      started: z.number().int(),
      done: z.number().int(),
      /** Of those done: judging errors. */
      failed: z.number().int(),
      /** At the pace of the last minutes; null: nothing to go by yet, or nothing left. */
      etaMs: z.number().nullable(),
    }),
  })
  .meta({ id: 'Rejudging' });
export type Rejudging = z.infer<typeof rejudgingSchema>;

export const rejudgedSubmissionSchema = z.object({
  submissionId: idSchema,
  number: submissionNumberSchema,
  team: z.object({ id: z.string(), name: z.string() }),
  label: z.string(),
  language: slugSchema,
  jury: z.boolean(),
  /** Null: it had none. */
  before: verdictSchema.nullable(),
  /** What it becomes; null while it is open. */
  after: verdictSchema.nullable(),
  /** By repeat. */
  repeats: z.array(verdictSchema.nullable()),
  /** The judging that will count, or counts since it was applied. */
  judgingId: idSchema.nullable(),
});
export type RejudgedSubmissionView = z.infer<typeof rejudgedSubmissionSchema>;

const standingSchema = z.object({
  rank: z.number().int().nullable().describe('null: a guest, who takes no rank'),
  solved: z.number().int(),
  penalty: z.number().int(),
});
export const rankChangeSchema = z.object({
  team: z.object({ id: z.string(), name: z.string() }),
  before: standingSchema,
  after: standingSchema,
});

/** GET /api/rejudgings/:id/preview: what applying it does, as far as it is judged, counted; …/submissions lists it. */
export const rejudgingPreviewSchema = z
  .object({
    rejudgingId: idSchema,
    state: rejudgingStateSchema,
    judged: z.number().int().describe('judgings that have a verdict: what this was made of'),
    counts: z.object({
      submissions: z.number().int(),
      open: z.number().int().describe('not judged yet'),
      unchanged: z.number().int(),
      changed: z.number().int(),
      failed: z.number().int().describe('ended in a judging error: the old verdict stays'),
      flaky: z.number().int().describe('repeats disagree'),
    }),
    matrix: z.array(
      z.object({ before: verdictSchema.nullable(), after: verdictSchema, count: z.number().int() }),
    ),
    ranks: z
      .array(rankChangeSchema)
      .describe('of the jury’s scoreboard; teams that stay as they are are left out'),
    firstToSolve: z
      .array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
      .describe('names of teams; null: nobody'),
  })
  .meta({ id: 'RejudgingPreview' });
export type RejudgingPreview = z.infer<typeof rejudgingPreviewSchema>;

/** Which of a rejudging's submissions: those of a cell of the matrix, or of a kind. */
export const rejudgedQuerySchema = z.object({
  kind: z.enum(['all', 'open', 'changed', 'unchanged', 'failed', 'flaky']).default('all'),
  before: z
    .union([verdictSchema, z.literal('none')])
    .optional()
    .describe('the old verdict; "none": it had none'),
  after: verdictSchema.optional(),
  cursor: idSchema.optional().describe('`next` of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type RejudgedQuery = z.infer<typeof rejudgedQuerySchema>;

/** GET /api/rejudgings/:id/submissions */
export const rejudgedListSchema = z
  .object({
    count: z.number().int().describe('of all pages'),
    submissions: z.array(rejudgedSubmissionSchema),
    next: idSchema.nullable(),
  })
  .meta({ id: 'RejudgedList' });
export type RejudgedList = z.infer<typeof rejudgedListSchema>;

/** A period in which a judgehost was unhealthy, and what it judged of a contest in that period. */
export const unhealthyPeriodSchema = z.object({
  judgehost: z.string(),
  from: instantSchema,
  until: instantSchema.nullable().describe('null: it still is'),
  judgedUntil: instantSchema
    .nullable()
    .describe(
      'when the host was unhealthy the next time: what ended before is counted here; null: it was not',
    ),
  reasons: z.array(z.string()),
  submissions: z.number().int().describe('whose judging counts and was run there while it was unhealthy'),
  suspect: z.number().int().describe('of them, with a run that was starved'),
});
export type UnhealthyPeriod = z.infer<typeof unhealthyPeriodSchema>;
/** GET /api/contests/:contest/unhealthy-periods: those in which something of the contest was judged, latest first. */
export const unhealthyPeriodsSchema = z
  .object({ periods: z.array(unhealthyPeriodSchema) })
  .meta({ id: 'UnhealthyPeriods' });

/** POST /api/submissions/:id/rejudge */
export const rejudgeAnswerSchema = z.object({ judgingId: idSchema, rejudgingId: idSchema });
export type RejudgeAnswer = z.infer<typeof rejudgeAnswerSchema>;

/** GET /api/contests/:contest/rejudgings: newest first. */
export const rejudgingPageQuerySchema = z.object({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(0).max(500).default(100).describe('0: only the counts'),
});
export const rejudgingListSchema = z.object({
  rejudgings: z.array(rejudgingSchema),
  /** Give it as `before` to get the next page; null at the end. */
  next: idSchema.nullable(),
  open: z.number().int().describe('of the contest’s that are being made or judged'),
  waiting: z.number().int().describe('of the contest’s that are judged and wait to be applied or cancelled'),
});
export type RejudgingList = z.infer<typeof rejudgingListSchema>;
