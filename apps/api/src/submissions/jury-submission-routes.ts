import { jurySubmissionsAnswerSchema, jurySubmissionsRequestSchema } from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf, recordAudit } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { Database } from '../platform/database/database.ts';
import { requireIdentity, staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { JurySubmissions } from './jury-submissions.ts';

export interface JurySubmissionRoutesOptions {
  readonly database: Database;
  readonly contests: ContestCache;
  readonly jurySubmissions: JurySubmissions;
}

const tags = ['admin'];

export async function jurySubmissionRoutes(app: App, options: JurySubmissionRoutesOptions): Promise<void> {
  const { database, contests, jurySubmissions } = options;

  app.post(
    '/api/admin/contests/:contest/jury-submissions',
    {
      config: { access: staff },
      schema: {
        tags,
        summary: 'Judge the submissions that came with the packages',
        params: z.object({ contest: z.string() }),
        body: jurySubmissionsRequestSchema.nullish(),
        response: { 201: jurySubmissionsAnswerSchema },
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const identity = requireIdentity(request);
      const problems = request.body?.problems;
      // Each of them is a transaction of its own: the request is recorded before the first.
      await recordAudit(database, actorOf(request), 'jury-submissions', contest.id, {
        problems: problems ?? 'all',
      });
      return reply.code(201).send(await jurySubmissions.submitAll(contest, identity, problems));
    },
  );
}
