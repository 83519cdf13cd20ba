/** The stream of those who watch over the judging, for components. */
import type { MonitorMessage } from '@sandglass/contracts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { MonitorLine, type MonitorState, type MonitorSubject } from './monitor-line.ts';

export { oldAfterMs, type MonitorState } from './monitor-line.ts';

const line = new MonitorLine();
const followState = (onState: () => void): (() => void) => line.followState(onState);
const stateNow = (): MonitorState => line.state;

/** What is shown is not what is. */
export function isOld(state: MonitorState): boolean {
  return state === 'silent' || state === 'broken';
}

/** How the stream is. */
export function useMonitorState(): MonitorState {
  return useSyncExternalStore(followState, stateNow);
}

/**
 * Follows the stream as long as the component is there.
 * @param subject null: alarms alone, which everybody is told
 * @param picture of the subject that is there when the stream is opened; null or omitted: none, it begins with the whole
 */
export function useMonitorStream(
  subject: MonitorSubject | null,
  onMessage: (message: MonitorMessage) => void,
  picture?: () => string | null,
): MonitorState {
  const latest = useRef({ onMessage, picture });
  useEffect(() => {
    latest.current = { onMessage, picture };
  }, [onMessage, picture]);
  useEffect(
    () =>
      line.join({
        subject,
        onMessage: (message) => latest.current.onMessage(message),
        picture: () => latest.current.picture?.() ?? null,
      }),
    [subject],
  );
  return useMonitorState();
}
