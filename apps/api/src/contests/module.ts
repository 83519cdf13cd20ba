/** Contests: their definition, and the model of each that is kept in memory. */
import type { Language } from '@sandglass/contracts';
import type { Events } from '../events/module.ts';
import type { Files } from '../files/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { ContestCache } from './contest-cache.ts';
import { ContestControl } from './contest-control.ts';
import { ContestDefinitions } from './contest-definitions.ts';
import { ContestLife } from './contest-life.ts';
import { ContestRemover } from './contest-remover.ts';
import { ContestRepository } from './contest-repository.ts';
import { contestRoutes } from './contest-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { definitionRoutes } from './definition-routes.ts';
import { hideContests } from './hide-contests.ts';
import { lifeRoutes } from './life-routes.ts';

export interface Contests {
  readonly contests: ContestCache;
  /** From those who may not learn of them; once it is known who asks. */
  readonly hide: () => void;
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
  await contests.open();
  const control = new ContestControl({ units, repository, now: clock.nowMs });
  const life = new ContestLife({ units, repository, contests, now: clock.nowMs });
  const remover = new ContestRemover(database, log);
  remover.open();
  app.addHook('onClose', () => remover.close());
  const definitions = new ContestDefinitions({ database, units, repository, contests, now: clock.nowMs });
  return {
    contests,
    hide: () => hideContests(app, contests),
    routes: async (scope, languagesIn) => {
      await contestRoutes(scope, { contests, languagesIn, blobs, files });
      await definitionRoutes(scope, { contests, definitions });
      await controlRoutes(scope, { contests, control });
      await lifeRoutes(scope, {
        contests,
        life,
        onDeleted: () => {
          remover
            .remove()
            .catch((error: unknown) => log.warn({ err: error }, 'a deleted contest keeps its rows for now'));
        },
      });
    },
  };
}
