/** The web app's files and pages. */
import type { AccountsModule } from '../accounts/module.ts';
import type { Contests } from '../contests/module.ts';
import type { Live } from '../live/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { webFiles } from './web-files.ts';

export interface Web {
  readonly routes: (app: App) => Promise<void>;
}

export interface WebNeeds {
  readonly accounts: AccountsModule;
  readonly contests: Contests;
  readonly live: Live;
}

export interface WebOptions {
  /** How long a page waits for the answers it begins with, ms; omitted: not long. */
  readonly pagePatienceMs?: number | undefined;
}

export function openWeb({ config }: Platform, needs: WebNeeds, { pagePatienceMs }: WebOptions): Web {
  const { accounts, contests, live } = needs;
  return {
    routes: (scope) =>
      webFiles(scope, {
        places: live.places,
        root: config.webRoot,
        contests: contests.contests,
        patienceMs: pagePatienceMs,
        greet: accounts.greet,
      }),
  };
}
