/** The stream of those who watch over the judging. It mends itself; after a break it begins with the whole picture. */
import {
  type ChangedHostRow,
  type MonitorMessage,
  monitorMessageSchema,
  type TaskSpan,
} from '@sandglass/contracts';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { backoffMs } from './backoff.ts';
import { createStreamParser } from './sse-parser.ts';

/** `silent`: it stands, but nothing comes. `broken`: it is being mended. */
export type MonitorState = 'connecting' | 'open' | 'silent' | 'broken';

/** The api speaks twice a second. After this much silence what is shown is old, ms. */
export const oldAfterMs = 2_500;
/** After this much the line is taken for dead, ms. */
const silenceMs = 10_000;

/** What is shown is not what is. */
export function isOld(state: MonitorState): boolean {
  return state === 'silent' || state === 'broken';
}

const [alarms, hosts, tasks] = monitorMessageSchema.options;
/** Lines and spans are taken as they come: without `eval` a check of forty hosts each second is felt in every frame. */
const messageSchema = z.discriminatedUnion('type', [
  alarms,
  hosts.extend({ hosts: z.array(z.custom<ChangedHostRow>()) }),
  tasks.extend({ spans: z.array(z.custom<TaskSpan>()) }),
]);

interface StreamOptions {
  watch: string;
  onMessage: (message: MonitorMessage) => void;
  onState: (state: MonitorState) => void;
  signal: AbortSignal;
}

async function follow({ watch, onMessage, onState, signal }: StreamOptions): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const line = new AbortController();
    const cut = (): void => line.abort();
    signal.addEventListener('abort', cut);
    let watchdog = setTimeout(cut, silenceMs);
    const fall = (): void => onState('silent');
    let silence = setTimeout(() => {}, 0);
    window.addEventListener('offline', cut);
    try {
      const response = await fetch(`/api/monitor/live?watch=${watch}`, {
        headers: { accept: 'text/event-stream' },
        cache: 'no-store',
        signal: line.signal,
      });
      if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
      onState('open');
      silence = setTimeout(fall, oldAfterMs);
      const feed = createStreamParser(
        (message) => {
          // A newer server may send what this page does not know.
          const parsed = messageSchema.safeParse(JSON.parse(message.data));
          if (parsed.success) onMessage(parsed.data);
        },
        () => {},
      );
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(watchdog);
        watchdog = setTimeout(cut, silenceMs);
        clearTimeout(silence);
        silence = setTimeout(fall, oldAfterMs);
        onState('open');
        attempt = 0;
        feed(decoder.decode(piece.value, { stream: true }));
      }
    } catch {
      // Whatever broke it, the answer is the same: wait and connect again.
    } finally {
      clearTimeout(watchdog);
      clearTimeout(silence);
      window.removeEventListener('offline', cut);
      signal.removeEventListener('abort', cut);
      line.abort();
    }
    if (signal.aborted) return;
    onState('broken');
    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(backoffMs(attempt, Math.random()), 5000));
    });
  }
}

/** Follows the stream as long as the component is there. @param watch `hosts`, `tasks`, or both with a comma */
export function useMonitorStream(watch: string, onMessage: (message: MonitorMessage) => void): MonitorState {
  const [state, setState] = useState<MonitorState>('connecting');
  const receive = useRef(onMessage);
  useEffect(() => {
    receive.current = onMessage;
  }, [onMessage]);
  useEffect(() => {
    const end = new AbortController();
    void follow({
      watch,
      onMessage: (message) => receive.current(message),
      onState: setState,
      signal: end.signal,
    });
    return () => end.abort();
  }, [watch]);
  return state;
}
