import type { Alarm, HostRow, MonitorMessage } from '@sandglass/contracts';
import { useCallback, useState } from 'react';
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
  const [hosts, setHosts] = useState<readonly HostRow[] | null>(null);
  const [alarms, setAlarms] = useState<readonly Alarm[]>([]);
  const [offsetMs, setOffset] = useState(0);
  const receive = useCallback((message: MonitorMessage): void => {
    if (message.type === 'alarms') setAlarms(message.alarms);
    if (message.type !== 'hosts') return;
    setOffset((known) => {
      const offset = message.now - Date.now();
      return Math.abs(offset - known) < 150 ? known : offset;
    });
    setHosts((known) => (message.all || known === null ? message.hosts : merge(known, message.hosts)));
  }, []);
  const state = useMonitorStream('hosts', receive);
  return { hosts, alarms, offsetMs, state };
}

function merge(known: readonly HostRow[], changed: readonly HostRow[]): readonly HostRow[] {
  if (changed.length === 0) return known;
  const news = new Map(changed.map((row) => [row.name, row]));
  const rows = known.map((row) => news.get(row.name) ?? row);
  for (const row of known) news.delete(row.name);
  return news.size === 0
    ? rows
    : [...rows, ...news.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}
