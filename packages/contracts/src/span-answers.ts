/** What the chart of task density asks, and what it is told. */
import { z } from 'zod';
import { apiTimeSchema, queueSampleSchema, slotsOfHostSchema } from './queue-sample.ts';
import { runSpanSchema, taskSpanSchema } from './task-span.ts';

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
export const runSpanQuerySchema = timeQuerySchema.superRefine(aTime);

/** More than a screen has pixels for. */
export const spansAtMost = 25_000;

/** GET /api/monitor/spans?from&until or ?minutes: what overlaps that time. */
export const spanQuerySchema = timeQuerySchema
  .extend({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(spansAtMost)
      .default(spansAtMost)
      .describe('so many spans that ended, the latest; what runs comes with them'),
  })
  .superRefine(aTime);
export const spansAnswerSchema = z
  .object({
    now: apiTimeSchema,
    hosts: z.array(slotsOfHostSchema),
    spans: z.array(taskSpanSchema),
    queue: z.array(queueSampleSchema).describe('of the time the spans are of'),
    /** The oldest spans were left out: they would be too many. Null: all are there. */
    completeFrom: apiTimeSchema.nullable(),
  })
  .meta({ id: 'SpansAnswer' });
export type SpansAnswer = z.infer<typeof spansAnswerSchema>;

/** GET /api/monitor/submission-spans?submission. */
export const submissionSpansQuerySchema = z.object({
  submission: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f-]{4,36}$/, 'must be the id of a submission, or four characters of its end and more')
    .describe('an id, or the end of one; by its end it is found as long as its spans are kept'),
});
export const submissionSpansAnswerSchema = z
  .object({
    now: apiTimeSchema,
    spans: z.array(taskSpanSchema).describe('the latest two hundred, the oldest first'),
  })
  .meta({ id: 'SubmissionSpansAnswer' });
export type SubmissionSpansAnswer = z.infer<typeof submissionSpansAnswerSchema>;

/** Where one step of the gap ends and the next begins, µs: it is told and coloured in five. */
export const gapSteps = [10_000, 50_000, 100_000, 500_000] as const;

/** @returns 0 to 4 */
export function gapStep(us: number): number {
  const step = gapSteps.findIndex((bound) => us < bound);
  return step < 0 ? gapSteps.length : step;
}

/**
 * GET /api/monitor/cells?from&until or ?minutes: what slots did, in steps: as many as are drawn, however much was judged.
 * Slots stand in the order of `hosts`.
 */
export const spanCellsQuerySchema = timeQuerySchema
  .extend({
    skip: z.coerce.number().int().nonnegative().default(0).describe('so many slots are left out, then'),
    lanes: z.coerce.number().int().min(1).optional().describe('so many are told of; omitted: all'),
  })
  .superRefine(aTime);
export const spanCellsAnswerSchema = z
  .object({
    now: apiTimeSchema,
    hosts: z.array(slotsOfHostSchema),
    queue: z.array(queueSampleSchema),
    /** Every span of that time, where they are few; null: they are not. */
    spans: z.array(taskSpanSchema).nullable(),
    cellMs: z.number().int().positive().describe('width of a step'),
    from: apiTimeSchema.describe('where the first step begins'),
    until: apiTimeSchema.describe('of what is after nothing is told'),
    /** Of what was before nothing is known. */
    knownFrom: apiTimeSchema,
    problems: z.array(z.string()).describe('labels, for the second byte'),
    lanes: z.array(
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
  .meta({ id: 'SpanCellsAnswer' });
export type SpanCellsAnswer = z.infer<typeof spanCellsAnswerSchema>;

export const runSpansAnswerSchema = z.object({ runs: z.array(runSpanSchema), more: z.boolean() });
export type RunSpansAnswer = z.infer<typeof runSpansAnswerSchema>;
