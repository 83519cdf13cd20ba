/** Events of contests, units of work that append them, and what is passed between api processes. */
import { defaultPrefix } from '@sandglass/queue';
import type { App } from '../platform/http/app-type.ts';
import { Signal } from '../platform/lib/signal.ts';
import type { Platform } from '../platform/module.ts';
import { Notifications } from '../platform/database/notifications.ts';
import { ProgressBus } from './progress-bus.ts';
import { Units } from './unit-of-work.ts';

export interface Events {
  readonly units: Units;
  /** On the connections of long jobs. */
  readonly jobUnits: Units;
  readonly notifications: Notifications;
  readonly progress: ProgressBus;
  /** The id of a contest that got events, here or in another process. */
  readonly committed: Signal<string>;
}

export async function openEvents(app: App, platform: Platform): Promise<Events> {
  const { config, database, jobs, redis, subscriber, log } = platform;
  const committed = new Signal<string>();
  const onEvents = (contestId: string): void => committed.emit(contestId);
  const notifications = new Notifications(config.databaseUrl, log);
  app.addHook('onClose', () => notifications.close());
  await notifications.open();
  await notifications.listen('sandglass_event', onEvents);
  const progress = new ProgressBus(redis, subscriber, defaultPrefix, log);
  progress.open();
  return {
    units: new Units({ database, onEvents, log }),
    jobUnits: new Units({ database: jobs, onEvents, log }),
    notifications,
    progress,
    committed,
  };
}
