import { z } from 'zod';

/** More are no contest. */
export const maxContestProblems = 200;

/** What a contest decides of a problem instead of its package. Omitted: as it is. Null: as the package says. */
export const problemLimitsSchema = z.object({
  timeLimitMs: z.number().int().min(1).max(600_000).nullable().optional(),
  memoryMiB: z.number().int().min(1).max(65_536).nullable().optional(),
});
