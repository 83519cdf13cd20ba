/** All judgehosts together as the jury and the administrator watch them, with alarms and metrics. */
import type { RestartNote } from '@sandglass/service';
import type { AccountsModule } from '../accounts/module.ts';
import type { Contests } from '../contests/module.ts';
import type { Judgehosts } from '../judgehosts/module.ts';
import type { Judging } from '../judging/module.ts';
import type { Live } from '../live/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { AlarmRepository } from './alarms/alarm-repository.ts';
import { alarmRoutes } from './alarms/alarm-routes.ts';
import { AlarmService } from './alarms/alarm-service.ts';
import { FleetPoller } from './fleet-poller.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { GapHistory } from './gap-history.ts';
import { registerHostMetrics } from './host-metrics.ts';
import { MonitorHub } from './monitor-hub.ts';
import { monitorRoutes } from './monitor-routes.ts';
import { OwnProcess } from './own-process.ts';
import { QueueHistory } from './queue-history.ts';
import { QueueSampleRepository } from './queue-sample-repository.ts';
import { IntervalHistory } from './interval-history.ts';
import { IntervalRepository } from './interval-repository.ts';
import { registerStateMetrics } from './state-metrics.ts';

export interface Fleet {
  readonly routes: (app: App) => Promise<void>;
}

export interface FleetNeeds {
  readonly accounts: AccountsModule;
  readonly contests: Contests;
  readonly judgehosts: Judgehosts;
  readonly judging: Judging;
  readonly live: Live;
}

export interface FleetOptions {
  /** Why the process before this one was ended; null: it was not. */
  readonly restarted: RestartNote | null;
}

export async function openFleet(
  app: App,
  { clock, database, jobs, log, loopLag, registry }: Platform,
  { accounts, contests: { contests }, judgehosts: { cache }, judging: { dueTasks }, live }: FleetNeeds,
  { restarted }: FleetOptions,
): Promise<Fleet> {
  const alarmRepository = new AlarmRepository(database);
  const alarms = new AlarmService(alarmRepository, log);
  const intervals = new IntervalRepository(database);
  const queueRecord = new QueueSampleRepository(database);
  const poller = new FleetPoller({
    own: new OwnProcess(loopLag, restarted, Date.now(), () => queueRecord.databaseAheadMs),
    judgehosts: cache,
    intervals,
    history: new IntervalHistory(intervals),
    queue: new QueueHistory(queueRecord),
    alarms,
    gaps: new GapHistory(),
    log,
  });
  app.addHook('onClose', () => poller.close());
  const hub = new MonitorHub(poller, alarms);
  accounts.streams.add(hub.connections);
  // Open streams would keep the server open for ever.
  app.addHook('preClose', async () => hub.connections.close());
  await poller.open();

  registerStateMetrics(registry, {
    dueTasks,
    queueSample: () => poller.queue.latest,
    readers: live.readers,
    database,
    statementTimeouts: () => database.statementTimeouts + jobs.statementTimeouts,
    clockAheadMs: () => clock.aheadMs,
  });
  registerHostMetrics(registry, {
    hosts: () => poller.hosts,
    rows: () => poller.rows,
    lookedAtMs: () => poller.lookedAtMs,
    alarms: () => alarms.open,
  });
  return {
    routes: async (scope) => {
      await fleetRoutes(scope, { contests, cache, dueTasks });
      await alarmRoutes(scope, { alarms, repository: alarmRepository });
      await monitorRoutes(scope, { poller, hub, intervals, judgehosts: cache });
    },
  };
}
