import { z } from 'zod';
import { idSchema, instantSchema } from './primitives.ts';

export const alarmRuleIds = [
  'silent-host',
  'old-figures',
  'load',
  'd-state',
  'gap',
  'throttled',
  'drift',
  'clock-skew',
  'unhealthy',
  'sandbox',
  'disk',
  'slots',
  'loop-lag',
  'restarted',
  'no-host',
  'queue-wait',
  'judging-errors',
  'api-loop-lag',
  'api-restarted',
  'database-clock',
] as const;
export const alarmRuleIdSchema = z.enum(alarmRuleIds);
export type AlarmRuleId = z.infer<typeof alarmRuleIdSchema>;

export const alarmSeveritySchema = z.enum(['warning', 'critical']);
export type AlarmSeverity = z.infer<typeof alarmSeveritySchema>;

/** Something is wrong with a judgehost or with the system, or was. */
export const alarmSchema = z
  .object({
    id: idSchema,
    rule: alarmRuleIdSchema,
    judgehost: z.string().nullable().describe('null: the system as a whole'),
    severity: alarmSeveritySchema.describe('the worst it has come to'),
    text: z.string().describe('what is wrong, in words, with the figure and its bound'),
    worst: z.string().describe('the same with the worst figure so far; it stays when the alarm is cleared'),
    contests: z
      .array(z.string())
      .describe('ids of the contests whose submissions it is about; empty: of no contest in particular'),
    raisedAt: instantSchema,
    /** When the text was last true. */
    lastAt: instantSchema,
    clearedAt: instantSchema.nullable().describe('null: it lasts'),
    acknowledged: z
      .object({ at: instantSchema, by: z.string(), note: z.string() })
      .nullable()
      .describe('somebody has taken it on'),
  })
  .meta({ id: 'Alarm' });
export type Alarm = z.infer<typeof alarmSchema>;

/** GET /api/alarms: the log, newest first. */
export const alarmQuerySchema = z.object({
  state: z.enum(['open', 'ended', 'all']).default('all'),
  rule: alarmRuleIdSchema.optional(),
  judgehost: z.string().max(100).optional(),
  before: idSchema.optional().describe('the last id of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type AlarmQuery = z.input<typeof alarmQuerySchema>;

export const alarmsAnswerSchema = z.object({
  alarms: z.array(alarmSchema),
  more: z.boolean(),
});
export type AlarmsAnswer = z.infer<typeof alarmsAnswerSchema>;

/** POST /api/alarms/:id/acknowledge (jury and admin). */
export const acknowledgeRequestSchema = z.strictObject({
  note: z.string().trim().max(500).default('').describe('what is being done about it'),
});
export type AcknowledgeRequest = z.input<typeof acknowledgeRequestSchema>;
