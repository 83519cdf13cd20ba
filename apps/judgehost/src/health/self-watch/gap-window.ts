import type { GapFigures, RunReport } from '@sandglass/contracts';

/** As many runs as have percentiles worth the name. */
const maxRuns = 256;
/**
 * What "now" means. Rules that use it wait a while longer before trouble is over: both together are less than a minute.
 */
const recentMs = 15_000;
/** Where so few ran in that time, older ones count as well, up to an age. */
const minRuns = 20;
const ageAtMostMs = 40_000;

/** So many say something of now where there are too few for percentiles: three bad ones of five are no accident. */
const latestRuns = 5;

/**
 * A program that shares its core with two others takes three times its CPU time, and nothing is wrong with the host: of
 * a gap so much, in CPU times of the run, is no excess.
 */
const fairShare = 2;

interface Sample {
  readonly gapUs: number;
  readonly excessUs: number;
  readonly atMs: number;
}

/** How much of their wall time the latest runs of this host lost to waiting. */
export class GapWindow {
  /** The oldest first. */
  readonly #samples: Sample[] = [];

  add(run: Pick<RunReport, 'cpuUs' | 'gapUs' | 'sleepUs' | 'idle' | 'exchange'>, atMs: number): void {
    // Who talks waits for the other side, and who slept to the end has a gap of its own making.
    if (run.exchange !== null || run.idle === true) return;
    // Several threads at once make it negative.
    const gapUs = Math.max(0, run.gapUs - (run.sleepUs ?? 0));
    this.#samples.push({ gapUs, excessUs: Math.max(0, gapUs - fairShare * run.cpuUs), atMs });
    if (this.#samples.length > maxRuns) this.#samples.shift();
  }

  /** Null when nothing ran lately. */
  figures(nowMs: number): GapFigures | null {
    const recent = this.#recent(nowMs);
    const [oldest] = recent;
    if (oldest === undefined) return null;
    const gaps = recent.map(({ gapUs }) => gapUs).sort((a, b) => a - b);
    return {
      runs: gaps.length,
      p50Us: percentile(gaps, 0.5),
      p95Us: percentile(gaps, 0.95),
      p99Us: percentile(gaps, 0.99),
      sinceMs: Math.max(0, Math.round(nowMs - oldest.atMs)),
    };
  }

  /**
   * What no fair share of the core explains, µs: the 95th percentile (0 when nothing ran lately), and the median of the
   * latest five runs (null when there were fewer lately).
   */
  excess(nowMs: number): { p95Us: number; latestUs: number | null } {
    const recent = this.#recent(nowMs);
    const latest = recent.slice(-latestRuns);
    const percentileOf = (samples: readonly Sample[], share: number): number =>
      percentile(
        samples.map(({ excessUs }) => excessUs).sort((a, b) => a - b),
        share,
      );
    return {
      p95Us: percentileOf(recent, 0.95),
      latestUs: latest.length < latestRuns ? null : percentileOf(latest, 0.5),
    };
  }

  /** The oldest first. */
  #recent(nowMs: number): Sample[] {
    while ((this.#samples[0]?.atMs ?? nowMs) < nowMs - ageAtMostMs) this.#samples.shift();
    const young = this.#samples.filter(({ atMs }) => atMs >= nowMs - recentMs).length;
    return this.#samples.slice(-Math.max(young, minRuns));
  }
}

/** Nearest rank; 0 of none. @param sorted ascending */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
