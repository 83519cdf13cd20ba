import { z } from 'zod';
import { contestRulesSchema } from './contest-rules.ts';
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
  hidden: z
    .literal(true)
    .optional()
    .describe('on the jury scoreboard only: the freeze hides a result of this cell from the public'),
});
export type ScoreboardCell = z.infer<typeof scoreboardCellSchema>;

export const scoreboardRowSchema = z.object({
  rank: z.number().int().positive().nullable().describe('null: a guest, who takes no rank'),
  team: z.object({
    id: z.string(),
    name: z.string(),
    affiliation: z.string().nullable(),
    country: z.string().nullable(),
    category: z.string().nullable(),
  }),
  solved: z.number().int().nonnegative(),
  penalty: z.number().int().nonnegative().describe('in `penaltyUnit`'),
  lastSolvedMinute: z.number().int().nullable(),
  runTimeMs: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .describe('CPU time of its solved problems, where it breaks ties; null: it does not, or none is solved'),
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
        'the last event the board has seen; on the jury scoreboard only: it would show how much the freeze hides',
      ),
    updatedAt: instantSchema,
    penaltyUnit: contestRulesSchema.shape.penaltyUnit,
    tieBreak: contestRulesSchema.shape.tieBreak,
    asOf: instantSchema.optional().describe('the moment that was asked for, of a scoreboard of the past'),
    frozen: z.boolean().describe('whether this scoreboard hides results since the freeze'),
    frozenSince: instantSchema
      .nullable()
      .describe('since when the public scoreboard is frozen, on the jury scoreboard too; null: it is not'),
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

/** GET /api/contests/:contest/scoreboard/summary: what the contest's home shows of the scoreboard that the asker may see. */
export const scoreboardSummarySchema = z
  .object({
    contestId: slugSchema,
    frozenSince: scoreboardSchema.shape.frozenSince,
    teams: z.number().int().nonnegative(),
    problems: z.array(
      z.object({
        label: z.string(),
        solved: z.number().int().describe('teams that have solved it'),
        tries: z.number().int().describe('of all teams, pending ones included'),
      }),
    ),
    own: scoreboardRowSchema
      .pick({ rank: true, solved: true, penalty: true })
      .nullable()
      .describe('of the team of the asker; null: it has none, or is not on this scoreboard'),
  })
  .meta({ id: 'ScoreboardSummary' });
export type ScoreboardSummary = z.infer<typeof scoreboardSummarySchema>;
