/** Wall-clock limits: the jury's rules, what follows from them, and what the system proposes. */
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { wallLimitRoutes } from './wall-limit-routes.ts';
import { WallLimitService } from './wall-limit-service.ts';
import { WallProposals } from './wall-proposals.ts';

export interface WallLimits {
  readonly wallLimits: WallLimitService;
  readonly proposals: WallProposals;
  readonly routes: (app: App) => Promise<void>;
}

export function openWallLimits(
  app: App,
  { jobs: database, log }: Platform,
  { jobUnits: units }: Events,
  { contests }: Contests,
): WallLimits {
  const proposals = new WallProposals(database, units, log);
  app.addHook('onClose', () => proposals.close());
  proposals.open();
  const wallLimits = new WallLimitService({ database, contests, units });
  return {
    wallLimits,
    proposals,
    routes: (scope) => wallLimitRoutes(scope, { contests, wallLimits, proposals, database }),
  };
}
