/** Contests: their definition, and the model of each that is kept in memory. */
import type { Language } from '@sandglass/contracts';
import type { Events } from '../events/module.ts';
import type { Files } from '../files/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { ContestCache } from './contest-cache.ts';
import { ContestControl } from './contest-control.ts';
import { ContestDefinitions } from './contest-definitions.ts';
import { ContestRepository } from './contest-repository.ts';
import { contestRoutes } from './contest-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { definitionRoutes } from './definition-routes.ts';
import { hideContests } from './hide-contests.ts';

export interface Contests {
  readonly contests: ContestCache;
  /** @param languagesIn languages offered where this image is named; null: where none is */
  readonly routes: (app: App, languagesIn: (image: string | null) => Promise<Language[]>) => Promise<void>;
}

export async function openContests(
  app: App,
  { clock, database, log }: Platform,
  { committed, units }: Events,
  { blobs, cache: files }: Files,
): Promise<Contests> {
  const repository = new ContestRepository(database);
  const contests = new ContestCache(repository, log, clock.nowMs);
  committed.listen((id) => {
    contests.catchUp(id).catch((error: unknown) => log.warn({ err: error }, 'events could not be read'));
  });
  app.addHook('onClose', async () => contests.close());
  hideContests(app, contests);
  await contests.open();
  const control = new ContestControl({ units, repository, now: clock.nowMs });
  const definitions = new ContestDefinitions({ database, units, repository, contests, now: clock.nowMs });
  return {
    contests,
    routes: async (scope, languagesIn) => {
      await contestRoutes(scope, { contests, languagesIn, blobs, files });
      await definitionRoutes(scope, { contests, definitions });
      await controlRoutes(scope, { contests, control });
    },
  };
}
