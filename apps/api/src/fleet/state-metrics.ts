import type { QueueSample } from '@sandglass/contracts';
import { within } from '@sandglass/service';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';
import type { DueTaskRepository } from '../judging/tasks/due-task-repository.ts';

/** Who asks for metrics gives up after a few seconds. */
const patienceMs = 2_000;

export interface StateMetricsParts {
  readonly dueTasks: DueTaskRepository;
  readonly queueSample: () => QueueSample | null;
  /** Open live streams of this process. */
  readonly readers: () => number;
  readonly database: Database;
  /** Since the start. */
  readonly statementTimeouts: () => number;
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
  const notEnqueued = gauge(
    'tasks_not_enqueued',
    'Due tasks that the queue has not got: those that no host can take stay so',
  );
  const dueSeconds = gauge('due_expected_seconds', 'What all tasks that wait are expected to take');
  const takingSlots = gauge('taking_slots', 'Slots of hosts that are online and may take tasks');
  const readers = gauge('live_readers', 'Open live streams of this process');
  const connections = gauge('database_connections', 'Connections of this process', 'state');

  const clock = gauge('clock_ahead_seconds', 'How far the database’s clock is ahead of this machine’s');
  const reachable = gauge('database_up', 'Whether the database answered just now');

  const timeouts = new Counter({
    name: 'sandglass_database_statement_timeouts_total',
    help: 'Statements that the database ended because they took longer than they may',
    registers: [registry],
    collect() {
      timeouts.reset();
      timeouts.inc(parts.statementTimeouts());
    },
  });

  async function look(): Promise<void> {
    // While it is away, hosts and alarms are wanted more than ever: its own figures have no sample, the others do.
    const figures = await within(
      patienceMs,
      parts.dueTasks.figures().catch(() => null),
      null,
    );
    reachable.set(figures === null ? 0 : 1);
    tasks.reset();
    for (const one of [oldest, notEnqueued]) one.remove();
    if (figures !== null) {
      oldest.set(figures.oldestDueMs / 1000);
      tasks.set({ state: 'due' }, figures.due);
      tasks.set({ state: 'claimed' }, figures.claimed);
      notEnqueued.set(figures.notEnqueued);
    }
    clock.set(parts.clockAheadMs() / 1000);
    readers.set(parts.readers());
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
