/** Submissions: handed in, listed, shown. */
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { Files } from '../files/module.ts';
import type { Judgehosts } from '../judgehosts/module.ts';
import type { Judging } from '../judging/module.ts';
import type { App } from '../platform/http/app-type.ts';
import { PeriodicJob } from '../platform/lib/periodic-job.ts';
import type { Platform } from '../platform/module.ts';
import { jurySubmissionRoutes } from './jury-submission-routes.ts';
import { JurySubmissions } from './jury-submissions.ts';
import { MissingNumberRepository } from './missing-number-repository.ts';
import { SubmissionRepository } from './submission-repository.ts';
import { submissionRoutes } from './submission-routes.ts';
import { SubmissionService } from './submission-service.ts';
import { TestRepository } from './test-repository.ts';
import { testRoutes } from './test-routes.ts';

export interface Submissions {
  readonly submissions: SubmissionRepository;
  readonly routes: (app: App) => Promise<void>;
}

export interface SubmissionsNeeds {
  readonly contests: Contests;
  readonly events: Events;
  readonly files: Files;
  readonly judgehosts: Judgehosts;
  readonly judging: Judging;
}

export interface SubmissionsOptions {
  /** Tests per judge task; omitted: by what they are expected to take. */
  readonly testsPerTask?: number | undefined;
}

/** An api of the former version may run for some minutes beside this one, and writes submissions without numbers. */
const numberEveryMs = 60_000;

export async function openSubmissions(
  app: App,
  { clock, config, database, jobs, log }: Platform,
  { contests: { contests }, events, files: { blobs, cache }, judgehosts, judging }: SubmissionsNeeds,
  { testsPerTask }: SubmissionsOptions,
): Promise<Submissions> {
  await keepNumbered(app, new MissingNumberRepository(jobs), log);
  const submissions = new SubmissionRepository(database);
  const { costs, dispatcher, positions } = judging;
  const service = new SubmissionService({
    languagesIn: (image) => judgehosts.cache.languages(image),
    costs,
    submissions,
    units: events.units,
    dispatcher,
    testsPerTask,
    queueOrder: config.queueOrder,
    submissionsPerMinute: config.submissionsPerMinute,
    log,
  });
  const jurySubmissions = new JurySubmissions(database, blobs, service, submissions, clock.nowMs);
  return {
    submissions,
    routes: async (scope) => {
      await submissionRoutes(scope, {
        contests,
        submissions,
        service,
        database,
        positions,
      });
      await testRoutes(scope, {
        contests,
        submissions,
        tests: new TestRepository(database),
        blobs,
        files: cache,
      });
      await jurySubmissionRoutes(scope, { database, contests, jurySubmissions });
    },
  };
}

/** At the start, and again and again. */
async function keepNumbered(app: App, numbers: MissingNumberRepository, log: Platform['log']): Promise<void> {
  const failed = 'submissions without numbers keep none for now';
  const go = async (): Promise<void> => {
    const filled = await numbers.fill();
    if (filled > 0) log.warn({ submissions: filled }, 'submissions of an earlier version got their numbers');
  };
  const job = new PeriodicJob({ everyMs: numberEveryMs, go, failed, log });
  await go().catch((error: unknown) => log.warn({ err: error }, failed));
  app.addHook('onClose', () => job.close());
  job.open();
}
