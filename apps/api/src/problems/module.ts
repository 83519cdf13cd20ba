/** Problems as they are imported. */
import type { Events } from '../events/module.ts';
import type { Files } from '../files/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { PackageReader, type ReadingBounds } from './package-reader.ts';
import { ProblemImport } from './problem-import.ts';
import { problemRoutes } from './problem-routes.ts';

export interface Problems {
  readonly routes: (app: App) => Promise<void>;
}

export interface ProblemsOptions {
  /** What reading one problem package may take; omitted: what the largest needs. */
  readonly packageReading?: Partial<ReadingBounds> | undefined;
}

export function openProblems(
  { database, scratchFolder }: Platform,
  { jobUnits }: Events,
  { blobs }: Files,
  { packageReading }: ProblemsOptions,
): Problems {
  const imports = new ProblemImport(jobUnits, blobs, new PackageReader(packageReading));
  return {
    routes: (scope) => problemRoutes(scope, { database, imports, temporaryFolder: scratchFolder }),
  };
}
