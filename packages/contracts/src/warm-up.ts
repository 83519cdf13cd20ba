/** Judgehosts fetch a contest's test data ahead of time. */
import { z } from 'zod';
import { bytesSchema, hostNameSchema, hostTextSchema, slugSchema } from './primitives.ts';

/** Test data of a contest, fetched ahead. */
export const warmUpFiguresSchema = z.object({
  contestId: slugSchema,
  revision: hostNameSchema.describe('of the contest’s problems: a new import asks for a new one'),
  state: z.enum(['running', 'done', 'failed']),
  files: z.number().int().nonnegative(),
  filesDone: z.number().int().nonnegative(),
  bytes: bytesSchema,
  bytesDone: bytesSchema,
  error: hostTextSchema.nullable(),
});
export type WarmUpFigures = z.infer<typeof warmUpFiguresSchema>;

/** POST /api/contests/:contest/warm-up: hosts fetch the contest’s test data now. */
export const warmUpRequestSchema = z.strictObject({
  judgehosts: z
    .array(slugSchema)
    .min(1, 'must name at least one; leave it out for all')
    .max(1000)
    .optional()
    .describe('names; left out: all, also those that join later'),
});
export type WarmUpRequest = z.infer<typeof warmUpRequestSchema>;

/** What was asked of hosts, and how far they are. */
export const warmUpAnswerSchema = z.object({
  contestId: slugSchema,
  revision: z.string(),
  files: z.number().int(),
  bytes: bytesSchema,
  hosts: z
    .array(z.object({ judgehost: z.string(), online: z.boolean(), progress: warmUpFiguresSchema.nullable() }))
    .describe('those that are asked and may judge some of it'),
});
export type WarmUpAnswer = z.infer<typeof warmUpAnswerSchema>;
