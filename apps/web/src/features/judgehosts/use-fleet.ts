import type { Alarm, HostRow, LoopLagFigures, MonitorMessage, Waiting } from '@sandglass/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useState } from 'react';
import { openAlarmsQuery } from '../alarms/alarm-queries.ts';
import { hostLinesQuery } from './fleet-queries.ts';
import { mergeRows } from './merge-rows.ts';
import { useMonitorStream } from '../../live/use-monitor-stream.ts';

const none: readonly Alarm[] = [];

export interface Fleet {
  /** By name. Null: nothing has come yet. */
  hosts: readonly HostRow[] | null;
  alarms: readonly Alarm[];
  /** Of the api; null: not known yet. */
  apiLoopLag: LoopLagFigures | null;
  /** Submissions that no host has begun with; null: not known yet. */
  waiting: Waiting | null;
  /** The api's clock minus this machine's, ms. */
  offsetMs: number;
}

/** All judgehosts, kept current by the live stream. Lines that did not change keep their identity. */
export function useFleet(): Fleet {
  const client = useQueryClient();
  // What was fetched on the way to the page is shown until the stream is open.
  const first = useQuery({ ...hostLinesQuery, refetchOnMount: false }).data;
  const [live, setLive] = useState<readonly HostRow[] | null>(null);
  const { data: alarms = none } = useQuery(openAlarmsQuery);
  const [offsetMs, setOffset] = useState(0);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
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
      startTransition(() => {
        setWaiting((known) =>
          JSON.stringify(known) === JSON.stringify(message.waiting) ? known : message.waiting,
        );
        setLive((live) => {
          const known = live ?? client.getQueryData(hostLinesQuery.queryKey)?.hosts ?? [];
          return mergeRows(message.all ? null : known, message.hosts, known);
        });
      });
    },
    [client],
  );
  // Only what has changed since the lines that came with the page: all of them again would be drawn again.
  const version = useCallback(() => client.getQueryData(hostLinesQuery.queryKey)?.version ?? null, [client]);
  useMonitorStream('hosts', receive, version);
  return {
    hosts: live ?? first?.hosts ?? null,
    alarms,
    apiLoopLag: lag ?? first?.apiLoopLag ?? null,
    waiting: waiting ?? first?.waiting ?? null,
    offsetMs,
  };
}
