/**
 * The api: its rooms, opened in the order in which they depend on each other. Each room closes what it opened, in the
 * reverse order. No globals: a test may build two apis on two databases.
 */
import { settledWithin } from '@sandglass/service';
import { fastify } from 'fastify';
import { openAccounts } from './accounts/module.ts';
import { passwordWork } from './accounts/passwords.ts';
import { openAwards } from './awards/module.ts';
import { openCertificates } from './certificates/module.ts';
import { openCeremony } from './ceremony/module.ts';
import { openContestPackages } from './contest-packages/module.ts';
import { openContests } from './contests/module.ts';
import { openEvents } from './events/module.ts';
import { openFiles } from './files/module.ts';
import { openFleet } from './fleet/module.ts';
import { openJudgehostApi } from './judgehost-api/module.ts';
import { openJudgehosts } from './judgehosts/module.ts';
import { openJudging } from './judging/module.ts';
import { openLive } from './live/module.ts';
import type { Config } from './platform/config/config.ts';
import type { App } from './platform/http/app-type.ts';
import { closeIdleConnections } from './platform/http/close-idle-connections.ts';
import { serverOptions } from './platform/http/server.ts';
import { openPeople } from './people/module.ts';
import { openPlatform, type PlatformOptions } from './platform/module.ts';
import { openProblems, type ProblemsOptions } from './problems/module.ts';
import { openRegistrations } from './registrations/module.ts';
import { openRejudgings } from './rejudgings/module.ts';
import { openResults } from './results/module.ts';
import { openSingleSignOn } from './single-sign-on/module.ts';
import { openSubmissions, type SubmissionsOptions } from './submissions/module.ts';
import { openWallLimits } from './wall-limits/module.ts';
import { openWeb, type WebOptions } from './web/module.ts';

/** How long a start that failed waits for what it opened to close, ms. */
const closingMs = 5_000;

export type AppOptions = PlatformOptions & ProblemsOptions & SubmissionsOptions & WebOptions;

/** Connects, reads what is held in memory, and registers every route. The caller listens. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const app: App = fastify(serverOptions(config, options.process?.logSink));
  try {
    await openRooms(app, config, options);
    closeIdleConnections(app);
    await app.ready();
    return app;
  } catch (error) {
    app.log.fatal({ err: error }, 'the api cannot start');
    // What was opened may wait for what is away.
    await settledWithin(closingMs, app.close());
    throw error;
  }
}

async function openRooms(app: App, config: Config, options: AppOptions): Promise<void> {
  const restarted = options.process?.restarted ?? null;
  const platform = await openPlatform(app, config, options);
  const events = await openEvents(app, platform);
  const files = await openFiles(app, platform);
  const problems = openProblems(platform, events, files, options);
  const contests = await openContests(app, platform, events, files);
  const judgehosts = await openJudgehosts(app, platform, events, contests);
  const accounts = await openAccounts(app, platform, events, judgehosts.cache);
  // After the hook that says who asks, and before all routes.
  contests.hide();
  const people = openPeople(platform, events, passwordWork);
  const singleSignOn = openSingleSignOn(platform, events, accounts);
  const registrations = openRegistrations(platform, events, accounts);
  const wallLimits = openWallLimits(app, platform, events, contests);
  const judging = await openJudging(app, platform, events);
  const judgehostApi = openJudgehostApi(platform, files, judgehosts, judging);
  // What several of the rooms below need; each names in its own type what it takes of these.
  const below = { accounts, contests, events, files, judgehosts, judging, people, wallLimits };
  const submissions = await openSubmissions(app, platform, below, options);
  const rejudgings = openRejudgings(app, platform, { ...below, submissions }, options);
  const awards = openAwards(platform, events, contests);
  const results = openResults(platform, events, contests, awards);
  const certificates = openCertificates(platform, events, contests, awards);
  const ceremony = openCeremony(platform, contests, awards);
  const packages = openContestPackages(platform, { ...below, awards });
  const live = openLive(app, platform, { ...below, submissions });
  const fleet = await openFleet(app, platform, { ...below, live }, { restarted });
  const web = openWeb(platform, { ...below, live }, options);

  const routes: readonly ((scope: App) => Promise<void>)[] = [
    platform.routes,
    accounts.routes,
    people.routes,
    singleSignOn.routes,
    registrations.routes,
    (scope) => contests.routes(scope, (image) => judgehosts.cache.languages(image)),
    live.routes,
    submissions.routes,
    (scope) => judgehosts.routes(scope, judging.takeBack),
    judgehostApi.routes,
    problems.routes,
    rejudgings.routes,
    awards.routes,
    certificates.routes,
    results.routes,
    ceremony.routes,
    packages.routes,
    wallLimits.routes,
    fleet.routes,
    web.routes,
  ];
  for (const register of routes) await app.register(register);
}
