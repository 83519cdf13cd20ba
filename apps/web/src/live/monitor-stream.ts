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
 */
export function useMonitorStream(
  subject: MonitorSubject | null,
  onMessage: (message: MonitorMessage) => void,
): MonitorState {
  const receive = useRef(onMessage);
  useEffect(() => {
    receive.current = onMessage;
  }, [onMessage]);
  useEffect(() => line.join({ subject, onMessage: (message) => receive.current(message) }), [subject]);
  return useMonitorState();
}
