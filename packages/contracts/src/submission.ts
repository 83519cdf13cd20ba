import { z } from 'zod';
import { idSchema, instantSchema, slugSchema, submissionNumberSchema } from './primitives.ts';
import { exchangePassSchema, exchangeSideSchema } from './exchange.ts';
import { measurementSchema, passSchema } from './run.ts';
import { verdictSchema } from './verdict.ts';

/** Limits on what may be sent; the problem may set a smaller source limit. */
export const submissionBounds = {
  files: 100,
  bytesTotal: 1_048_576,
  fileNameLength: 128,
  /** Characters of one file as it is sent: all bytes as base64 (4 for 3), with a line break after every 76, and some. */
  contentLength: 1_500_000,
} as const;

/** Names end up as files in the sandbox: one path component, no control characters, no leading dot or dash. */
export const sourceFileNameSchema = z
  .string()
  .min(1)
  .max(submissionBounds.fileNameLength)
  .regex(/^(?![.-])[^\p{Cc}/\\]+$/u, 'must be a plain file name such as "solution.cpp"');

/**
 * POST /api/contests/:contest/submissions as JSON. The same fields may come as
 * multipart/form-data with repeated `file` parts.
 */
export const submitRequestSchema = z.object({
  problem: z.string().min(1).max(64).describe('label of the problem in the contest, e.g. "A"'),
  language: slugSchema,
  entryPoint: z.string().max(128).optional(),
  files: z
    .array(
      z.object({
        name: sourceFileNameSchema,
        content: z
          .string()
          .max(submissionBounds.contentLength)
          .describe('the text, or base64 of the bytes when encoding says so'),
        encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
      }),
    )
    .min(1, 'at least one file is needed')
    .max(submissionBounds.files),
  /** Made by the client once per press of the button: a repeat of the same key answers with the first submission. */
  idempotencyKey: z.uuid().optional(),
});
export type SubmitRequest = z.input<typeof submitRequestSchema>;

/** `cancelled`: no verdict will come of it, because another judging took its place or its rejudging was called off. */
export const judgingStateSchema = z.enum(['queued', 'compiling', 'running', 'done', 'cancelled']);
export type JudgingState = z.infer<typeof judgingStateSchema>;

/** The queue position of a submission that waits. */
export const queuePlaceSchema = z
  .object({
    position: z.number().int().positive().describe('1: the next'),
    expectedWaitMs: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .describe('until a slot takes it, as far as it can be foreseen; null: no judgehost is there'),
  })
  .meta({ id: 'QueuePlace' });

/** A submission as a list shows it. Fields the asker may not see are null. */
export const submissionSummarySchema = z
  .object({
    id: idSchema,
    number: submissionNumberSchema,
    contestId: slugSchema,
    team: z.object({ id: z.string(), name: z.string() }),
    problem: z.object({ label: z.string(), name: z.string(), colour: z.string() }),
    language: z.object({ id: slugSchema, name: z.string() }),
    submittedAt: instantSchema,
    /** Minutes and milliseconds are shown from it; counted from the contest's start. */
    contestTimeMs: z.number().int(),
    state: judgingStateSchema,
    testsDone: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .describe('null where the asker may not see all tests: it is the number of the failing one'),
    testsTotal: z.number().int().nonnegative(),
    queue: queuePlaceSchema
      .nullable()
      .default(null)
      .describe('its place while it is queued; null when it is not, or its place is not known (yet)'),
    /** Null while pending; for teams a judging error stays pending. */
    verdict: verdictSchema.nullable(),
    teamVerdict: verdictSchema
      .nullable()
      .default(null)
      .describe('for the jury: as what teams and the scoreboard have the verdict; null: as it is'),
    late: z
      .boolean()
      .default(false)
      .describe('it came after the end and does not count; its team may have no verdict of it'),
    waitsForJury: z
      .boolean()
      .default(false)
      .describe(
        'its judging failed by our own fault: no verdict will come before the jury has it judged again',
      ),
    changed: z
      .object({ at: instantSchema, from: verdictSchema })
      .nullable()
      .default(null)
      .describe('a rejudging has changed the verdict: when, and from which one'),
    /** Jury's own submission, with its expected verdicts. */
    jury: z.boolean(),
    expected: z.array(verdictSchema),
    /** Figures of the slowest test, for the jury's list; null for teams while pending. */
    maxCpuUs: z.number().int().nullable(),
    maxWallUs: z.number().int().nullable(),
    maxGapUs: z.number().int().nullable(),
    maxMemoryBytes: z.number().int().nullable(),
    judgehost: z.string().nullable(),
    /** A host was unhealthy while it judged it. For the jury; false for teams. */
    judgedWhileUnhealthy: z.boolean(),
    /** A run of it was starved, so that its time is not to be believed. For the jury; false for teams. */
    suspect: z.boolean(),
  })
  .meta({ id: 'SubmissionSummary' });
export type SubmissionSummary = z.infer<typeof submissionSummarySchema>;

