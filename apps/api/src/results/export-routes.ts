/** Results as files. The jury gets them at any time; everybody once results are final and nothing is frozen. */
import { resultFileSchema } from '@sandglass/contracts';
import { runsContest } from '@sandglass/domain';
import { z } from 'zod';
import { isPublic, type Awards } from '../awards/awards.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { contentDisposition } from '../files/send-file.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { App } from '../platform/http/app-type.ts';
import { fileTypes, resultFile } from './result-files.ts';
import { resultTable } from './result-table.ts';

export interface ExportRoutesOptions {
  readonly contests: ContestCache;
  readonly awards: Awards;
}

const tags = ['results'];
const params = z.object({ contest: z.string() });
/** The page of results runs nothing and fetches nothing. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export async function exportRoutes(app: App, { contests, awards }: ExportRoutesOptions): Promise<void> {
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
}
