/** The end of a contest, as it is celebrated: the resolver. */
import type { OpenAwards } from '../awards/module.ts';
import type { Contests } from '../contests/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { resolverRoutes } from './resolver-routes.ts';

export interface Ceremony {
  readonly routes: (app: App) => Promise<void>;
}

export function openCeremony({ config }: Platform, { contests }: Contests, { awards }: OpenAwards): Ceremony {
  return { routes: (app) => resolverRoutes(app, { contests, awards, webRoot: config.webRoot }) };
}
