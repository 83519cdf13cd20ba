import type { Alarm, HostRow, LoopLagFigures, MonitorMessage } from '@sandglass/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useState } from 'react';
import { openAlarmsQuery } from '../alarms/alarm-queries.ts';
import { hostLinesQuery } from './fleet-queries.ts';
import { mergeRows } from './merge-rows.ts';
import { type MonitorState, useMonitorStream } from '../../live/monitor-stream.ts';

const none: readonly Alarm[] = [];

export interface Fleet {
  /** By name. Null: nothing has come yet. */
  hosts: readonly HostRow[] | null;
  alarms: readonly Alarm[];
  /** Of the api; null: not known yet. */
  apiLoopLag: LoopLagFigures | null;
  /** The api's clock minus this machine's, ms. */
  offsetMs: number;
  state: MonitorState;
}

/** All judgehosts, kept current by the live stream. Lines that did not change keep their identity. */
export function useFleet(): Fleet {
  const client = useQueryClient();
  // What was asked for on the way to the page stands until the stream does.
  const first = useQuery({ ...hostLinesQuery, refetchOnMount: false }).data;
  const [told, setTold] = useState<readonly HostRow[] | null>(null);
  const { data: alarms = none } = useQuery(openAlarmsQuery);
  const [offsetMs, setOffset] = useState(0);
  const [lag, setLag] = useState<LoopLagFigures | null>(null);
  const receive = useCallback(
    (message: MonitorMessage): void => {
      if (message.type !== 'hosts') return;
      setOffset((known) => {
        const offset = message.now - Date.now();
        return Math.abs(offset - known) < 150 ? known : offset;
      });
      // Every five seconds others: a line as it was is drawn by nobody.
      setLag((known) =>
        JSON.stringify(known) === JSON.stringify(message.apiLoopLag) ? known : message.apiLoopLag,
      );
      // Lines are drawn between frames, not in one of them.
      startTransition(() =>
        setTold((told) => {
          const known = told ?? client.getQueryData(hostLinesQuery.queryKey)?.hosts ?? [];
          return mergeRows(message.all ? null : known, message.hosts, known);
        }),
      );
    },
    [client],
  );
  // Only what has changed since the lines that came with the page: all of them again would be drawn again.
  const picture = useCallback(() => client.getQueryData(hostLinesQuery.queryKey)?.picture ?? null, [client]);
  const state = useMonitorStream('hosts', receive, picture);
  return {
    hosts: told ?? first?.hosts ?? null,
    alarms,
    apiLoopLag: lag ?? first?.apiLoopLag ?? null,
    offsetMs,
    state,
  };
}
