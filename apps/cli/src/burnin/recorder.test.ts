import { aHostReport } from '@sandglass/contracts/testing/host-report';
import { describe, expect, it } from 'vitest';
import { burnInChart } from './chart.ts';
import { lineOf, tableOf } from './live-view.ts';
import { Recorder } from './recorder.ts';
import { reportOf } from './report.ts';
import type { Observed } from './workload.ts';

const measurement: Observed = { cpuUs: 200_000, gapUs: 1000, memoryBytes: 4 << 20, coreWaitUs: 250 };

const host = aHostReport({
  hostname: 'h<1>',
  cpuModel: 'a & b',
  cpus: { usable: [0, 1], slots: 2, online: 2, bounds: [], summary: '2 of 2', machine: '', placement: [] },
  load: [2.5, 1, 1],
  dState: { count: 3, waits: [{ where: 'cgroup_mutex', count: 3 }] },
  memory: { totalBytes: 8e9, availableBytes: 4e9, cacheBytes: 0, swapTotalBytes: 0, swapFreeBytes: 0 },
  stealRatio: 0.01,
});

const slots = [
  { ordinal: 0, cpus: [0] },
  { ordinal: 1, cpus: [1] },
];
const end = {
  startedAt: new Date(0),
  seconds: 2000,
  interrupted: false,
  cores: 2,
  host,
  rebuilds: new Map([[1, 2]]),
};

describe('the record of a burn-in', () => {
  it('keeps what each slot did apart, and compilations apart from runs', () => {
    const recorder = new Recorder(slots);
    recorder.ran(0, 'burn', measurement);
    recorder.ran(0, 'compile', { ...measurement, gapUs: 9_000_000 });
    recorder.ran(1, 'short', { ...measurement, gapUs: 3000, memoryBytes: 8 << 20 });
    recorder.failed(1, 'because');
    recorder.sample(1, { report: host, throttledShare: null });
    const report = reportOf(recorder, end);
    expect(report.slots[0]).toMatchObject({
      runs: 1,
      compilations: 1,
      failures: 0,
      gapMs: { max: 1 },
      peakMiB: 4,
    });
    expect(report.slots[1]).toMatchObject({
      runs: 1,
      failures: 1,
      lastFailure: 'because',
      rebuilds: 2,
      peakMiB: 8,
    });
    expect(report.total).toMatchObject({ runs: 2, failures: 1, rebuilds: 2, waitedForCoreShare: 0.125 });
    expect(report.total.slowdownPercent.max).toBe(0.5);
    expect(report.dState).toEqual({ mean: 3, max: 3, place: 'cgroup_mutex' });
  });

  it('stays small however long it takes, and forgets no run and no peak', () => {
    const recorder = new Recorder(slots);
    for (let second = 1; second <= 2000; second++) {
      recorder.ran(0, 'short', measurement);
      const load = second === 777 ? 99 : 1;
      recorder.sample(second, { report: { ...host, load: [load, 1, 1] }, throttledShare: 0 });
    }
    const { points, load, throttledShare } = reportOf(recorder, end);
    expect(points.length).toBeLessThanOrEqual(481);
    expect(points.length).toBeGreaterThan(200);
    expect(points.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(1990);
    expect(points.every(({ seconds }, i) => i === 0 || seconds > (points[i - 1]?.seconds ?? 0))).toBe(true);
    expect(load.max).toBe(99);
    expect(throttledShare).toBe(0);
  });

  it('is shown in a table, in a line and in a picture that is valid XML', () => {
    const recorder = new Recorder(slots);
    recorder.ran(0, 'short', measurement);
    recorder.sample(1, { report: host, throttledShare: 0.5 });
    const progress = {
      recorder,
      host,
      throttledShare: 0.5,
      rebuilds: new Map(),
      seconds: 75,
      wantedSeconds: 600,
    };
    expect(tableOf(progress).join('\n')).toMatch(
      /1 min 15 s of 10 min 00 s[^]*gap p50[^]*D state 3 \(cgroup_mutex\)/,
    );
    expect(lineOf(progress)).toMatch(/1 runs, gap p50 1\.00 .* stolen 1\.0 %, throttled 50\.0 %/);
    const picture = burnInChart(reportOf(recorder, end));
    expect(picture).toContain('h&lt;1&gt;');
    expect(picture).toContain('a &amp; b');
    expect(picture).not.toContain('NaN');
  });

  it('can be drawn when nothing was seen', () => {
    expect(burnInChart(reportOf(new Recorder(slots), end))).not.toContain('NaN');
  });
});
