/** Awards of a contest: as CLICS has them, and as the jury works on them. */
import { z } from 'zod';
import { slugSchema } from './primitives.ts';

/** Of a known kind, with the id of a problem, a group or an organisation behind it; or one of the jury's own. */
export const awardIdSchema = z
  .string()
  .regex(
    /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,99}$/,
    'must be 1–100 letters, digits, ".", "_" or "-", beginning with a letter or digit',
  );

const citationSchema = z.string().trim().min(1, 'must not be empty').max(200);
const teamIdsSchema = z
  .array(slugSchema)
  .max(2000)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each team once');

/** GET /api/contests/:contest/awards: an array of these (Contest API, "Awards"). */
export const clicsAwardSchema = z
  .object({
    id: awardIdSchema,
    citation: z.string(),
    team_ids: z.array(z.string()).describe('in the order of the scoreboard; empty: nobody has it'),
  })
  .meta({ id: 'Award' });
export type ClicsAward = z.infer<typeof clicsAwardSchema>;

const medals = z.number().int('must be a whole number').min(0).max(1000);

/** PUT /api/contests/:contest/award-rules: what is left out stays as it is. */
export const awardRulesRequestSchema = z
  .strictObject({
    gold: medals.optional(),
    silver: medals.optional(),
    bronze: medals.optional().describe('without B, which is given when results are made final'),
    ranks: medals
      .optional()
      .describe('awards rank-1 to rank-n; CLICS has them where final ranks are not those of the scoreboard'),
  })
  .meta({ id: 'AwardRulesRequest' });
export type AwardRulesRequest = z.infer<typeof awardRulesRequestSchema>;

/** PUT /api/contests/:contest/awards/:award */
export const putAwardRequestSchema = z
  .strictObject({ citation: citationSchema, team_ids: teamIdsSchema })
  .meta({ id: 'PutAwardRequest' });
export type PutAwardRequest = z.infer<typeof putAwardRequestSchema>;

const juryAwardSchema = z.object({
  id: awardIdSchema,
  citation: z.string(),
  teamIds: z.array(z.string()),
  edited: z.boolean().describe('not as computed'),
  computed: z
    .object({ citation: z.string(), teamIds: z.array(z.string()) })
    .nullable()
    .describe('null: an award of the jury’s own'),
});

/** GET /api/contests/:contest/award-sheet, and the answer of each change. */
export const awardSheetSchema = z
  .object({
    rules: z.object({
      gold: z.number().int(),
      silver: z.number().int(),
      bronze: z.number().int(),
      ranks: z.number().int(),
      b: z.number().int().describe('bronze medals besides; set when results are made final'),
    }),
    final: z.boolean().describe('nothing of it changes until the contest is reopened'),
    public: z.boolean().describe('results are final and not frozen: everybody sees the awards'),
    teams: z.array(z.object({ id: z.string(), name: z.string(), hidden: z.boolean() })),
    awards: z.array(juryAwardSchema),
  })
  .meta({ id: 'AwardSheet' });
export type AwardSheet = z.infer<typeof awardSheetSchema>;
