import type { HostReport, HostVitals } from '@sandglass/contracts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { SlotPool } from '../../slots/slot-pool.ts';
import { FakeSandbox } from '../../testing/fake-sandbox.ts';
import { aHostReport } from '@sandglass/contracts/testing/host-report';
import { aRun } from '@sandglass/contracts/testing/run-report';
import { SelfWatch } from './self-watch.ts';

const log = createLog('silent', 'test');
const noon = Date.parse('2026-11-21T12:00:00.000Z');

const stuck: Partial<HostReport> = { dState: { count: 100, waits: [] } };
const hot: Partial<HostReport> = { load: [60, 60, 60] };

/** Four CPUs that do nothing but work. */
const vitals = (slotCores: number | null): HostVitals => ({
  cpu: { user: 0.9, system: 0.1, ioWait: 0, steal: 0, idle: 0 },
  slotCores,
  throttling: null,
  memory: { freeBytes: 1, dirtyBytes: 0, minFreeBytes: null },
  cgroups: null,
  namespaces: [],
  tasks: { running: 40, total: 200 },
  temperatureC: null,
});

describe('the watch of a host over itself', () => {
  let folder: string;
  let pool: SlotPool;
  let watch: SelfWatch;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-watch-'));
    pool = await SlotPool.create({
      slots: [0, 1, 2, 3].map((ordinal) => ({ ordinal, cpus: [ordinal] })),
      workFolder: folder,
      createSlot: new FakeSandbox().createSlot,
      log,
    });
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: noon });
    watch = new SelfWatch({ pool, calibration: null, onAllowed: () => {}, log });
  });

  afterEach(async () => {
    vi.useRealTimers();
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A report a second. */
  function live(seconds: number, changes: Partial<HostReport> = {}): void {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      watch.observe({ ...aHostReport(), ...changes });
    }
  }

  it('takes a second of trouble for no more when the clock is set ahead in the middle of it', () => {
    live(1, stuck);
    vi.setSystemTime(Date.now() + 30_000);
    live(1, stuck);
    expect(watch.state).toBe('healthy');
  });

  it('finds a host well as soon as ever when the clock is set back while it is unhealthy', () => {
    live(6, stuck);
    expect(watch.condition).toMatchObject({ state: 'unhealthy', since: '2026-11-21T12:00:00.000Z' });
    vi.setSystemTime(Date.now() - 3_600_000);
    live(1, stuck);
    // Runs have the clock of that moment, and so has the beginning.
    expect(watch.condition.since).toBe('2026-11-21T12:00:00.000Z');
    live(60);
    expect(watch.condition).toMatchObject({ state: 'healthy', since: '2026-11-21T11:00:48.000Z' });
  });

  it('takes one task more every minute after it was unhealthy, though it is loaded all the time', () => {
    live(6, { ...stuck, ...hot });
    expect(watch.allowed).toBe(2);
    expect(watch.restraint).toContain('stuck in the kernel');
    live(105, hot);
    expect([watch.state, watch.allowed]).toEqual(['degraded', 3]);
    expect(watch.restraint).toBe('it has been unhealthy: one slot more every minute');
    live(60, hot);
    expect([watch.state, watch.allowed, watch.restraint]).toEqual(['degraded', 4, null]);
  });

  it('counts how many cores others keep busy by what its slots used, for a slot at work may wait all the time', () => {
    for (const slot of pool.slots) slot.set('running');
    for (let run = 0; run < 5; run += 1) watch.ran(aRun(run, { cpuUs: 200_000, gapUs: 1_600_000 }));
    const cpus = { ...aHostReport().cpus, online: 4 };
    live(5, { cpus, vitals: vitals(0.4) });
    expect(watch.condition.reasons.map(({ text }) => text).join()).toContain(
      'other programs keep 3.6 of 4 cores busy',
    );
    live(5, { cpus, vitals: vitals(3.9) });
    expect(watch.condition.reasons.map(({ text }) => text).join()).not.toContain('other programs');
    live(5, { cpus, vitals: vitals(null) });
    expect(watch.condition.reasons.map(({ text }) => text).join()).not.toContain('other programs');
  });
});
