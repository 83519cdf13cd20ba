/** Whole contests as files: exported, and imported in another installation. */
import type { OpenAwards } from '../awards/module.ts';
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { Files } from '../files/module.ts';
import type { PeopleModule } from '../people/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { ContestPackageImport } from './contest-package-import.ts';
import { ContestPackageReader } from './contest-package-reader.ts';
import { ContestPackageWriter } from './contest-package-writer.ts';
import { packageRoutes } from './package-routes.ts';

export interface ContestPackages {
  readonly routes: (app: App) => Promise<void>;
}

export interface ContestPackagesParts {
  readonly awards: OpenAwards;
  readonly contests: Contests;
  readonly events: Events;
  readonly files: Files;
  readonly people: PeopleModule;
}

export function openContestPackages(
  { clock, jobs, log, scratchFolder }: Platform,
  {
    awards: { awards },
    contests: { contests },
    events,
    files: { blobs },
    people: { people },
  }: ContestPackagesParts,
): ContestPackages {
  const writer = new ContestPackageWriter({ jobs, blobs, awards, people, now: clock.nowMs, log });
  const imports = new ContestPackageImport({
    database: jobs,
    units: events.jobUnits,
    blobs,
    reader: new ContestPackageReader(),
    onImported: (contest) => contests.catchUp(contest),
  });
  return {
    routes: (app) => packageRoutes(app, { contests, writer, imports, jobs, temporaryFolder: scratchFolder }),
  };
}
