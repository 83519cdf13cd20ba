/** What slots did. */
import { z } from 'zod';
import { apiTimeSchema } from './queue-sample.ts';
import { idSchema, submissionNumberSchema } from './primitives.ts';
import { verdictSchema } from './verdict.ts';

/** What a slot did from the claim of a judge task to its end. */
export const taskIntervalSchema = z
  .object({
    /** Task and fencing token: a task that is claimed again is another interval. */
    id: z.string(),
    taskId: idSchema,
    judgingId: idSchema,
    submissionId: idSchema,
    submissionNumber: submissionNumberSchema,
    contestId: z.string(),
    problem: z.string().nullable().describe('label'),
    rejudging: z.boolean(),
    judgehost: z.string(),
    slot: z.number().int().nonnegative(),
    /** When its judging was made: it waited from then on. */
    dueAt: apiTimeSchema,
    from: apiTimeSchema,
    /**
     * When its first run began, or its compilation had failed; null: it has not yet. A run is reported when it ends;
     * while the first run goes on, this is when it can have begun at the earliest.
     */
    compiledAt: apiTimeSchema.nullable(),
    compileMs: z
      .number()
      .nullable()
      .describe(
        'measured; the rest before `compiledAt` is waiting. 0 where its program was compiled by another; null: not known',
      ),
    to: apiTimeSchema.nullable().describe('null: it runs'),
    /** `returned`: given back, by a lost lease, a repeat or a host that stopped. */
    state: z.enum(['running', 'done', 'failed', 'cancelled', 'returned']),
    runs: z.number().int(),
    verdict: verdictSchema.nullable().describe('the first that is not AC'),
    suspect: z.boolean(),
    maxGapUs: z.number().nullable(),
    expectedMs: z.number(),
  })
  .meta({ id: 'TaskInterval' });
export type TaskInterval = z.infer<typeof taskIntervalSchema>;

/** One test run within an interval. */
export const runIntervalSchema = z.object({
  taskId: idSchema,
  judgehost: z.string(),
  slot: z.number().int(),
  ordinal: z.number().int(),
  attempt: z.number().int(),
  from: apiTimeSchema,
  wallUs: z.number(),
  gapUs: z.number(),
  verdict: verdictSchema,
  suspect: z.boolean(),
});
export type RunInterval = z.infer<typeof runIntervalSchema>;
