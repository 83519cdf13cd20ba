import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { hostRow } from './host-row.ts';
import { condition } from '../testing/fake-host.ts';
import { judgehost, noGaps } from '../testing/judgehost.ts';
import { registerHostMetrics, type HostMetricsParts } from './host-metrics.ts';

const waits = [{ where: 'cgroup_kn_lock_live', what: 'cgroup_mutex: Changes wait.', count: 28 }];
const cache = {
  files: 2,
  bytes: 10,
  maxBytes: 20,
  hits: 41,
  misses: 2,
  fetchedBytes: 10,
  evictions: 0,
  error: null,
};
const host = judgehost(
  {
    lastSeenAt: new Date(Date.now() - 3000).toISOString(),
    software: '1.0.0',
    condition: condition({ cache }),
  },
  { ageMs: 7000, dState: { count: 28, waits } },
);

const parts = (given: Partial<HostMetricsParts>): HostMetricsParts => ({
  hosts: () => [],
  rows: () => [],
  lookedAtMs: () => null,
  alarms: () => [],
  ...given,
});

it('what a host reported last is there, and what it did not report is not', async () => {
  const registry = new Registry();
  const hosts = [host, { ...host, name: 'judge-2', software: '2.0.0', report: null, condition: null }];
  registerHostMetrics(registry, parts({ hosts: () => hosts }));
  const text = await registry.metrics();
  for (const sample of [
    'usable_cpus{judgehost="judge-1"} 1',
    'd_state_tasks{judgehost="judge-1",where="cgroup_kn_lock_live",what="cgroup_mutex"} 28',
    'info{judgehost="judge-1",software="1.0.0",kernel="6.1.0",cpu="a CPU"} 1',
    'swap_total_bytes{judgehost="judge-1"} 0',
    'cache_lookups{judgehost="judge-1",result="hit"} 41',
  ])
    expect(text).toContain(`sandglass_judgehost_${sample}`);
  expect(text).not.toMatch(/(memory_free_bytes|usable_cpus|cache_lookups)\{judgehost="judge-2"/);
});

it('figures are as old as they are now, however long ago the last word came', async () => {
  const registry = new Registry();
  registerHostMetrics(registry, parts({ hosts: () => [host] }));
  const text = await registry.metrics();
  const age = Number(/figures_age_seconds\{judgehost="judge-1"\} (\S+)/.exec(text)?.[1]);
  expect(age).toBeGreaterThanOrEqual(10);
});

it('nobody is called up while the database has not been looked at for long', async () => {
  const row = hostRow(host, { gapHistory: noGaps, tasksPerMinute: 0 });
  const registry = new Registry();
  let lookedAtMs: number | null = Date.now();
  registerHostMetrics(
    registry,
    parts({ hosts: () => [host], rows: () => [row], lookedAtMs: () => lookedAtMs }),
  );
  expect(await registry.metrics()).toContain('sandglass_judgehost_up{judgehost="judge-1"} 1');
  lookedAtMs = Date.now() - 60_000;
  const blind = await registry.metrics();
  expect(blind).not.toContain('sandglass_judgehost_up{');
  expect(Number(/^sandglass_judgehosts_look_age_seconds (\S+)/m.exec(blind)?.[1])).toBeGreaterThanOrEqual(60);
  lookedAtMs = null;
  expect(await registry.metrics()).not.toMatch(/^sandglass_judgehosts_look_age_seconds /m);
});
