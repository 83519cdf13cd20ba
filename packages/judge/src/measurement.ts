import { measurementFigures, type Measurement } from '@sandglass/contracts';
import type { RunResult } from '@sandglass/sandbox';

/** What the sandbox measured, as it is reported and stored: the result without what it carries beside. */
export function measurementOf(result: RunResult): Measurement {
  return Object.fromEntries(
    measurementFigures.map((figure) => [figure, result[figure]]),
  ) as unknown as Measurement;
}

/** The wall-clock instant of a CLOCK_MONOTONIC reading, taken through the two clocks' present difference. */
export function instantOfMonotonic(monotonicUs: number): string {
  const nowMonotonicUs = Number(process.hrtime.bigint() / 1000n);
  return new Date(Date.now() - (nowMonotonicUs - monotonicUs) / 1000).toISOString();
}
