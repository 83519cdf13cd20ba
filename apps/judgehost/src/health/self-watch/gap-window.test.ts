import { describe, expect, it } from 'vitest';
import { aRun } from '@sandglass/contracts/testing/run-report';
import { GapWindow } from './gap-window.ts';

describe('the gaps of a host', () => {
  it('are percentiles of its latest runs', () => {
    const gaps = new GapWindow();
    expect(gaps.figures(0)).toBeNull();
    for (let at = 1; at <= 1000; at += 1) gaps.add(aRun(0, { gapUs: at }), at);
    expect(gaps.figures(1100)).toEqual({ runs: 256, p50Us: 872, p95Us: 988, p99Us: 998, sinceMs: 355 });
  });

  it('leave out what a program slept by its own will, talks, and who fell asleep', () => {
    const gaps = new GapWindow();
    gaps.add(aRun(0, { gapUs: 900_000, sleepUs: 899_000 }), 0);
    gaps.add(aRun(0, { gapUs: -5000 }), 0);
    gaps.add(aRun(0, { gapUs: 5_000_000, idle: true }), 0);
    gaps.add(aRun(0, { gapUs: 5_000_000, exchange: { entries: [], passes: [] } }), 0);
    expect(gaps.figures(0)).toMatchObject({ runs: 2, p50Us: 0, p99Us: 1000 });
  });

  it('are in excess beyond what sharing a core with two others costs', () => {
    const gaps = new GapWindow();
    expect(gaps.excess(0).p95Us).toBe(0);
    // A second of CPU time in three, as beside two compilers.
    gaps.add(aRun(0, { cpuUs: 1_000_000, gapUs: 2_000_000 }), 0);
    expect(gaps.excess(0).p95Us).toBe(0);
    // A short one that was stuck in the kernel.
    gaps.add(aRun(0, { cpuUs: 5000, gapUs: 2_000_000 }), 0);
    expect(gaps.excess(0)).toEqual({ p95Us: 1_990_000, latestUs: null });
    expect(gaps.excess(40_001)).toEqual({ p95Us: 0, latestUs: null });
  });

  it('are in excess as soon as three of the latest five runs are', () => {
    const gaps = new GapWindow();
    for (const gapUs of [0, 0, 0, 800_000, 900_000]) gaps.add(aRun(0, { cpuUs: 1000, gapUs }), 0);
    expect(gaps.excess(0).latestUs).toBe(0);
    gaps.add(aRun(0, { cpuUs: 1000, gapUs: 700_000 }), 0);
    expect(gaps.excess(0).latestUs).toBe(698_000);
  });

  it('are those of the last quarter of a minute where there are twenty, so that what is over is soon forgotten', () => {
    const gaps = new GapWindow();
    for (let run = 0; run < 30; run += 1) gaps.add(aRun(0, { gapUs: 900_000 }), run * 500);
    for (let run = 0; run < 32; run += 1) gaps.add(aRun(0, { gapUs: 100 }), 15_000 + run * 500);
    expect(gaps.figures(29_000)).toMatchObject({ p95Us: 900_000, sinceMs: 15_000 });
    expect(gaps.figures(30_501)).toMatchObject({ runs: 30, p95Us: 100, p99Us: 100 });
    // Of a quiet time the latest twenty.
    expect(gaps.figures(60_000)).toMatchObject({ runs: 20, sinceMs: 39_000 });
  });

  it('forget what is older than forty seconds, the latest runs as well', () => {
    const gaps = new GapWindow();
    gaps.add(aRun(0), 0);
    for (let run = 0; run < 5; run += 1) gaps.add(aRun(0, { cpuUs: 0, gapUs: 900_000 }), 30_000);
    expect(gaps.figures(40_001)?.runs).toBe(5);
    expect(gaps.excess(70_000).latestUs).toBe(900_000);
    expect(gaps.figures(70_001)).toBeNull();
    expect(gaps.excess(70_001).latestUs).toBeNull();
  });
});
