/** What judgehosts ask, each with its own token. */
import type { Files } from '../files/module.ts';
import type { Judgehosts } from '../judgehosts/module.ts';
import type { Judging } from '../judging/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { judgehostRoutes } from './judgehost-routes.ts';
import { programRoutes } from './program-routes.ts';

export interface JudgehostApi {
  readonly routes: (app: App) => Promise<void>;
}

export function openJudgehostApi(
  { database }: Platform,
  { cache: files }: Files,
  judgehosts: Judgehosts,
  judging: Judging,
): JudgehostApi {
  return {
    routes: async (scope) => {
      await judgehostRoutes(scope, { ...judgehosts, ...judging, database, files });
      await programRoutes(scope, { programs: judging.programs });
    },
  };
}
