/** Queries and answers of the slot timeline. */
import { z } from 'zod';
import { apiTimeSchema, queueSampleSchema, slotsOfHostSchema } from './queue-sample.ts';
import { slugSchema } from './primitives.ts';
import { readSubmissionName } from './submission-search.ts';
import { runIntervalSchema, taskIntervalSchema } from './task-interval.ts';

/** Which time is asked for: between two instants, or the latest minutes. */
const timeQuerySchema = z.object({
  from: z.coerce.number().int().nonnegative().optional().describe('ms since 1970; together with `until`'),
  until: z.coerce.number().int().nonnegative().optional(),
  minutes: z.coerce
    .number()
    .min(0.1)
    .max(360)
    .default(10)
    .describe('the latest ones; without `from` and `until`'),
});

function aTime({ from, until }: z.infer<typeof timeQuerySchema>, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (from !== undefined && until !== undefined) {
    if (until < from) refuse('until', 'must not be before from');
  } else if (until !== undefined) refuse('from', 'is missing beside until');
  else if (from !== undefined) refuse('until', 'is missing beside from');
}

/** GET /api/monitor/runs?from&until or ?minutes. */
export const runIntervalQuerySchema = timeQuerySchema.superRefine(aTime);

/** More than a screen has pixels for. */
export const maxIntervals = 25_000;

/** GET /api/monitor/intervals?from&until or ?minutes: what overlaps that time. */
export const intervalQuerySchema = timeQuerySchema
  .extend({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxIntervals)
      .default(maxIntervals)
      .describe('so many intervals that ended, the latest; what runs comes with them'),
  })
  .superRefine(aTime);
export const intervalsAnswerSchema = z
  .object({
    now: apiTimeSchema,
    hosts: z.array(slotsOfHostSchema),
    intervals: z.array(taskIntervalSchema),
    queue: z.array(queueSampleSchema).describe('of the time the intervals are of'),
    /** The oldest intervals were left out: they would be too many. Null: all are there. */
    completeFrom: apiTimeSchema.nullable(),
  })
  .meta({ id: 'IntervalsAnswer' });
export type IntervalsAnswer = z.infer<typeof intervalsAnswerSchema>;

/** GET /api/monitor/submission-intervals?submission. */
export const submissionIntervalsQuerySchema = z.object({
  submission: z
    .string()
    .trim()
    .toLowerCase()
    .max(40)
    .refine((name) => readSubmissionName(name) !== null, {
      message:
        'must be a submission’s number as "#123", its id, or at least the last four characters of its id',
    })
    .describe(
      'a number ("#123"), an id, or the end of one; by the end of its id it is found as long as its intervals are kept',
    ),
  contest: slugSchema.optional().describe('of the number; omitted: any'),
});
export const submissionIntervalsAnswerSchema = z
  .object({
    now: apiTimeSchema,
    intervals: z.array(taskIntervalSchema).describe('the latest two hundred, the oldest first'),
  })
  .meta({ id: 'SubmissionIntervalsAnswer' });
export type SubmissionIntervalsAnswer = z.infer<typeof submissionIntervalsAnswerSchema>;

/** Where one step of the gap ends and the next begins, µs: the answer and the colours have five steps. */
export const gapSteps = [10_000, 50_000, 100_000, 500_000] as const;

/** @returns 0 to 4 */
export function gapStep(us: number): number {
  const step = gapSteps.findIndex((bound) => us < bound);
  return step < 0 ? gapSteps.length : step;
}

/**
 * GET /api/monitor/cells?from&until or ?minutes: what slots did, in steps: as many as are drawn, however much was judged.
 * Slots are in the order of `hosts`.
 */
export const intervalCellsQuerySchema = timeQuerySchema
  .extend({
    skip: z.coerce.number().int().nonnegative().default(0).describe('so many slots are left out, then'),
    rows: z.coerce.number().int().min(1).optional().describe('so many slots are returned; omitted: all'),
  })
  .superRefine(aTime);
export const intervalCellsAnswerSchema = z
  .object({
    now: apiTimeSchema,
    hosts: z.array(slotsOfHostSchema),
    queue: z.array(queueSampleSchema),
    /** Every interval of that time, where they are few; null: they are not. */
    intervals: z.array(taskIntervalSchema).nullable(),
    cellMs: z.number().int().positive().describe('width of a step'),
    from: apiTimeSchema.describe('where the first step begins'),
    until: apiTimeSchema.describe('the answer has nothing of what is after'),
    /** Of what was before nothing is known. */
    knownFrom: apiTimeSchema,
    problems: z.array(z.string()).describe('labels, for the second byte'),
    rows: z.array(
      z.object({
        judgehost: z.string(),
        slot: z.number().int().nonnegative(),
        cells: z
          .string()
          .describe(
            'base64; three bytes a step. Of what took most of it the verdict (1 + place in the list of verdicts, 0: it ' +
              'runs; + 128 where something was suspect or failed) and the problem (1 + place in `problems`, 0: none); ' +
              'then 16 · how busy, of 8 (0: idle) + the gap (1 + its step, which begin at 0, 10, 50, 100 and 500 ms; ' +
              '0: none). Empty: it was idle all the time',
          ),
      }),
    ),
  })
  .meta({ id: 'IntervalCellsAnswer' });
export type IntervalCellsAnswer = z.infer<typeof intervalCellsAnswerSchema>;

export const runIntervalsAnswerSchema = z.object({ runs: z.array(runIntervalSchema), more: z.boolean() });
export type RunIntervalsAnswer = z.infer<typeof runIntervalsAnswerSchema>;
