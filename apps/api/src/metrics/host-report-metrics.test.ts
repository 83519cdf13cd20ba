import { judgehostSchema } from '@sandglass/contracts';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { hostReport } from '../testing/fake-host.ts';
import { registerHostMetrics } from './host-metrics.ts';
import { registerHostReportMetrics } from './host-report-metrics.ts';

it('what a host told last is there beside its line, and what it did not tell is not', async () => {
  const waits = [{ where: 'cgroup_kn_lock_live', what: 'cgroup_mutex: Changes wait.', count: 28 }];
  const host = judgehostSchema.parse({
    id: 'a',
    name: 'judge-1',
    enabled: true,
    online: true,
    lastSeenAt: null,
    slots: [],
    compilers: [],
    report: { ...hostReport('judge-1'), ageMs: 7000, dState: { count: 28, waits } },
    software: '1.0.0',
    mode: 'on',
    modeReason: null,
    modeBy: null,
    modeAt: null,
    running: 0,
    drained: false,
    restrictions: {},
    condition: null,
    credential: { madeAt: null, revokedAt: null, ownRedisUser: false },
  });
  const registry = new Registry();
  registerHostMetrics(registry, { rows: () => [], alarms: () => [] });
  registerHostReportMetrics(registry, () => [
    host,
    { ...host, name: 'judge-2', software: '2.0.0', report: null },
  ]);
  const text = await registry.metrics();
  for (const sample of [
    'figures_age_seconds{judgehost="judge-1"} 7',
    'usable_cpus{judgehost="judge-1"} 1',
    'd_state_tasks{judgehost="judge-1",where="cgroup_kn_lock_live",what="cgroup_mutex"} 28',
    'info{judgehost="judge-1",software="1.0.0",kernel="6.1.0",cpu="made up"} 1',
  ])
    expect(text).toContain(`sandglass_judgehost_${sample}`);
  expect(text).not.toMatch(/memory_free_bytes\{|usable_cpus\{judgehost="judge-2"/);
});
