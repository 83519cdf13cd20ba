import { z } from 'zod';
import { bytesSchema, imageNameSchema, instantSchema, slugSchema } from './primitives.ts';
import { contestRulesSchema } from './contest-rules.ts';
import { languageSchema } from './language.ts';
import { problemKindSchema } from './problem-kind.ts';

export const contestPhaseSchema = z.enum(['before', 'running', 'frozen', 'ended', 'finalized']);
export type ContestPhase = z.infer<typeof contestPhaseSchema>;

/** Wall-clock time that does not count: its end does not belong to it. */
export const removedTimeSchema = z.object({ from: instantSchema, until: instantSchema });

export const contestSummarySchema = z
  .object({
    id: slugSchema,
    name: z.string(),
    shortName: z.string(),
    startsAt: instantSchema,
    endsAt: instantSchema.describe('on the wall clock: removed intervals before it make it later'),
    freezesAt: instantSchema.nullable(),
    thawsAt: instantSchema.nullable(),
    activatesAt: instantSchema
      .nullable()
      .describe('before it only those who run the contest see it; null: it is seen as soon as it is made'),
    deactivatesAt: instantSchema
      .nullable()
      .describe('from then on only those who run the contest see it; null: it stays'),
    public: z
      .boolean()
      .describe('false: nobody but its teams and those who run it learns that there is such a contest'),
    archivedAt: instantSchema
      .nullable()
      .describe('since when it is out of the lists and nothing of it changes; null: it is not archived'),
    removedIntervals: z
      .array(removedTimeSchema)
      .describe('time that does not count: penalties, freeze and end are in contest time'),
    countdownStoppedAt: instantSchema
      .nullable()
      .describe(
        'since when the countdown to the start is stopped: then the contest does not start at startsAt',
      ),
    finalizedAt: instantSchema.nullable().describe('since when results are final; null: they are not'),
    extraTimeMs: z
      .number()
      .int()
      .nonnegative()
      .describe('contest time that the team of the asker has after the end'),
    penaltyMinutes: z.number().int().nonnegative(),
    chargeCompileErrors: z.boolean().describe('compile errors count as rejected tries'),
    phase: contestPhaseSchema,
  })
  .meta({ id: 'ContestSummary' });
export type ContestSummary = z.infer<typeof contestSummarySchema>;

/** What the team has reached with a problem: the dots of the contest home page. */
export const problemStandingSchema = z.enum(['untried', 'pending', 'tried', 'solved']);

export const contestProblemSchema = z
  .object({
    label: z.string(),
    id: slugSchema,
    name: z.string(),
    colour: z.string().regex(/^#[0-9a-f]{6}$/),
    timeLimitMs: z.number().int().positive(),
    memoryLimitBytes: bytesSchema,
    outputLimitBytes: bytesSchema,
    sourceLimitBytes: bytesSchema,
    testCount: z.number().int(),
    kind: problemKindSchema,
    /** Submit-answer problems: what the answer files may be called, in the order of the tests; otherwise empty. */
    answerNames: z.array(z.string()),
    standing: problemStandingSchema,
  })
  .meta({ id: 'ContestProblem' });
export type ContestProblem = z.infer<typeof contestProblemSchema>;

/** GET /api/contests/:contest. Problems are empty before the start for those who may not see them. */
export const contestSchema = contestSummarySchema
  .extend({
    problems: z.array(contestProblemSchema),
    languages: z.array(languageSchema),
    rules: contestRulesSchema,
    image: imageNameSchema
      .nullable()
      .describe('chroot image submissions are judged in; null: none, or the asker is not of the jury'),
    submissionsPaused: z
      .boolean()
      .describe('teams cannot submit now; problems and languages may be paused as well'),
    submitsAs: z
      .enum(['team', 'jury'])
      .nullable()
      .describe(
        'for whom the asker submits here: their team while the contest runs, the jury always; null: nobody',
      ),
  })
  .meta({ id: 'Contest' });
export type Contest = z.infer<typeof contestSchema>;

export const statementSchema = z.object({
  language: z.string(),
  format: z.enum(['markdown', 'html', 'pdf']),
  /** Markdown or sanitised HTML text; null for PDF, which is fetched from `url`. */
  text: z.string().nullable(),
  url: z.string(),
});
export type Statement = z.infer<typeof statementSchema>;

/** GET /api/contests/:contest/problems/:label */
export const problemPageSchema = contestProblemSchema
  .extend({
    wallLimitMs: z
      .number()
      .int()
      .positive()
      .nullable()
      .describe(
        'wall-clock limit of a run in a language without a limit or rule of its own; null: nothing is run',
      ),
    statements: z.array(statementSchema),
    samples: z.array(
      z.object({
        name: z.string(),
        /** Null when the file is larger than 64 KiB or not text: then only the download remains. */
        input: z.string().nullable(),
        answer: z.string().nullable(),
        /** What the two sides say (lines of the program begin with `>`), shown instead of input and answer. */
        interaction: z.string().nullable(),
        /** Null when there is an interaction: it is all there is. */
        inputUrl: z.string().nullable(),
        answerUrl: z.string().nullable(),
      }),
    ),
    attachments: z.array(z.object({ name: z.string(), bytes: bytesSchema, url: z.string() })),
    /** In words, for contestants: "output is compared token by token, numbers within 1e-6". */
    validation: z.string(),
  })
  .meta({ id: 'ProblemPage' });
export type ProblemPage = z.infer<typeof problemPageSchema>;
