/** The live stream of a contest. */
import type { AccountsModule } from '../accounts/module.ts';
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import type { Submissions } from '../submissions/module.ts';
import { LiveHub } from './live-hub.ts';
import { liveRoutes } from './live-routes.ts';
import { StreamPlaces } from './stream-place.ts';

export interface Live {
  readonly places: StreamPlaces;
  /** Open streams of this process. */
  readonly readers: () => number;
  readonly routes: (app: App) => Promise<void>;
}

export interface LiveNeeds {
  readonly accounts: AccountsModule;
  readonly contests: Contests;
  readonly events: Events;
  readonly submissions: Submissions;
}

export function openLive(app: App, { config, log }: Platform, needs: LiveNeeds): Live {
  const { contests } = needs.contests;
  const places = new StreamPlaces(config.secret);
  const hub = new LiveHub(needs.submissions.submissions, places, log);
  contests.listen(hub);
  needs.events.progress.listen(
    (message) => hub.onProgress(message),
    () => hub.connections.size > 0,
  );
  needs.accounts.streams.add(hub.connections);
  // Open streams would keep the server open for ever.
  app.addHook('preClose', async () => hub.close());
  hub.open();
  return {
    places,
    readers: () => hub.connections.size,
    routes: (scope) => liveRoutes(scope, { contests, hub, places }),
  };
}
