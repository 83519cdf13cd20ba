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
  log: () => ['alarms', 'log'] as const,
};

/** Asked for once; the live stream keeps it current. */
export const openAlarmsQuery = queryOptions({
  queryKey: alarmKeys.open(),
  queryFn: async ({ signal }) =>
    (await request(z.object({ alarms: z.array(alarmSchema) }), '/api/alarms/open', { signal })).alarms,
  staleTime: Infinity,
});

/** What the live stream sends. An answer that is still on its way is older. What has ended is in the log now. */
export async function setOpenAlarms(client: QueryClient, alarms: Alarm[]): Promise<void> {
  await client.cancelQueries({ queryKey: alarmKeys.open() });
  const before = client.getQueryData(openAlarmsQuery.queryKey) ?? [];
  client.setQueryData(openAlarmsQuery.queryKey, alarms);
  const open = new Set(alarms.map(({ id }) => id));
  if (before.some(({ id }) => !open.has(id))) await client.invalidateQueries({ queryKey: alarmKeys.log() });
}

/** The log’s filters, as in the address. */
export const alarmFiltersSchema = z.object({
  rule: alarmRuleIdSchema.optional().catch(undefined),
  judgehost: z.string().optional().catch(undefined),
});
export type AlarmFilters = { rule?: AlarmRuleId; judgehost?: string };

/** Alarms that have ended, newest first. */
export const alarmLogQuery = ({ rule, judgehost }: AlarmFilters) =>
  infiniteQueryOptions({
    queryKey: [...alarmKeys.log(), rule, judgehost],
    queryFn: ({ signal, pageParam }) => {
      const wanted = new URLSearchParams(
        Object.entries({ state: 'ended', rule, judgehost, before: pageParam }).filter(
          ([, value]) => value !== undefined,
        ) as [string, string][],
      );
      return request(alarmsAnswerSchema, `/api/alarms?${wanted.toString()}`, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.more ? page.alarms.at(-1)?.id : undefined),
  });

export const acknowledge = (id: string, note: string) =>
  request(alarmSchema, `/api/alarms/${id}/acknowledge`, { method: 'POST', json: { note } });
