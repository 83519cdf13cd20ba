import type { QueueSample } from '@sandglass/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import type { DueTaskRepository } from '../judging/due-task-repository.ts';
import type { LiveHub } from '../live/live-hub.ts';

/** Who asks for metrics gives up after a few seconds. */
const patienceMs = 2_000;
const late = (): Promise<null> => pause(patienceMs, null, { ref: false });

export interface StateMetricsParts {
  readonly dueTasks: DueTaskRepository;
  readonly queueSample: () => QueueSample | null;
  readonly hub: LiveHub;
  readonly database: Database;
  /** How far the database's clock is ahead of this machine's, ms. */
  readonly clockAheadMs: () => number;
}

/** What is true at the moment somebody looks: read when /metrics is asked, not kept up to date in between. */
export function registerStateMetrics(registry: Registry, parts: StateMetricsParts): void {
  let looking: Promise<void> | undefined;
  // All gauges are collected at once and wait for one look at the database.
  const collect = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name: `sandglass_${name}`, help, labelNames, registers: [registry], collect });

  const tasks = gauge('judge_tasks', 'Judge tasks by state', 'state');
  const oldest = gauge('oldest_due_seconds', 'Age of the oldest judging that waits');
  const outbox = gauge('outbox_rows', 'Tasks committed and not yet given to the queue');
  const dueSeconds = gauge('due_expected_seconds', 'What all tasks that wait are expected to take');
  const takingSlots = gauge('taking_slots', 'Slots of hosts that are online and may take tasks');
  const readers = gauge('live_readers', 'Open live streams of this process');
  const connections = gauge('database_connections', 'Connections of this process', 'state');

  const clock = gauge('clock_ahead_seconds', 'How far the database’s clock is ahead of this machine’s');
  const reachable = gauge('database_up', 'Whether the database answered just now');

  async function look(): Promise<void> {
    // While it is away, hosts and alarms are wanted more than ever: its own figures have no sample, the others stand.
    const figures = await Promise.race([parts.dueTasks.figures().catch(() => null), late()]);
    reachable.set(figures === null ? 0 : 1);
    tasks.reset();
    for (const one of [oldest, outbox]) one.remove();
    if (figures !== null) {
      oldest.set(figures.oldestDueMs / 1000);
      tasks.set({ state: 'due' }, figures.due);
      tasks.set({ state: 'claimed' }, figures.claimed);
      outbox.set(figures.outbox);
    }
    clock.set(parts.clockAheadMs() / 1000);
    readers.set(parts.hub.size);
    const { total, idle, waiting } = parts.database.load;
    connections.set({ state: 'busy' }, total - idle);
    connections.set({ state: 'idle' }, idle);
    connections.set({ state: 'waited-for' }, waiting);
    const sample = parts.queueSample();
    if (sample !== null) {
      dueSeconds.set(sample.dueMs / 1000);
      takingSlots.set(sample.slots);
    }
  }
}
