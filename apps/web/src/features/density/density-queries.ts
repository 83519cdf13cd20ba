import {
  type SpanCellsAnswer,
  spanCellsAnswerSchema,
  submissionSpansAnswerSchema,
  submissionSpansQuerySchema,
  type TaskSpan,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** So many slots are read before all others: more than a window shows at a time. */
export const lanesFirst = 160;

/** Spans and lines are taken as they come: without `eval` a check of each is felt. */
export const takenSpans = z.array(z.custom<TaskSpan>());
export const stepsSchema = spanCellsAnswerSchema.extend({
  spans: takenSpans.nullable(),
  lanes: z.array(z.custom<SpanCellsAnswer['lanes'][number]>()),
});

/** What the page begins with: steps of the slots that are in sight at first. It comes with the page, or the way to it asks. */
export const firstPictureQuery = (minutes: number | undefined) =>
  queryOptions({
    queryKey: keys.density(minutes),
    queryFn: async ({ signal }) => {
      let answeredAt = Date.now();
      const answer = await request(stepsSchema, '/api/monitor/cells', {
        query: { lanes: lanesFirst, minutes },
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

/** @param end of a submission's id: as it is typed, it may be none yet */
export const submissionSpansQuery = (end: string) => {
  const asked = submissionSpansQuerySchema.safeParse({ submission: end });
  return queryOptions({
    queryKey: keys.submissionSpans(asked.data?.submission ?? ''),
    queryFn: async ({ signal }) => {
      const query = { submission: asked.data?.submission };
      const path = '/api/monitor/submission-spans';
      return (await request(submissionSpansAnswerSchema, path, { query, signal })).spans;
    },
    enabled: asked.success,
    staleTime: 10_000,
  });
};
