import {
  type MonitorMessage,
  type QueueSample,
  runSpansAnswerSchema,
  spanCellsAnswerSchema,
  spansAnswerSchema,
  type TaskSpan,
} from '@sandglass/contracts';
import { z } from 'zod';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../api/client.ts';
import { type MonitorState, useMonitorStream } from '../../live/monitor-stream.ts';
import { readCells } from './density-cells.ts';
import { spansToRead } from './known-time.ts';
import { SpanStore } from './span-store.ts';

/** Tens of thousands of spans are taken as they come: without `eval` a check of each takes a good part of a second. */
const answerSchema = spansAnswerSchema.extend({ spans: z.array(z.custom<TaskSpan>()) });

/** Single tests are shown in windows up to this width, ms. */
const runsWithinMs = 3 * 60_000;
/** How long a view must stand still before its tests are read, ms. */
const settleMs = 400;
const runsEveryMs = 3000;
/** An answer of so many spans is about full. */
const manySpans = 20_000;
/** Steps of a chart that moves are read anew this often, ms: spans that are forgotten go over into them. */
const cellsEveryMs = 30_000;

export interface Spans {
  store: SpanStore;
  /** The queue now. */
  queue: QueueSample | null;
  offsetMs: number;
  state: MonitorState;
  error: unknown;
  loading: boolean;
  /** Part of it is drawn in steps of this, ms, for single spans are too many; null: every span is there. */
  stepMs: number | null;
  /** Not every test of the time could be read: some spans are drawn as a whole. */
  moreRuns: boolean;
}

/** Spans of the time that is looked at: read once, then followed. @param until null: now */
export function useSpans(windowMs: number, until: number | null): Spans {
  const [store] = useState(() => new SpanStore());
  const [queue, setQueue] = useState<QueueSample | null>(null);
  const [offsetMs, setOffset] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [loading, setLoading] = useState(true);
  const [stepMs, setStep] = useState<number | null>(null);
  /** How much time one answer full of spans told of, ms; null: none was full yet. */
  const fullMs = useRef<number | null>(null);
  const [moreRuns, setMoreRuns] = useState(false);
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
    const view = (): { from: number; until: number } => {
      const end = until ?? Date.now() + offset.current;
      return { from: end - windowMs, until: end };
    };

    /** Single spans of the latest time that they are missing of, unless they would be many answers full. */
    async function readSpans(): Promise<void> {
      const now = Date.now() + offset.current;
      const wanted = spansToRead(store.known, view(), now, fullMs.current);
      if (wanted === null) return;
      const { from: first, until: last, live } = wanted;
      const path = `/api/monitor/spans?from=${first}&until=${last}`;
      const answer = await request(answerSchema, path, { signal: stop.signal });
      store.hosts(answer.hosts);
      store.add(answer.spans);
      store.addQueue(answer.queue);
      const from = Math.min(Math.max(first, answer.completeFrom ?? first), now, last);
      store.know({ from, until: live ? Infinity : last });
      // An api that has just begun leaves out spans as well, and soon has them.
      if (answer.completeFrom !== null && answer.spans.length >= manySpans)
        fullMs.current = Math.max(1000, Math.min(last, now) - from);
    }

    /** Steps, where spans are missing still. */
    async function readSteps(): Promise<void> {
      const seen = view();
      const missing = store.gaps(seen).some((gap) => gap.until - gap.from >= 1000);
      setStep((known) => (missing ? known : null));
      if (!missing) return;
      const path = `/api/monitor/cells?from=${Math.floor(seen.from)}&until=${Math.ceil(seen.until)}`;
      const answer = await request(spanCellsAnswerSchema, path, { signal: stop.signal });
      store.setCells(readCells(answer));
      setStep(answer.cellMs);
    }

    async function readMissing(): Promise<void> {
      if (missed.current && state === 'open') {
        store.doubt();
        missed.current = false;
      }
      try {
        await readSpans();
        setLoading(false);
        await readSteps();
        setError(null);
      } catch (failure) {
        if (stop.signal.aborted) return;
        setError(failure);
      }
      setLoading(false);
    }
    const timer = setTimeout(() => void readMissing(), store.lanes.length === 0 ? 0 : settleMs / 2);
    const again = until === null ? setInterval(() => void readMissing(), cellsEveryMs) : undefined;
    return () => {
      clearTimeout(timer);
      clearInterval(again);
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
        const answer = await request(runSpansAnswerSchema, path, { signal: stop.signal });
        store.setRuns(answer.runs);
        setMoreRuns(answer.more);
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

  return { store, queue, offsetMs, state, error, loading, stepMs, moreRuns: near && moreRuns };
}
