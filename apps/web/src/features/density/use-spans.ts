import {
  type MonitorMessage,
  type QueueSample,
  runSpansAnswerSchema,
  spansAnswerSchema,
  type TaskSpan,
} from '@sandglass/contracts';
import { z } from 'zod';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../api/client.ts';
import { type MonitorState, useMonitorStream } from '../../live/monitor-stream.ts';
import { SpanStore } from './span-store.ts';

/** Tens of thousands of spans are taken as they come: without `eval` a check of each takes a good part of a second. */
const answerSchema = spansAnswerSchema.extend({ spans: z.array(z.custom<TaskSpan>()) });

/** Single tests are shown in windows up to this width, ms. */
const runsWithinMs = 3 * 60_000;
/** How long a view must stand still before its tests are read, ms. */
const settleMs = 400;
const runsEveryMs = 3000;

export interface Spans {
  store: SpanStore;
  /** The queue now. */
  queue: QueueSample | null;
  offsetMs: number;
  state: MonitorState;
  error: unknown;
  loading: boolean;
  /** Older spans than this were too many to be read; null: all are there. */
  completeFrom: number | null;
}

/** Spans of the time that is looked at: read once, then followed. @param until null: now */
export function useSpans(windowMs: number, until: number | null): Spans {
  const [store] = useState(() => new SpanStore());
  const [queue, setQueue] = useState<QueueSample | null>(null);
  const [offsetMs, setOffset] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [loading, setLoading] = useState(true);
  const [completeFrom, setCompleteFrom] = useState<number | null>(null);
  const missed = useRef(false);
  const offset = useRef(0);

  const receive = useCallback(
    (message: MonitorMessage): void => {
      if (message.type !== 'tasks') return;
      setOffset((known) => {
        const found = message.now - Date.now();
        return Math.abs(found - known) < 150 ? known : found;
      });
      offset.current = message.now - Date.now();
      store.hosts(message.hosts);
      store.add(message.spans);
      store.addQueue([message.queue]);
      setQueue(message.queue);
    },
    [store],
  );
  const state = useMonitorStream('tasks', receive);
  useEffect(() => {
    // What happened while the line was broken is read again.
    if (state === 'broken') missed.current = true;
  }, [state]);

  useEffect(() => {
    const stop = new AbortController();
    // A moving view asks for more only when it becomes wider than what has been read.
    async function readMissing(): Promise<void> {
      const from = (until ?? Date.now() + offset.current) - windowMs;
      const known = missed.current && state === 'open' ? null : store.loadedFrom;
      if (known !== null && from >= known - 1000) return;
      // A little more than is seen, so that a small step needs no other answer.
      const first = Math.max(0, Math.floor(from - windowMs / 4));
      const last = Math.ceil(known ?? Date.now() + 3_600_000);
      try {
        const path = `/api/monitor/spans?from=${first}&until=${last}`;
        const answer = await request(answerSchema, path, { signal: stop.signal });
        store.hosts(answer.hosts);
        store.add(answer.spans);
        store.addQueue(answer.queue);
        store.loadedFrom = Math.min(first, store.loadedFrom ?? first);
        missed.current = false;
        setCompleteFrom(answer.completeFrom);
        setError(null);
      } catch (failure) {
        if (stop.signal.aborted) return;
        setError(failure);
      }
      setLoading(false);
    }
    const timer = setTimeout(() => void readMissing(), store.loadedFrom === null ? 0 : settleMs / 2);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [state, store, windowMs, until]);

  const near = windowMs <= runsWithinMs;
  useEffect(() => {
    if (!near) {
      store.setRuns([]);
      return undefined;
    }
    const stop = new AbortController();
    async function read(): Promise<void> {
      const end = until ?? Date.now() + offset.current;
      const path = `/api/monitor/runs?from=${Math.floor(end - windowMs)}&until=${Math.ceil(end)}`;
      try {
        store.setRuns((await request(runSpansAnswerSchema, path, { signal: stop.signal })).runs);
      } catch {
        // A picture without its tests is still a picture.
      }
    }
    const first = setTimeout(() => void read(), settleMs);
    const timer = until === null ? setInterval(() => void read(), runsEveryMs) : undefined;
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      stop.abort();
    };
  }, [near, store, until, windowMs]);

  return { store, queue, offsetMs, state, error, loading, completeFrom };
}
