import { describe, expect, it } from 'vitest';
import { bench as ending } from './ending/bench.ts';
import { bench as gap } from './gap/bench.ts';
import { bench as hosts } from './hosts/bench.ts';
import { bench as interactive } from './interactive/bench.ts';
import type { Bench } from './lib/report.ts';
import { bench as netns } from './netns/bench.ts';

/**
 * Each takes about 4 s, `hosts` half a minute: a death is known after 9 s. Nothing here says how good a figure is: that is
 * for the whole bench on a quiet machine.
 */
const benches: [Bench, string[]][] = [
  [ending, ['held_beyond_limit_ms_p99', 'held_beyond_limit_ms_max']],
  [gap, ['gap_ms_median', 'gap_ms_p95', 'bare_gap_ms_p95', 'kill_overshoot_ms_p95']],
  [hosts, ['hosts', 'false_downs', 'death_known_s_max', 'heartbeat_ms_p99']],
  [interactive, ['round_trip_us', 'bare_round_trip_us', 'ratio']],
  [netns, ['scaling_pool_on', 'scaling_pool_off', 'cores']],
];

const root = process.getuid?.() === 0;

describe.skipIf(!root)(root ? 'a bench in its quick form' : 'benches (skipped: they need root)', () => {
  it.each(benches)(
    '$name measures every figure that is claimed, and draws it',
    async (bench, claimed) => {
      const lines: string[] = [];
      const report = await bench.run({ quick: true, progress: (line) => lines.push(line) });
      for (const figure of claimed) expect(report.figures[figure], figure).toBeGreaterThanOrEqual(0);
      expect(Object.values(report.figures).every(Number.isFinite), JSON.stringify(report.figures)).toBe(true);
      expect(report.rows.length).toBeGreaterThan(0);
      expect(lines.length).toBeGreaterThan(0);
      expect(bench.picture?.(report)).toMatch(/^<svg[^]*<\/svg>\n$/);
    },
    180_000,
  );
});
