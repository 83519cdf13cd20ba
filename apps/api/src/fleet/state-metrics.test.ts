import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerStateMetrics, type StateMetricsParts } from './state-metrics.ts';

function metrics(
  figures: () => Promise<{ due: number; claimed: number; notEnqueued: number; oldestDueMs: number }>,
) {
  const registry = new Registry();
  const parts = {
    dueTasks: { figures },
    queueSample: () => null,
    readers: () => 3,
    clockAheadMs: () => 0,
    statementTimeouts: () => 3,
    database: { load: { total: 5, idle: 2, waiting: 0 } },
  };
  registerStateMetrics(registry, parts as unknown as StateMetricsParts);
  return () => registry.metrics();
}

it('what is true of the queue has no sample while the database is away, and all else has', async () => {
  let away = false;
  const read = metrics(() =>
    away
      ? Promise.reject(new Error('the connection is refused'))
      : Promise.resolve({ due: 7, claimed: 2, notEnqueued: 0, oldestDueMs: 4000 }),
  );
  const before = await read();
  expect(before).toContain('sandglass_database_up 1');
  expect(before).toContain('sandglass_database_statement_timeouts_total 3');
  expect(before).toContain('sandglass_judge_tasks{state="due"} 7');
  expect(before).toContain('sandglass_oldest_due_seconds 4');
  away = true;
  const during = await read();
  expect(during).toContain('sandglass_database_up 0');
  expect(during).toContain('sandglass_live_readers 3');
  expect(during).not.toMatch(/^sandglass_(judge_tasks|oldest_due_seconds|tasks_not_enqueued)[ {]/m);
});
