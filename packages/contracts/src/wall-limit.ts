import { z } from 'zod';
import {
  idSchema,
  instantSchema,
  microsecondsSchema,
  slugSchema,
  submissionNumberSchema,
} from './primitives.ts';
import { verdictSchema } from './verdict.ts';

const maxFactor = 100;
/** An hour: more is a slip of the keyboard in seconds or milliseconds. */
export const maxWallLimitUs = 3_600_000_000;

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
    marginUs: microsecondsSchema
      .max(maxWallLimitUs, 'must be at most an hour')
      .optional()
      .describe('added, µs'),
    fixedUs: microsecondsSchema
      .min(1000, 'must be at least 1000 µs (1 ms)')
      .max(maxWallLimitUs, 'must be at most an hour')
      .optional()
      .describe('the limit as such, µs, for any CPU limit'),
  })
  .refine((rule) => Object.values(rule).some((value) => value !== undefined), {
    message: 'must have factor, marginUs or fixedUs; DELETE takes a rule away',
  })
  .refine(
    (rule) => rule.fixedUs === undefined || (rule.factor === undefined && rule.marginUs === undefined),
    {
      path: ['fixedUs'],
      message: 'is a limit as such and cannot be combined with factor or marginUs',
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

/** Other contests with submissions that a rule holds for as well: their verdicts stay. */
const elsewhereSchema = z
  .array(
    z.object({
      id: slugSchema,
      name: z.string(),
      affected: z
        .number()
        .int()
        .nullable()
        .describe('verdicts the rule would or could change; null: of older contests that is not counted'),
    }),
  )
  .describe('other contests with submissions the rule holds for, the latest first; their verdicts stay');

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
        number: submissionNumberSchema,
        before: verdictSchema,
        after: verdictSchema,
        test: z.number().int(),
      }),
    ),
    /** Only a rejudging can decide: the wall limit ended a run that would now have more time. */
    open: z.array(
      z.object({
        submissionId: idSchema,
        number: submissionNumberSchema,
        before: verdictSchema,
        test: z.number().int(),
      }),
    ),
    underWay: z.number().int().describe('judgings that have begun, and would keep another limit'),
    elsewhere: elsewhereSchema,
  })
  .meta({ id: 'WallLimitPreview' });
export type WallLimitPreview = z.infer<typeof wallLimitPreviewSchema>;

/** Query of GET /api/contests/:contest/wall-limits/measurements: of which runs. */
export const measurementsQuerySchema = z
  .object({
    problem: slugSchema.optional().describe('id, not label'),
    language: slugSchema.optional(),
    level: wallLimitLevelSchema
      .optional()
      .describe(
        'instead of both: of a place where a rule can be set; without `id` the first problem or language',
      ),
    id: slugSchema.optional().describe('of the problem or language'),
  })
  .refine(({ level, problem, language }) => level === undefined || (problem ?? language) === undefined, {
    path: ['level'],
    message: 'replaces problem and language',
  })
  .refine(({ level, id }) => id === undefined || level === 'problem' || level === 'language', {
    path: ['id'],
    message: 'needs a level: problem or language',
  });
export type MeasurementsQuery = z.output<typeof measurementsQuerySchema>;

const histogramSchema = z.object({
  /** By bin; runs that were accepted, that the wall clock killed, and the rest. */
  accepted: z.array(z.number().int()),
  killed: z.array(z.number().int()),
  other: z.array(z.number().int()),
  p50Us: z.number().int(),
  p95Us: z.number().int(),
  p99Us: z.number().int(),
  maxUs: z.number().int(),
});
export type TimeHistogram = z.infer<typeof histogramSchema>;

/** What was measured of the runs of the judgings that count. */
export const measurementsSchema = z
  .object({
    runs: z.number().int(),
    suspect: z.number().int(),
    /** Of the axis: domain's TimeBins. */
    bins: z.object({ fromUs: z.number(), toUs: z.number(), count: z.number().int() }),
    wall: histogramSchema,
    cpu: histogramSchema,
    gap: histogramSchema,
    /** The host's part of the gap by judgehost, worst first. */
    hosts: z.array(
      z.object({
        judgehost: z.string(),
        runs: z.number().int(),
        suspect: z.number().int(),
        p95Us: z.number().int(),
        p99Us: z.number().int(),
        maxUs: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'WallMeasurements' });
export type WallMeasurements = z.infer<typeof measurementsSchema>;

/** POST /api/contests/:contest/wall-limits/apply: sets a rule and judges again what it may change, as one. */
export const applyWallLimitRequestSchema = z
  .object({
    level: wallLimitLevelSchema,
    /** Of the problem or language; left out for the other levels. */
    id: slugSchema.optional(),
    /** Null: takes the level's rule away. */
    rule: wallLimitRuleSchema.nullable(),
    before: wallLimitRuleSchema
      .nullable()
      .optional()
      .describe('the rule it takes the place of (null: none); where there is another by now nothing is set'),
    /** Judge again exactly those whose verdict would or could change. */
    rejudge: z.boolean().default(true),
  })
  .refine(({ level, id }) => (level === 'problem' || level === 'language') === (id !== undefined), {
    path: ['id'],
    message: 'names the problem or language, and is for those two levels only',
  });
export type ApplyWallLimitRequest = z.input<typeof applyWallLimitRequestSchema>;

export const applyWallLimitAnswerSchema = z
  .object({
    rules: wallLimitRulesSchema,
    /** Null: nothing is affected, or nothing was to be judged again. */
    rejudgingId: idSchema.nullable(),
    submissions: z.number().int(),
    /** Affected, but in another open rejudging. */
    busy: z.number().int(),
    underWay: z
      .number()
      .int()
      .describe(
        'judged under another limit still: the rejudging takes those it may change when they have ended',
      ),
    elsewhere: elsewhereSchema,
  })
  .meta({ id: 'ApplyWallLimitAnswer' });
export type ApplyWallLimitAnswer = z.infer<typeof applyWallLimitAnswerSchema>;

/** GET /api/contests/:contest/wall-limits/history: who set what, newest first. */
export const wallLimitHistorySchema = z
  .object({
    entries: z.array(
      z.object({
        at: instantSchema,
        /** Null: the system. */
        actor: z.string().nullable(),
        action: z.string(),
        target: z.string(),
        before: wallLimitRuleSchema.nullable(),
        after: wallLimitRuleSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'WallLimitHistory' });
export type WallLimitHistory = z.infer<typeof wallLimitHistorySchema>;
