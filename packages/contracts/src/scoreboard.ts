import { z } from 'zod';
import { instantSchema, slugSchema } from './primitives.ts';

export const scoreboardCellSchema = z.object({
  label: z.string(),
  /** Judged tries that count, the accepted one included. */
  tries: z.number().int().nonnegative(),
  /** Tries that are not judged, or hidden by the freeze. */
  pending: z.number().int().nonnegative(),
  solved: z.boolean(),
  /** Whole minutes of contest time of the accepted try. */
  solvedMinute: z.number().int().nullable(),
  firstToSolve: z.boolean(),
});
export type ScoreboardCell = z.infer<typeof scoreboardCellSchema>;

export const scoreboardRowSchema = z.object({
  rank: z.number().int().positive(),
  team: z.object({
    id: z.string(),
    name: z.string(),
    affiliation: z.string().nullable(),
    country: z.string().nullable(),
    category: z.string().nullable(),
  }),
  solved: z.number().int().nonnegative(),
  penalty: z.number().int().nonnegative(),
  lastSolvedMinute: z.number().int().nullable(),
  cells: z.array(scoreboardCellSchema),
});
export type ScoreboardRow = z.infer<typeof scoreboardRowSchema>;

/** GET /api/contests/:contest/scoreboard */
export const scoreboardSchema = z
  .object({
    contestId: slugSchema,
    seq: z
      .number()
      .int()
      .optional()
      .describe(
        'the last event the board has seen; on the jury’s board only: it would tell how much the freeze hides',
      ),
    updatedAt: instantSchema,
    frozen: z.boolean(),
    problems: z.array(
      z.object({
        label: z.string(),
        name: z.string(),
        colour: z.string(),
        solved: z.number().int(),
        tries: z.number().int(),
      }),
    ),
    rows: z.array(scoreboardRowSchema),
  })
  .meta({ id: 'Scoreboard' });
export type Scoreboard = z.infer<typeof scoreboardSchema>;
