/** Awards of a contest, and what the jury changes of them. */
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { awardRoutes } from './award-routes.ts';
import { Awards } from './awards.ts';

export interface OpenAwards {
  readonly awards: Awards;
  readonly routes: (app: App) => Promise<void>;
}

export function openAwards({ database }: Platform, { units }: Events, { contests }: Contests): OpenAwards {
  const awards = new Awards(database, units);
  return { awards, routes: (app) => awardRoutes(app, { contests, awards }) };
}
