import { problemPageSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

export const problemAddress = (contest: string, label: string): string =>
  `/api/contests/${encodeURIComponent(contest)}/problems/${encodeURIComponent(label)}`;

export const problemQuery = (contest: string, label: string) =>
  queryOptions({
    queryKey: keys.problem(contest, label),
    queryFn: ({ signal }) => request(problemPageSchema, problemAddress(contest, label), { signal }),
    // Statements do not change in a contest; a change comes as a `contest` message.
    staleTime: 10 * 60_000,
  });
