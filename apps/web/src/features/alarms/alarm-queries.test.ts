import type { Alarm } from '@sandglass/contracts';
import { anAlarm } from '@sandglass/contracts/testing/alarm';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { alarmLogQuery, openAlarmsQuery, setOpenAlarms } from './alarm-queries.ts';

const alarm = (id: string): Alarm => anAlarm({ id });

describe('open alarms, as the stream sends them', () => {
  it('take the place of an answer that is still on its way', async () => {
    const client = new QueryClient();
    const answer = Promise.withResolvers<Alarm[]>();
    const asking = client
      .fetchQuery({ ...openAlarmsQuery, queryFn: () => answer.promise, retry: false })
      .catch(() => {});
    await setOpenAlarms(client, [alarm('new')]);
    answer.resolve([alarm('old')]);
    await asking;
    expect(client.getQueryData(openAlarmsQuery.queryKey)?.map(({ id }) => id)).toEqual(['new']);
  });

  it('fetch the log again when one of them has ended, and only then', async () => {
    const client = new QueryClient();
    const { queryKey } = alarmLogQuery({});
    const isOld = (): boolean | undefined => client.getQueryState(queryKey)?.isInvalidated;
    await setOpenAlarms(client, [alarm('a'), alarm('b')]);
    client.setQueryData(queryKey, { pages: [], pageParams: [] });
    await setOpenAlarms(client, [{ ...alarm('a'), text: 'Load 60.' }, alarm('b'), alarm('c')]);
    expect(isOld()).toBe(false);
    await setOpenAlarms(client, [alarm('a'), alarm('c')]);
    expect(isOld()).toBe(true);
  });
});
