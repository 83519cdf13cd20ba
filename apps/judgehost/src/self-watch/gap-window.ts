import type { GapFigures, RunReport } from '@sandglass/contracts';

/** As many runs as have percentiles worth the name, and no older than what "now" may mean. */
const runsAtMost = 256;
const ageAtMostMs = 180_000;

interface Sample {
  readonly gapUs: number;
  readonly atMs: number;
}

/** How much of their wall time the latest runs of this host lost to waiting. */
export class GapWindow {
  /** The oldest first. */
  readonly #samples: Sample[] = [];

  add(run: Pick<RunReport, 'gapUs' | 'sleepUs' | 'idle' | 'exchange'>, atMs: number): void {
    // Who talks waits for the other side, and who slept to the end has a gap of its own making.
    if (run.exchange !== null || run.idle === true) return;
    // Several threads at once make it negative.
    const gapUs = Math.max(0, run.gapUs - (run.sleepUs ?? 0));
    this.#samples.push({ gapUs, atMs });
    if (this.#samples.length > runsAtMost) this.#samples.shift();
  }

  /** Null when nothing ran lately. */
  figures(nowMs: number): GapFigures | null {
    while ((this.#samples[0]?.atMs ?? nowMs) < nowMs - ageAtMostMs) this.#samples.shift();
    const [oldest] = this.#samples;
    if (oldest === undefined) return null;
    const gaps = this.#samples.map(({ gapUs }) => gapUs).sort((a, b) => a - b);
    return {
      runs: gaps.length,
      p50Us: percentile(gaps, 0.5),
      p95Us: percentile(gaps, 0.95),
      p99Us: percentile(gaps, 0.99),
      sinceMs: Math.max(0, Math.round(nowMs - oldest.atMs)),
    };
  }
}

/** Nearest rank. @param sorted ascending, not empty */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
