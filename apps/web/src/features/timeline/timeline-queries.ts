import {
  type IntervalCellsAnswer,
  intervalCellsAnswerSchema,
  submissionIntervalsAnswerSchema,
  submissionIntervalsQuerySchema,
  type TaskInterval,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** So many slots are read before all others: more than a window shows at a time. */
export const firstRows = 160;

/** Intervals and lines are taken as they come: without `eval` a check of each is felt. */
export const takenIntervals = z.array(z.custom<TaskInterval>());
export const stepsSchema = intervalCellsAnswerSchema.extend({
  intervals: takenIntervals.nullable(),
  rows: z.array(z.custom<IntervalCellsAnswer['rows'][number]>()),
});

/** What the page begins with: steps of the slots that are in sight at first. It comes with the page, or the way to it asks. */
export const initialCellsQuery = (minutes: number | undefined) =>
  queryOptions({
    queryKey: keys.timeline(minutes),
    queryFn: async ({ signal }) => {
      let answeredAt = Date.now();
      const answer = await request(stepsSchema, '/api/monitor/cells', {
        query: { rows: firstRows, minutes },
        signal,
        onAnswered: (at) => {
          answeredAt = at;
        },
      });
      return { answer, offsetMs: answer.now - answeredAt };
    },
    // A moment later it is another picture.
    staleTime: 2_000,
    gcTime: 5_000,
  });

/** @param name of a submission: as it is typed, it may be none yet @param contest of its number; undefined: of any */
export const submissionIntervalsQuery = (name: string, contest: string | undefined) => {
  const asked = submissionIntervalsQuerySchema.safeParse({ submission: name, contest });
  return queryOptions({
    queryKey: keys.submissionIntervals(asked.data?.submission ?? '', contest ?? ''),
    queryFn: async ({ signal }) => {
      const query = { ...asked.data };
      const path = '/api/monitor/submission-intervals';
      return (await request(submissionIntervalsAnswerSchema, path, { query, signal })).intervals;
    },
    enabled: asked.success,
    staleTime: 10_000,
  });
};
