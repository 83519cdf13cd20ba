import type { HostCondition, HostVitals, SlotState } from '@sandglass/contracts';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { registerHostGauges, type LastHeartbeat } from './host-gauges.ts';
import { aHostReport } from '@sandglass/contracts/testing/host-report';

const condition: HostCondition = {
  state: 'degraded',
  since: '2026-11-21T12:00:00Z',
  reasons: [],
  allowed: { slots: 3, of: 4, why: null },
  calibration: null,
  gap: { runs: 9, p50Us: 1000, p95Us: 4000, p99Us: 9000, sinceMs: 1 },
  clock: { skewMs: -250, roundTripMs: 2 },
  cache: null,
  warmUps: [],
  untrusted: null,
  lastError: null,
};

const slot = { cpus: [], submissionId: null, rebuilds: 0 };
const slots: SlotState[] = [
  { ...slot, ordinal: 0, state: 'idle', test: null, sinceMs: 9000 },
  { ...slot, ordinal: 1, state: 'running', test: 7, sinceMs: 2500 },
];

describe('the gauges of a host', () => {
  it('show what the last heartbeat reported', async () => {
    const registry = new Registry();
    const waits = [
      { where: 'rcu_barrier', count: 4, what: 'RCU: A grace period.' },
      { where: '__refrigerator', count: 50, what: 'freezer: Stopped on purpose.', longestMs: 7_200_000 },
    ];
    const report = { ...aHostReport(), dState: { count: 54, waits } };
    registerHostGauges(registry, () => ({ report, condition, slots, software: '1.2.0' }));
    const text = await registry.metrics();
    expect(text).toContain('sandglass_judgehost_health 1');
    expect(text).toContain('sandglass_judgehost_recent_gap_p95_seconds 0.004');
    expect(text).toContain('sandglass_judgehost_clock_skew_seconds -0.25');
    expect(text).toMatch(/^sandglass_judgehost_load1 \d/m);
    expect(text).toContain('sandglass_judgehost_usable_cpus 2');
    expect(text).toContain('sandglass_judgehost_d_state_tasks{where="rcu_barrier",what="RCU"} 4');
    expect(text).toContain('sandglass_judgehost_d_state 4');
    expect(text).toContain('sandglass_judgehost_d_state_longest_seconds 0');
    expect(text).toContain('sandglass_judgehost_memory_total_bytes 1');
    expect(text).toContain('sandglass_judgehost_slot_busy_seconds{slot="1",state="running"} 2.5');
    expect(text).toContain('sandglass_judgehost_slot_test{slot="1"} 7');
    expect(text).not.toContain('slot="0"');
    expect(text).toContain('info{software="1.2.0",kernel="6.12.0",cpu="a CPU"} 1');
  });

  it('say how old a count of namespaces is', async () => {
    const registry = new Registry();
    const machine: HostVitals = {
      cpu: null,
      throttling: null,
      memory: { freeBytes: 1, dirtyBytes: 0, minFreeBytes: null },
      cgroups: null,
      namespaces: [{ kind: 'ipc', count: 3 }],
      namespacesAgeMs: 21_000,
      tasks: { running: 1, total: 2 },
      temperatureC: null,
    };
    registerHostGauges(registry, () => ({
      report: { ...aHostReport(), ageMs: 500, vitals: machine },
      condition,
      slots,
      software: '1.2.0',
    }));
    const text = await registry.metrics();
    expect(text).toContain('sandglass_judgehost_namespaces{kind="ipc"} 3');
    expect(text).toContain('sandglass_judgehost_namespaces_age_seconds 21.5');
  });

  it('show nothing of what is not known', async () => {
    const registry = new Registry();
    let heartbeat: LastHeartbeat | null = null;
    registerHostGauges(registry, () => heartbeat);
    expect(await registry.metrics()).not.toMatch(/^sandglass/m);
    heartbeat = { report: aHostReport(), condition: { ...condition, clock: null }, slots, software: '1.2.0' };
    expect(await registry.metrics()).not.toMatch(/^sandglass_judgehost_clock_skew/m);
  });
});
