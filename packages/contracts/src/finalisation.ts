/** Final results: what keeps a contest from having them, how they are made final, and how it is reopened. */
import { z } from 'zod';
import { idSchema, instantSchema, slugSchema } from './primitives.ts';

/** Most extra bronze medals: nobody has more teams. */
const maxExtraBronze = 1000;

export const finalBlockerSchema = z
  .object({
    kind: z.enum(['not-ended', 'unjudged', 'judging-error', 'rejudging']),
    message: z.string(),
    submission: z
      .object({ id: idSchema, number: z.number().int() })
      .nullable()
      .describe('the one that is meant'),
    rejudging: idSchema.nullable().describe('the one that is meant'),
  })
  .meta({ id: 'FinalBlocker' });
export type FinalBlocker = z.infer<typeof finalBlockerSchema>;

/** GET /api/contests/:contest/finalisation, and the answer of finalise and reopen. */
export const finalisationSchema = z
  .object({
    contestId: slugSchema,
    finalizedAt: instantSchema.nullable().describe('null: results are not final'),
    finalizedBy: z.string().nullable(),
    comment: z.string(),
    b: z.number().int().nonnegative().describe('bronze medals beyond those that the contest plans'),
    blockers: z.array(finalBlockerSchema).describe('why it cannot be made final now; the first 100'),
    blockerCount: z.number().int().nonnegative().describe('all of them'),
  })
  .meta({ id: 'Finalisation' });
export type Finalisation = z.infer<typeof finalisationSchema>;

/** POST /api/contests/:contest/finalise */
export const finaliseRequestSchema = z
  .strictObject({
    comment: z.string().trim().max(2000).default('').describe('kept with the results, for the jury'),
    b: z
      .number()
      .int('must be a whole number')
      .min(0)
      .max(maxExtraBronze)
      .default(0)
      .describe('the value B of the CCS requirements: bronze medals beyond those that the contest plans'),
  })
  .meta({ id: 'FinaliseRequest' });
export type FinaliseRequest = z.input<typeof finaliseRequestSchema>;

/** POST /api/contests/:contest/reopen */
export const reopenRequestSchema = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1, 'must say why final results may change')
      .max(500)
      .describe('kept in the history'),
  })
  .meta({ id: 'ReopenRequest' });
export type ReopenRequest = z.input<typeof reopenRequestSchema>;

/** GET /api/contests/:contest/results/:file: the last two of ICPC, for those who know one ranking. */
export const resultFileSchema = z.enum([
  'results.html',
  'results.csv',
  'results.json',
  'awards.json',
  'results.tsv',
  'scoreboard.tsv',
]);
export type ResultFile = z.infer<typeof resultFileSchema>;

/** GET /api/contests/:contest/state: the contest state of the CLICS Contest API. Each instant is null until it has come. */
export const clicsStateSchema = z
  .object({
    started: instantSchema.nullable(),
    ended: instantSchema.nullable(),
    frozen: instantSchema.nullable(),
    thawed: instantSchema.nullable(),
    finalized: instantSchema.nullable(),
    end_of_updates: instantSchema.nullable().describe('results are final, and everybody sees them'),
  })
  .meta({ id: 'ClicsState' });
export type ClicsState = z.infer<typeof clicsStateSchema>;
