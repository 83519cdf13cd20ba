import { z } from 'zod';
import { idSchema, microsecondsSchema, slugSchema } from './primitives.ts';
import { verdictSchema } from './verdict.ts';

const maxFactor = 100;
/** An hour: more is a slip of the keyboard in seconds or milliseconds. */
const maxUs = 3_600_000_000;

/**
 * What one level says of the wall-clock limit: `factor` × CPU limit + `marginUs`, or a
 * limit as such. What a rule leaves out is taken from the level before.
 */
export const wallLimitRuleSchema = z
  .strictObject({
    factor: z
      .number()
      .positive()
      .max(maxFactor, `must be at most ${maxFactor}`)
      .optional()
      .describe('times the CPU limit'),
    marginUs: microsecondsSchema.max(maxUs, 'must be at most an hour').optional().describe('added, µs'),
    fixedUs: microsecondsSchema
      .min(1000, 'must be at least 1000 µs (1 ms)')
      .max(maxUs, 'must be at most an hour')
      .optional()
      .describe('the limit as such, µs, whatever the CPU limit'),
  })
  .refine((rule) => Object.values(rule).some((value) => value !== undefined), {
    message: 'must have factor, marginUs or fixedUs; DELETE takes a rule away',
  })
  .refine(
    (rule) => rule.fixedUs === undefined || (rule.factor === undefined && rule.marginUs === undefined),
    {
      path: ['fixedUs'],
      message: 'is a limit as such and cannot stand beside factor or marginUs',
    },
  )
  .meta({ id: 'WallLimitRule' });
export type WallLimitRuleBody = z.infer<typeof wallLimitRuleSchema>;

/** Levels that a rule can be set for; the later one wins. A rejudging may bring a rule of its own. */
export const wallLimitLevelSchema = z.enum(['global', 'contest', 'problem', 'language']);
export type WallLimitLevelName = z.infer<typeof wallLimitLevelSchema>;

const ruleOfSchema = z.object({ id: slugSchema, rule: wallLimitRuleSchema });

/** GET /api/wall-limits: every rule that is set. */
export const wallLimitRulesSchema = z
  .object({
    default: z.object({ factor: z.number(), marginUs: microsecondsSchema }),
    global: wallLimitRuleSchema.nullable(),
    contests: z.array(ruleOfSchema),
    problems: z.array(ruleOfSchema),
    languages: z.array(ruleOfSchema),
  })
  .meta({ id: 'WallLimitRules' });
export type WallLimitRulesAnswer = z.infer<typeof wallLimitRulesSchema>;

export const effectiveWallLimitSchema = z.object({
  label: z.string(),
  problemId: slugSchema,
  language: slugSchema,
  cpuUs: microsecondsSchema,
  wallUs: microsecondsSchema,
  explanation: z.string().describe('such as "2 × 1 s + 2 s = 4 s (factor: default, margin: contest)"'),
});
export type EffectiveWallLimit = z.infer<typeof effectiveWallLimitSchema>;

/** GET /api/contests/:contest/wall-limits: what judgings that start now run under. */
export const contestWallLimitsSchema = z
  .object({ contestId: slugSchema, limits: z.array(effectiveWallLimitSchema) })
  .meta({ id: 'ContestWallLimits' });
export type ContestWallLimits = z.infer<typeof contestWallLimitsSchema>;

/** POST /api/contests/:contest/wall-limits/preview: what a rule would do to the verdicts on record. */
export const wallLimitPreviewRequestSchema = z
  .object({
    level: z.enum(['global', 'contest', 'problem', 'language', 'rejudging']).default('contest'),
    /** Of the problem or language; for the other levels it is left out. */
    id: slugSchema.optional(),
    /** Null: as if the level had no rule. */
    rule: wallLimitRuleSchema.nullable(),
  })
  .refine(({ level, id }) => (level === 'problem' || level === 'language') === (id !== undefined), {
    path: ['id'],
    message: 'names the problem or language, and is for those two levels only',
  });
export type WallLimitPreviewRequest = z.input<typeof wallLimitPreviewRequestSchema>;

export const wallLimitPreviewSchema = z
  .object({
    limits: z.array(effectiveWallLimitSchema).describe('with the rule in force'),
    judged: z.number().int().describe('verdicts on record that were looked at'),
    same: z.number().int(),
    /** Known from the record: a run took longer than the new limit. */
    changes: z.array(
      z.object({
        submissionId: idSchema,
        before: verdictSchema,
        after: verdictSchema,
        test: z.number().int(),
      }),
    ),
    /** Only a rejudging can tell: the wall clock cut a run that would now have more time. */
    open: z.array(z.object({ submissionId: idSchema, before: verdictSchema, test: z.number().int() })),
  })
  .meta({ id: 'WallLimitPreview' });
export type WallLimitPreview = z.infer<typeof wallLimitPreviewSchema>;
