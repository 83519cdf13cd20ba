import { runIntervalsAnswerSchema } from '@sandglass/contracts';
import { useEffect, useState } from 'react';
import { request } from '../../api/client.ts';
import { readSettled } from './read-settled.ts';
import type { IntervalStore } from './interval-store.ts';

/** Single tests are shown in windows up to this width, ms. */
const runsWithinMs = 3 * 60_000;
/** How long a view must not move before its tests are read, ms. */
const settleMs = 400;
const runsEveryMs = 3000;

/** Reads the tests of a short time. @param now the api's clock @returns not every one could be read: some intervals are drawn as a whole */
export function useRuns(
  store: IntervalStore,
  windowMs: number,
  until: number | null,
  now: () => number,
): boolean {
  const [more, setMore] = useState(false);
  const near = windowMs <= runsWithinMs;
  useEffect(() => {
    if (!near) {
      store.setRuns([]);
      return undefined;
    }
    async function read(signal: AbortSignal): Promise<void> {
      const end = until ?? now();
      const path = `/api/monitor/runs?from=${Math.floor(end - windowMs)}&until=${Math.ceil(end)}`;
      try {
        const answer = await request(runIntervalsAnswerSchema, path, { signal });
        store.setRuns(answer.runs);
        setMore(answer.more);
      } catch {
        // A picture without its tests is still a picture.
      }
    }
    return readSettled(read, settleMs, until === null ? runsEveryMs : null);
  }, [near, store, until, windowMs, now]);
  return near && more;
}
