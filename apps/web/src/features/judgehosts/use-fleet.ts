import { type Alarm, type HostRow, hostsAnswerSchema, type MonitorMessage } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { z } from 'zod';
import { takeFirst } from '../../api/client.ts';
import { openAlarmsQuery } from '../alarms/alarm-queries.ts';
import { mergeRows } from './merge-rows.ts';
import { type MonitorState, useMonitorStream } from '../../live/monitor-stream.ts';

/** As in the stream, lines are taken as they come. */
const answerSchema = hostsAnswerSchema.extend({ hosts: z.array(z.custom<HostRow>()) });

const none: readonly Alarm[] = [];

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
  // What came with the page stands until the stream does.
  const [hosts, setHosts] = useState<readonly HostRow[] | null>(
    () => takeFirst(answerSchema, '/api/monitor/hosts')?.hosts ?? null,
  );
  const { data: alarms = none } = useQuery(openAlarmsQuery);
  const [offsetMs, setOffset] = useState(0);
  const receive = useCallback((message: MonitorMessage): void => {
    if (message.type !== 'hosts') return;
    setOffset((known) => {
      const offset = message.now - Date.now();
      return Math.abs(offset - known) < 150 ? known : offset;
    });
    setHosts((known) => mergeRows(message.all ? null : known, message.hosts, known ?? []));
  }, []);
  const state = useMonitorStream('hosts', receive);
  return { hosts, alarms, offsetMs, state };
}
