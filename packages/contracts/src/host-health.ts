/** How well a judgehost is, and was. */
import { z } from 'zod';
import { hostTextSchema, idSchema, instantSchema } from './primitives.ts';

/** `degraded`: figures are worse than they should be. `unhealthy`: verdicts given now are not to be trusted. */
export const healthStates = ['healthy', 'degraded', 'unhealthy'] as const;
export const healthStateSchema = z.enum(healthStates);
export type HealthState = z.infer<typeof healthStateSchema>;

/** What a host looks at in itself. */
export const healthSigns = [
  'calibration-cpu',
  'calibration-wall',
  'gap',
  'd-state',
  'stuck',
  'load',
  'throttled',
  'steal',
  'temperature',
  /** Of older judgehosts, and in what is kept of them: an advisory since. */
  'governor',
] as const;
export const healthSignSchema = z.enum(healthSigns);
export type HealthSign = z.infer<typeof healthSignSchema>;

export const healthReasonSchema = z.object({
  sign: healthSignSchema,
  state: z.enum(['degraded', 'unhealthy']).describe('what this sign alone says'),
  text: hostTextSchema.describe('in words, with the figure and its bound'),
  timesBound: z
    .number()
    .nonnegative()
    .optional()
    .describe(
      'the figure relative to its bound; below 1 the sign recovers, and the text has the worst figure; missing from older hosts',
    ),
});
export type HealthReason = z.infer<typeof healthReasonSchema>;

/** GET /api/judgehosts/:id/health: what the host has been through, newest first. */
export const healthPeriodSchema = z
  .object({
    id: idSchema,
    judgehost: z.string(),
    state: healthStateSchema,
    reasons: z.array(healthReasonSchema),
    /** By the api’s clock; begins with the first evidence, which is older than the decision. */
    from: instantSchema,
    to: instantSchema.nullable().describe('null: it lasts'),
  })
  .meta({ id: 'HealthPeriod' });
export type HealthPeriod = z.infer<typeof healthPeriodSchema>;
