/** Judging again: by a filter, one submission, or what another wall limit may change. */
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { Judging } from '../judging/module.ts';
import type { App } from '../platform/http/app-type.ts';
import { PeriodicJob } from '../platform/lib/periodic-job.ts';
import type { Platform } from '../platform/module.ts';
import type { Submissions } from '../submissions/module.ts';
import type { WallLimits } from '../wall-limits/module.ts';
import { RejudgingReader } from './rejudging-reader.ts';
import { rejudgingRoutes } from './rejudging-routes.ts';
import { RejudgingService } from './rejudging-service.ts';
import { WallLimitRejudging } from './wall-limit-rejudging.ts';
import { wallLimitRejudgingRoutes } from './wall-limit-rejudging-routes.ts';

const resumeEveryMs = 1000;

export interface Rejudgings {
  readonly routes: (app: App) => Promise<void>;
}

export interface RejudgingsNeeds {
  readonly contests: Contests;
  readonly events: Events;
  readonly judging: Judging;
  readonly submissions: Submissions;
  readonly wallLimits: WallLimits;
}

export interface RejudgingsOptions {
  /** Tests per judge task; omitted: by what they are expected to take. */
  readonly testsPerTask?: number | undefined;
}

export function openRejudgings(
  app: App,
  { config, database, jobs, log }: Platform,
  needs: RejudgingsNeeds,
  { testsPerTask }: RejudgingsOptions,
): Rejudgings {
  const { contests } = needs.contests;
  const { costs, dispatcher, rejudged } = needs.judging;
  const units = needs.events.jobUnits;
  const reader = new RejudgingReader(jobs, contests);
  const rejudgings = new RejudgingService({
    reader,
    database: jobs,
    units,
    contests,
    dispatcher,
    costs,
    testsPerTask,
    queueOrder: config.queueOrder,
    log,
  });
  rejudged.listen((id) => rejudgings.onRejudged(id));
  // What a crash or a lost message has left half way.
  const resuming = new PeriodicJob({
    everyMs: resumeEveryMs,
    go: () => rejudgings.resume(),
    failed: 'rejudgings could not be looked after; the next look tries again',
    log,
  });
  app.addHook('onClose', () => resuming.close());
  resuming.open();
  const wallLimitRejudging = new WallLimitRejudging({
    contests,
    rejudgings,
    wallLimits: needs.wallLimits.wallLimits,
    proposals: needs.wallLimits.proposals,
    units,
  });
  const { submissions } = needs.submissions;
  return {
    routes: async (scope) => {
      await rejudgingRoutes(scope, { contests, reader, rejudgings, submissions, database });
      await wallLimitRejudgingRoutes(scope, { contests, wallLimitRejudging });
    },
  };
}
