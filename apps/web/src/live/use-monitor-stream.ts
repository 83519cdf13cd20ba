/** The stream of those who watch over the judging, for components. */
import type { MonitorMessage } from '@sandglass/contracts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { MonitorStream, type MonitorState, type MonitorSubject } from './monitor-stream.ts';

export type { MonitorState } from './monitor-stream.ts';

const stream = new MonitorStream();
const followState = (onState: () => void): (() => void) => stream.followState(onState);
const stateNow = (): MonitorState => stream.state;

/**
 * Follows the stream as long as the component is there.
 * @param subject null: alarms alone, which every watcher gets
 * @param version of the subject that is there when the stream is opened; null or omitted: none, it begins with the whole
 */
export function useMonitorStream(
  subject: MonitorSubject | null,
  onMessage: (message: MonitorMessage) => void,
  version?: () => string | null,
): MonitorState {
  const latest = useRef({ onMessage, version });
  useEffect(() => {
    latest.current = { onMessage, version };
  }, [onMessage, version]);
  useEffect(
    () =>
      stream.join({
        subject,
        onMessage: (message) => latest.current.onMessage(message),
        version: () => latest.current.version?.() ?? null,
      }),
    [subject],
  );
  return useSyncExternalStore(followState, stateNow);
}
