/** What a resolver is made of: the scoreboard as it was frozen, and what has become of each cell since. */
import { z } from 'zod';
import { awardIdSchema } from './award.ts';
import { instantSchema, slugSchema } from './primitives.ts';
import { scoreboardSchema } from './scoreboard.ts';

const resolverCellSchema = z.object({
  tries: z.number().int().nonnegative().describe('judged tries that count, the accepted one included'),
  pending: z.number().int().nonnegative(),
  solvedMinute: z.number().int().nullable().describe('null: not solved'),
  tie: z
    .number()
    .int()
    .nullable()
    .describe(
      'what breaks ties, where the problem is solved: contest time, or CPU time in ms; null: nothing does',
    ),
  penalty: z
    .number()
    .int()
    .nonnegative()
    .describe('what it adds to the penalty of its team, minutes or seconds as on the scoreboard'),
  solvedOrder: z
    .number()
    .int()
    .nullable()
    .describe('place of the accepted try among all tries of the contest'),
  openOrder: z.number().int().nullable().describe('place of the first try without a shown result'),
});
export type ResolverCell = z.infer<typeof resolverCellSchema>;

const resolverTeamSchema = z.object({
  id: z.string(),
  name: z.string(),
  affiliation: z.string().nullable(),
  country: z.string().nullable(),
  category: z.string().nullable(),
  ranked: z.boolean().describe('false: a guest'),
  sortOrder: z.number().int(),
  logo: z.string().nullable().describe('address of the picture of its organisation'),
  photo: z.string().nullable().describe('address of its photo'),
  cells: z
    .array(
      z.object({
        frozen: resolverCellSchema,
        final: resolverCellSchema.nullable().describe('null: the freeze hides nothing of it'),
      }),
    )
    .describe('in the order of the problems'),
});
export type ResolverTeam = z.infer<typeof resolverTeamSchema>;

/** GET /api/contests/:contest/resolver; the same in an exported file. */
export const resolverDataSchema = z
  .object({
    contest: z.object({ id: slugSchema, name: z.string() }),
    version: z.string().describe('the same for the same teams, results and awards'),
    madeAt: instantSchema,
    rehearsal: z
      .number()
      .int()
      .nullable()
      .describe('results and awards are made up from this number; null: they are true'),
    penaltyUnit: scoreboardSchema.shape.penaltyUnit,
    tieBreak: scoreboardSchema.shape.tieBreak,
    final: z.boolean().describe('the results are final'),
    unjudged: z.number().int().describe('tries without a result: they stay pending'),
    problems: z.array(
      scoreboardSchema.shape.problems.element.pick({ label: true, name: true, colour: true }),
    ),
    teams: z.array(resolverTeamSchema).describe('without hidden teams'),
    awards: z
      .array(z.object({ id: awardIdSchema, citation: z.string(), teamIds: z.array(z.string()) }))
      .describe('those that a shown team has'),
  })
  .meta({ id: 'ResolverData' });
export type ResolverData = z.infer<typeof resolverDataSchema>;

/** Query of the same. */
export const resolverQuerySchema = z.object({
  rehearsal: z.coerce
    .number()
    .int()
    .min(0)
    .max(999_999)
    .optional()
    .describe(
      'results of pending tries are made up from this number, and the true ones are not in the answer',
    ),
});

/** GET /api/contests/:contest/resolver.html */
export const resolverFileQuerySchema = resolverQuerySchema.extend({
  top: z.coerce
    .number()
    .int()
    .min(1)
    .max(9999)
    .optional()
    .describe('rows below this many are settled in the first step'),
});
