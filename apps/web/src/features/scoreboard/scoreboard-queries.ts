import { scoreboardSchema, scoreboardSummarySchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** The jury may look at the board as the public sees it. */
export const scoreboardViewSchema = z.enum(['public', 'jury']);
export type ScoreboardView = z.infer<typeof scoreboardViewSchema>;

/** The browser's own cache holds the ETag; an unchanged board costs a 304. */
export const scoreboardQuery = (contest: string, view: ScoreboardView | null) =>
  queryOptions({
    queryKey: keys.scoreboard(contest, view ?? 'own'),
    queryFn: ({ signal }) =>
      request(scoreboardSchema, `/api/contests/${encodeURIComponent(contest)}/scoreboard`, {
        query: { as: view ?? undefined },
        signal,
      }),
  });

/** What the contest's home shows of it; asked for again whenever the scoreboard changes. */
export const scoreboardSummaryQuery = (contest: string) =>
  queryOptions({
    queryKey: keys.scoreboard(contest, 'summary'),
    queryFn: ({ signal }) =>
      request(scoreboardSummarySchema, `/api/contests/${encodeURIComponent(contest)}/scoreboard/summary`, {
        signal,
      }),
  });
