/** Results of a contest: made final, opened again, and as files. */
import type { OpenAwards } from '../awards/module.ts';
import { ContestRepository } from '../contests/contest-repository.ts';
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { exportRoutes } from './export-routes.ts';
import { Finalisation } from './finalisation.ts';
import { finalisationRoutes } from './finalisation-routes.ts';

export interface Results {
  readonly routes: (app: App) => Promise<void>;
}

export function openResults(
  { clock, config, database }: Platform,
  { units }: Events,
  { contests }: Contests,
  { awards }: OpenAwards,
): Results {
  const repository = new ContestRepository(database);
  const finalisation = new Finalisation({ units, repository, now: clock.nowMs });
  return {
    routes: async (app) => {
      await finalisationRoutes(app, { contests, finalisation });
      await exportRoutes(app, { contests, awards, webRoot: config.webRoot });
    },
  };
}
