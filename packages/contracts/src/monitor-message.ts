/** The live stream of those who watch over the judging. */
import { z } from 'zod';
import { alarmSchema } from './alarm.ts';
import { loopLagSchema } from './host-condition.ts';
import { apiTimeSchema, queueSampleSchema, slotsOfHostSchema, waitingSchema } from './queue-sample.ts';

/**
 * GET /api/monitor/live?watch=hosts,tasks (server-sent events). Alarms are always sent; where nothing else is watched,
 * a comment twice a second shows that the api still polls.
 * @param row of a host that has changed, and @param interval what a slot did: a browser takes them as they come, and needs no
 * description of either
 */
export const monitorMessagesOf = <Row extends z.ZodType, Interval extends z.ZodType>(
  row: Row,
  interval: Interval,
) =>
  z.discriminatedUnion('type', [
    /** The alarms that are open now. */
    z.object({ type: z.literal('alarms'), alarms: z.array(alarmSchema) }),
    /** Lines that have changed; with `all`, those not named are no more. */
    z.object({
      type: z.literal('hosts'),
      now: apiTimeSchema,
      all: z.boolean(),
      hosts: z.array(row),
      apiLoopLag: loopLagSchema
        .nullable()
        .default(null)
        .describe('of the api process that sends it; missing from older ones'),
      waiting: waitingSchema.nullable().default(null).describe('missing from older ones'),
    }),
    /** Intervals that began or ended or, every two seconds, had further runs; and the queue now. */
    z.object({
      type: z.literal('tasks'),
      now: apiTimeSchema,
      hosts: z.array(slotsOfHostSchema),
      intervals: z.array(interval),
      queue: queueSampleSchema,
    }),
  ]);
