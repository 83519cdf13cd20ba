import { z } from 'zod';
import { contestSummarySchema } from './contest.ts';
import { scoreboardSchema } from './scoreboard.ts';

/** What is inside the page of a static copy of a scoreboard (`scoreboard.zip`). */
export const staticScoreboardSchema = z.object({
  contest: contestSummarySchema.pick({ id: true, name: true, phase: true, finalizedAt: true }),
  view: z.enum(['public', 'jury']),
  board: scoreboardSchema,
});
export type StaticScoreboard = z.infer<typeof staticScoreboardSchema>;
