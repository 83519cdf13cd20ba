/** For everybody who watches the judging: how many slots there are, and how long the queue is. */
import { z } from 'zod';

export const apiTimeSchema = z.number().describe('ms since 1970, by the api’s clock');

/** The queue at a moment. */
export const queueSampleSchema = z.object({
  at: apiTimeSchema,
  due: z.number().int().describe('judge tasks that wait'),
  dueMs: z.number().describe('what they are expected to take, summed'),
  claimed: z.number().int(),
  slots: z.number().int().describe('slots of hosts that are online and may take tasks'),
  oldestMs: z.number().describe('age of the oldest that is no rejudging'),
});
export type QueueSample = z.infer<typeof queueSampleSchema>;

/** Submissions of teams of which no test has been judged yet. */
export const waitingSchema = z
  .object({ submissions: z.number().int(), oldestMs: z.number() })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof waitingSchema>;

export const slotsOfHostSchema = z.object({
  judgehost: z.string(),
  slots: z.number().int(),
  online: z.boolean(),
  away: z
    .array(z.object({ from: apiTimeSchema, until: apiTimeSchema.nullable().describe('null: it lasts') }))
    .describe(
      'when it was not there yet or silent, as far as is known; in the order of time; silences less than a minute apart are one',
    ),
});
export type SlotsOfHost = z.infer<typeof slotsOfHostSchema>;