/** One test of a judging. A team gets `ordinal`, `isSample` and `verdict` only; everything else is null or empty for it. */
export const testResultSchema = z.object({
  ordinal: z.number().int(),
  name: z.string().nullable(),
  isSample: z.boolean(),
  verdict: verdictSchema.nullable(),
  reason: z.string().nullable(),
  measurement: measurementSchema.nullable(),
  slot: z.number().int().nullable(),
  judgehost: z.string().nullable(),
  kernel: z.string().nullable().describe('release of the kernel it ran on, for the jury; null: not recorded'),
  validatorMessage: z.string().nullable(),
  /** What the validator wrote for the team. Here for the jury; a team has that of its judging. */
  teamMessage: z.string().nullable().default(null),
  /** Its output is at …/tests/:ordinal for the asker. */
  hasOutput: z.boolean().default(false),
  /** Its time is not to be believed: the program was starved. For the jury; false for teams. */
  suspect: z.boolean(),
  /** When it was run more than once: all attempts, the last of them above. For the jury. */
  attempts: z.array(
    z.object({
      attempt: z.number().int().positive(),
      verdict: verdictSchema,
      reason: z.string(),
      suspect: z.boolean(),
      judgehost: z.string(),
      kernel: z.string().nullable(),
      slot: z.number().int(),
      startedAt: instantSchema,
      measurement: measurementSchema,
    }),
  ),
  /** Its host was unhealthy at the time. For the jury; false for teams. */
  whileUnhealthy: z.boolean(),
});
export type TestResult = z.infer<typeof testResultSchema>;

export const judgingSchema = z.object({
  id: idSchema,
  valid: z.boolean(),
  /** Which rejudging made it, for the jury; null: it came with the submission. */
  rejudgingId: idSchema.nullable(),
  /** Counted from 1, within its rejudging. */
  repeat: z.number().int().positive(),
  state: judgingStateSchema,
  verdict: verdictSchema.nullable(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  judgehost: z.string().nullable(),
  /** A host was unhealthy while it judged a part of it. For the jury; false for teams. */
  judgedWhileUnhealthy: z.boolean(),
  /** What its sources were compiled with, for the jury; null: not known. */
  compilerVersion: z.string().nullable(),
  compile: z
    .object({ success: z.boolean(), output: z.string(), measurement: measurementSchema.nullable() })
    .nullable(),
  /** What the validator wrote for the team of the first test that failed; null: nothing, or the contest shows none. */
  teamMessage: z.string().nullable().default(null),
  /** Our own failure, for the jury: what went wrong and the log. */
  error: z.string().nullable(),
  /** Why this verdict, one sentence a step, for the jury: domain's explainVerdict. Empty for teams. */
  why: z.array(z.string()),
  limits: z.object({
    cpuUs: z.number().int(),
    wallUs: z.number().int(),
    memoryBytes: z.number().int(),
    outputBytes: z.number().int(),
  }),
  tests: z.array(testResultSchema),
});
export type Judging = z.infer<typeof judgingSchema>;

/** Newest first; those that one rejudging made are never parted. */
const judgingPage = {
  judgings: z.array(judgingSchema),
  olderJudgings: idSchema
    .nullable()
    .describe('there are more: give it as `before` to …/judgings; null: none'),
};

/** GET /api/submissions/:id/judgings (jury): those that did not come with the submission itself. */
export const judgingListSchema = z.object(judgingPage);
export type JudgingList = z.infer<typeof judgingListSchema>;
export const judgingQuerySchema = z.object({
  before: idSchema.optional().describe('`olderJudgings` of the page before'),
});

/** GET /api/submissions/:id. `judgings` holds the newest and the valid one; for teams that one only. */
export const submissionDetailSchema = submissionSummarySchema
  .extend({
    entryPoint: z.string().nullable(),
    files: z.array(
      z.object({ name: z.string(), bytes: z.number().int(), text: z.string().nullable(), url: z.string() }),
    ),
    ...judgingPage,
  })
  .meta({ id: 'SubmissionDetail' });
export type SubmissionDetail = z.infer<typeof submissionDetailSchema>;

/** Query of GET /api/submissions/:id/tests/:ordinal: of another judging, or an earlier attempt. */
/** GET /api/submissions/:id/tests/:ordinal/{input,answer}: as a judging had it; without one, the one that counts. */
export const testFileQuerySchema = z.object({ judging: idSchema.optional() });
export const testOutputQuerySchema = z.object({
  judging: idSchema.optional().describe('default: the one that counts'),
  attempt: z.coerce.number().int().positive().optional().describe('default: the last'),
});

/** GET /api/submissions/:id/tests/:ordinal (jury): both outputs for the side-by-side view, each bounded. */
export const testOutputSchema = z.object({
  input: z.object({ text: z.string(), truncated: z.boolean(), bytes: z.number().int(), url: z.string() }),
  expected: z.object({ text: z.string(), truncated: z.boolean(), bytes: z.number().int(), url: z.string() }),
  output: z.object({ text: z.string(), truncated: z.boolean(), bytes: z.number().int() }).nullable(),
  /** What was written to the error stream, bounded. */
  stderr: z.object({ text: z.string(), truncated: z.boolean(), bytes: z.number().int() }).nullable(),
  validatorMessage: z.string().nullable(),
  teamMessage: z.string().nullable().default(null),
  /** Every pass of a multi-pass run; empty where there is but one. */
  passes: z.array(passSchema),
  /** Interactive problems: who said what and when. */
  exchange: z
    .object({
      entries: z.array(
        z.object({
          pass: z.number().int(),
          from: exchangeSideSchema,
          atUs: z.number().int(),
          text: z.string(),
        }),
      ),
      passes: z.array(exchangePassSchema),
    })
    .nullable(),
});
export type TestOutput = z.infer<typeof testOutputSchema>;

export const submissionListSchema = z.object({
  submissions: z.array(submissionSummarySchema),
  /** Give it as `before` to get the next page; null at the end. */
  next: z.string().nullable(),
});
export type SubmissionList = z.infer<typeof submissionListSchema>;
