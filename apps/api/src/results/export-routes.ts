/** Results as files. The jury gets them at any time; everybody once results are final and nothing is frozen. */
import { resultFileSchema } from '@sandglass/contracts';
import { runsContest } from '@sandglass/domain';
import { z } from 'zod';
import { isPublic, type Awards } from '../awards/awards.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { mayAskFor } from '../contests/contest-model.ts';
import { contentDisposition } from '../files/send-file.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { App } from '../platform/http/app-type.ts';
import { fileTypes, resultFile } from './result-files.ts';
import { resultTable } from './result-table.ts';
import { staticScoreboardZip } from './static-scoreboard.ts';

export interface ExportRoutesOptions {
  readonly contests: ContestCache;
  readonly awards: Awards;
  /** Where the web app is built; null: it is not. */
  readonly webRoot: string | null;
}

const tags = ['results'];
const params = z.object({ contest: z.string() });
/** The page of results runs nothing and fetches nothing. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export async function exportRoutes(
  app: App,
  { contests, awards, webRoot }: ExportRoutesOptions,
): Promise<void> {
  app.get(
    '/api/contests/:contest/results/:file',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Results as a file; for visitors and teams once they are final and not frozen',
        params: params.extend({ file: resultFileSchema }),
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      const contest = contests.get(request.params.contest);
      const viewer = contest.viewer(request.identity);
      const insider = runsContest(viewer) || viewer.role === 'api-reader';
      if (!insider && !isPublic(contest)) throw new ApiError('RESULTS_NOT_PUBLIC', { contest: contest.id });
      const text = resultFile(file, resultTable(contest, await awards.made(contest)));
      return reply
        .type(fileTypes[file])
        .header('cache-control', 'private, no-cache')
        .header('content-security-policy', pagePolicy)
        .header('content-disposition', contentDisposition(`${contest.id}-${file}`, false))
        .send(text);
    },
  );

  app.get(
    '/api/contests/:contest/scoreboard.zip',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A static copy of the scoreboard that the asker may see, which opens from a folder',
        params,
        querystring: z.object({ as: z.enum(['public', 'jury']).optional() }),
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const viewer = contest.viewer(request.identity);
      const { as } = request.query;
      if (as !== undefined && !mayAskFor(viewer, as))
        throw new ApiError('PERMISSION_DENIED', { roles: 'jury, admin, api-reader', role: viewer.role });
      const shown = contest.shownScoreboard(viewer, as);
      if (shown === null) throw new ApiError('PERMISSION_DENIED', { roles: 'people', role: viewer.role });
      const { id, name, phase, finalizedAt } = contest.summary();
      const copy = { contest: { id, name, phase, finalizedAt }, view: shown.kind, board: shown.board };
      return reply
        .type('application/zip')
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', contentDisposition(`${contest.id}-scoreboard.zip`, false))
        .send(await staticScoreboardZip(copy, webRoot));
    },
  );
}
