import type { MonitorMessage, QueueSample } from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMonitorStream } from '../../live/use-monitor-stream.ts';
import { initialCellsQuery } from './timeline-queries.ts';
import { readSettled } from './read-settled.ts';
import { IntervalReader } from './interval-reader.ts';
import { IntervalStore } from './interval-store.ts';
import { useRuns } from './use-runs.ts';

/** How long a view must not move before what it lacks is read, ms. */
const settleMs = 200;
/** Steps of a chart that moves are read again this often, ms: intervals that are forgotten go over into them. */
const stepsEveryMs = 30_000;

export interface Intervals {
  store: IntervalStore;
  /** The queue now. */
  queue: QueueSample | null;
  offsetMs: number;
  error: unknown;
  loading: boolean;
  /** Part of it is drawn in steps of this, ms, for single intervals are too many; null: every interval is there. */
  stepMs: number | null;
  /** Not every test of the time could be read: some intervals are drawn as a whole. */
  moreRuns: boolean;
}

/**
 * What slots did in the time that is looked at: read once, then followed.
 * @param minutes what the page began with; undefined: the usual
 * @param until null: now
 */
export function useIntervals(minutes: number | undefined, windowMs: number, until: number | null): Intervals {
  const queryClient = useQueryClient();
  const [first] = useState(() => ({ query: initialCellsQuery(minutes), minutes: windowMs / 60_000 }));
  const [{ store, reader, known }] = useState(() => {
    const store = new IntervalStore();
    const reader = new IntervalReader(store);
    const known = queryClient.getQueryData(first.query.queryKey);
    if (known !== undefined) reader.begin(known.answer, first.minutes);
    return { store, reader, known };
  });
  const [queue, setQueue] = useState<QueueSample | null>(known?.answer.queue.at(-1) ?? null);
  const [offsetMs, setOffset] = useState(known?.offsetMs ?? 0);
  const [error, setError] = useState<unknown>(null);
  const [loading, setLoading] = useState(known === undefined);
  const [stepMs, setStep] = useState<number | null>(null);
  const missed = useRef(false);
  const offset = useRef(offsetMs);
  const now = useCallback(() => Date.now() + offset.current, []);

  const receive = useCallback(
    (message: MonitorMessage): void => {
      if (message.type !== 'tasks') return;
      const found = message.now - Date.now();
      setOffset((known) => (Math.abs(found - known) < 150 ? known : found));
      offset.current = found;
      store.hosts(message.hosts);
      store.add(message.intervals);
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
    if (!loading) return undefined;
    let left = false;
    async function begin(): Promise<void> {
      try {
        const { answer, offsetMs: found } = await queryClient.fetchQuery(first.query);
        if (left) return;
        reader.begin(answer, first.minutes);
        offset.current = found;
        setOffset(found);
        setQueue((newest) => newest ?? answer.queue.at(-1) ?? null);
      } catch (failure) {
        if (!left) setError(failure);
      }
      if (!left) setLoading(false);
    }
    void begin();
    return () => {
      left = true;
    };
  }, [first, loading, queryClient, reader]);

  // With the stream, for what ended before it was open would be sent by neither.
  const begun = !loading && state !== 'connecting';
  const follows = state === 'open';
  useEffect(() => {
    if (!begun) return undefined;
    const seen = (): { from: number; until: number } => {
      const end = until ?? now();
      return { from: end - windowMs, until: end };
    };
    async function readMissing(signal: AbortSignal): Promise<void> {
      if (missed.current && follows) {
        reader.doubt();
        missed.current = false;
      }
      try {
        const drawn = await reader.read({ seen, now, follows, signal });
        setStep(drawn);
        setError(null);
      } catch (failure) {
        if (!signal.aborted) setError(failure);
      }
    }
    return readSettled(readMissing, settleMs, until === null ? stepsEveryMs : null);
  }, [begun, follows, now, reader, windowMs, until]);

  const moreRuns = useRuns(store, windowMs, until, now);
  return { store, queue, offsetMs, error, loading, stepMs, moreRuns };
}
