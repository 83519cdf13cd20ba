import {
  type ChangeJudgehostRequest,
  healthPeriodSchema,
  type Judgehost,
  warmUpAnswerSchema,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request, requestNothing } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/**
 * As in the stream, a host is taken as it comes: it is read with every sign of life, and without `eval` a check of all its
 * figures is felt in the frame.
 */
const hostSchema = z.custom<Judgehost>();

/** All of one host. */
export const judgehostQuery = (name: string) =>
  queryOptions({
    queryKey: [...keys.judgehosts(), 'host', name],
    queryFn: ({ signal }) => request(hostSchema, `/api/judgehosts/${encodeURIComponent(name)}`, { signal }),
  });

/** What a host has been through. */
export const hostHealthQuery = (name: string) =>
  queryOptions({
    queryKey: [...keys.judgehosts(), 'health', name],
    queryFn: ({ signal }) =>
      request(
        z.object({ periods: z.array(healthPeriodSchema) }),
        `/api/judgehosts/${encodeURIComponent(name)}/health?limit=20`,
        { signal },
      ),
  });

export async function changeHost(id: string, change: ChangeJudgehostRequest): Promise<void> {
  await requestNothing(`/api/judgehosts/${encodeURIComponent(id)}`, { method: 'PATCH', json: change });
}

/** Of a host that never registered. */
export async function deleteHost(id: string): Promise<void> {
  await requestNothing(`/api/judgehosts/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/**
 * The host fetches the contest’s test data now.
 * @param host its name; null: all do
 * @returns whether any of those asked can judge some of it
 */
export async function warmUp(contest: string, host: string | null): Promise<boolean> {
  const { hosts } = await request(
    warmUpAnswerSchema,
    `/api/contests/${encodeURIComponent(contest)}/warm-up`,
    { method: 'POST', json: host === null ? {} : { judgehosts: [host] } },
  );
  return hosts.some(({ judgehost }) => host === null || judgehost === host);
}
