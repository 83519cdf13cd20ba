import {
  type Alarm,
  type AlarmRuleId,
  alarmRuleIdSchema,
  alarmSchema,
  alarmsAnswerSchema,
} from '@sandglass/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';

export const alarmKeys = {
  all: () => ['alarms'] as const,
  open: () => ['alarms', 'open'] as const,
};

/** Asked for once; the live stream keeps it current. */
export const openAlarmsQuery = queryOptions({
  queryKey: alarmKeys.open(),
  queryFn: async ({ signal }) =>
    (await request(z.object({ alarms: z.array(alarmSchema) }), '/api/alarms/open', { signal })).alarms,
  staleTime: Infinity,
});

/** What the live stream tells. An answer that is still on its way is older. */
export async function setOpenAlarms(client: QueryClient, alarms: Alarm[]): Promise<void> {
  await client.cancelQueries({ queryKey: alarmKeys.open() });
  client.setQueryData(openAlarmsQuery.queryKey, alarms);
}

/** The log’s filters, as they stand in the address. */
export const alarmFiltersSchema = z.object({
  state: z.enum(['open', 'all']).optional().catch(undefined),
  rule: alarmRuleIdSchema.optional().catch(undefined),
  judgehost: z.string().optional().catch(undefined),
});
export type AlarmFilters = { state?: 'open' | 'all'; rule?: AlarmRuleId; judgehost?: string };

export const alarmLogQuery = (filters: AlarmFilters) =>
  infiniteQueryOptions({
    queryKey: [...alarmKeys.all(), 'log', filters],
    queryFn: ({ signal, pageParam }) => {
      const wanted = new URLSearchParams(
        Object.entries({ ...filters, before: pageParam }).filter(([, value]) => value !== undefined) as [
          string,
          string,
        ][],
      );
      return request(alarmsAnswerSchema, `/api/alarms?${wanted.toString()}`, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.more ? page.alarms.at(-1)?.id : undefined),
    refetchInterval: 5000,
  });

export const acknowledge = (id: string, note: string) =>
  request(alarmSchema, `/api/alarms/${id}/acknowledge`, { method: 'POST', json: { note } });
