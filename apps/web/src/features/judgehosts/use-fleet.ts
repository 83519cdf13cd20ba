import {
  type Alarm,
  type ChangedHostRow,
  type HostRow,
  hostsAnswerSchema,
  type MonitorMessage,
} from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { takeFirst } from '../../api/client.ts';
import { openAlarmsQuery } from '../alarms/alarm-queries.ts';
import { type MonitorState, useMonitorStream } from '../../live/monitor-stream.ts';

export interface Fleet {
  /** By name. Null: nothing has come yet. */
  hosts: readonly HostRow[] | null;
  alarms: readonly Alarm[];
  /** The api's clock minus this machine's, ms. */
  offsetMs: number;
  state: MonitorState;
}

/** All judgehosts, kept current by the live stream. Lines that did not change keep their identity. */
export function useFleet(): Fleet {
  const client = useQueryClient();
  // What came with the page stands until the stream does.
  const [hosts, setHosts] = useState<readonly HostRow[] | null>(
    () => takeFirst(hostsAnswerSchema, '/api/monitor/hosts')?.hosts ?? null,
  );
  const [alarms, setAlarms] = useState<readonly Alarm[]>(
    () => client.getQueryData(openAlarmsQuery.queryKey) ?? [],
  );
  const [offsetMs, setOffset] = useState(0);
  const receive = useCallback((message: MonitorMessage): void => {
    if (message.type === 'alarms') setAlarms(message.alarms);
    if (message.type !== 'hosts') return;
    setOffset((known) => {
      const offset = message.now - Date.now();
      return Math.abs(offset - known) < 150 ? known : offset;
    });
    setHosts((known) => merge(message.all ? null : known, message.hosts, known ?? []));
  }, []);
  const state = useMonitorStream('hosts', receive);
  return { hosts, alarms, offsetMs, state };
}

/** @param known null: those that changed are all there are @param before where curves that did not change are */
function merge(
  known: readonly HostRow[] | null,
  changed: readonly ChangedHostRow[],
  before: readonly HostRow[],
): readonly HostRow[] {
  if (known !== null && changed.length === 0) return known;
  const curves = new Map(before.map(({ name, gapHistory }) => [name, gapHistory]));
  const news = new Map(
    changed.map((row) => [row.name, { ...row, gapHistory: row.gapHistory ?? curves.get(row.name) ?? [] }]),
  );
  if (known === null) return [...news.values()];
  const rows = known.map((row) => news.get(row.name) ?? row);
  for (const row of known) news.delete(row.name);
  return news.size === 0
    ? rows
    : [...rows, ...news.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}
