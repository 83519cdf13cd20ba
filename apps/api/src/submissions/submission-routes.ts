import {
  judgingListSchema,
  judgingQuerySchema,
  splitChoices,
  submissionDetailSchema,
  submissionListSchema,
  submissionQuerySchema,
  submissionSummarySchema,
  type SubmissionDetail,
  type SubmissionQuery,
} from '@sandglass/contracts';
import { lateVerdictsFromMs, listScope, listsSubmission, submissionAccess } from '@sandglass/domain';
import { z } from 'zod';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { contentDisposition } from '../files/send-file.ts';
import { members, readers, requireIdentity } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { QueuePositions } from '../judging/queue/queue-positions.ts';
import { sourcesOf } from '../judging/tasks/judging-repository.ts';
import { findSubmission } from './find-submission.ts';
import { JudgingDetails } from './judging-details.ts';
import { readSubmitRequest } from './read-submit-request.ts';
import type { SubmissionRepository } from './submission-repository.ts';
import { factsOf } from './submission-row.ts';
import type { SubmissionService } from './submission-service.ts';
import { viewSubmission } from './submission-view.ts';

export interface SubmissionRoutesOptions {
  readonly contests: ContestCache;
  readonly submissions: SubmissionRepository;
  readonly service: SubmissionService;
  readonly database: Database;
  readonly positions: Pick<QueuePositions, 'of'>;
}

/** Sources come in JSON strings: escapes may double them, and 5 MB must still get a clear answer. */
const bodyLimit = 16 * 1024 * 1024;
const contestParams = z.object({ contest: z.string() });
const submissionParams = z.object({ id: z.string() });

export async function submissionRoutes(app: App, options: SubmissionRoutesOptions): Promise<void> {
  const { contests, submissions, service, database, positions } = options;
  const details = new JudgingDetails(database);

  app.post(
    '/api/contests/:contest/submissions',
    {
      bodyLimit,
      config: { access: ['contestant', 'jury', 'admin'], dated: true },
      schema: {
        tags: ['submissions'],
        summary: 'Submit (JSON SubmitRequest, or multipart/form-data with the same fields and `file` parts)',
        params: contestParams,
        response: { 200: submissionSummarySchema, 201: submissionSummarySchema },
      },
    },
    async (request, reply) => {
      const identity = requireIdentity(request);
      const contest = contests.get(request.params.contest);
      const { submit, arrivedAtMs } = await readSubmitRequest(request);
      const { row, created } = await service.submit(contest, identity, submit, arrivedAtMs);
      const access = submissionAccess(contest.viewer(identity), contest.clock(), factsOf(row));
      return reply
        .code(created ? 201 : 200)
        .send(viewSubmission(row, access, contest.times, positions.of(row)));
    },
  );

  app.get(
    '/api/contests/:contest/submissions',
    {
      config: { access: members },
      schema: {
        tags: ['submissions'],
        summary: 'Submissions, newest first; teams get their own',
        params: contestParams,
        querystring: submissionQuerySchema,
        response: { 200: submissionListSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      const viewer = contest.viewer(requireIdentity(request));
      const clock = contest.clock();
      const scope = listScope(viewer);
      const { query } = request;
      // To ask for what is not shown would be a way to see it.
      if (scope.kind === 'none' || (scope.kind !== 'all' && asksForInternals(query)))
        return { submissions: [], next: null };
      const rows = await submissions.list(contest.id, {
        ...query,
        ...(scope.kind === 'own' ? { teamId: scope.teamId } : {}),
        forJury: scope.kind === 'all',
        remap: scope.kind === 'all' ? {} : contest.definition.rules.remap,
        lateVerdictsFrom: lateVerdictsFromMs(viewer, clock),
      });
      const page = rows.slice(0, query.limit);
      return {
        submissions: page
          .filter((row) => listsSubmission(viewer, clock, factsOf(row)))
          .map((row) =>
            viewSubmission(
              row,
              submissionAccess(viewer, clock, factsOf(row)),
              clock.times,
              positions.of(row),
            ),
          ),
        next: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
  );

  app.get(
    '/api/submissions/:id',
    {
      config: { access: members },
      schema: {
        tags: ['submissions'],
        summary: 'One submission with its judgings, as far as the asker may see them',
        params: submissionParams,
        response: { 200: submissionDetailSchema },
      },
    },
    async (request): Promise<SubmissionDetail> => {
      const { row, access, contest } = await findSubmission(options, request);
      const stored = access.source ? await sourcesOf(database, row.id) : [];
      return {
        ...viewSubmission(row, access, contest.times, positions.of(row)),
        entryPoint: access.source ? row.entryPoint : null,
        files: stored.map(({ name, content }) => ({
          name,
          bytes: content.length,
          text: content.toString('utf8'),
          url: `/api/submissions/${row.id}/files/${encodeURIComponent(name)}`,
        })),
        ...(await details.ofSubmission(row, access)),
      };
    },
  );

  app.get(
    '/api/submissions/:id/judgings',
    {
      config: { access: readers },
      schema: {
        tags: ['submissions'],
        summary: 'Its judgings, newest first, page by page: the newest come with the submission',
        params: submissionParams,
        querystring: judgingQuerySchema,
        response: { 200: judgingListSchema },
      },
    },
    async (request) => {
      const { row, access } = await findSubmission(options, request);
      return details.before(row, access, request.query.before ?? null);
    },
  );

  app.get(
    '/api/submissions/:id/files/:name',
    {
      config: { access: members },
      schema: {
        tags: ['submissions'],
        summary: 'A source file',
        params: submissionParams.extend({ name: z.string() }),
      },
    },
    async (request, reply) => {
      const { row, access } = await findSubmission(options, request);
      const { name } = request.params;
      const file = access.source
        ? (await sourcesOf(database, row.id)).find((candidate) => candidate.name === name)
        : undefined;
      if (file === undefined) throw new ApiError('FILE_UNKNOWN', { file: name });
      return reply
        .header('content-disposition', contentDisposition(name, false))
        .type('application/octet-stream')
        .send(file.content);
    },
  );
}

/** Filters by what every list shows; any other is the jury's, until it is named here. */
const openFilters: ReadonlySet<string> = new Set<keyof SubmissionQuery>([
  'search',
  'problem',
  'team',
  'language',
  'verdict',
  'jury',
  'from',
  'until',
  'ids',
  'before',
  'limit',
]);

function asksForInternals(query: SubmissionQuery): boolean {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return asked.some(([name]) => !openFilters.has(name)) || splitChoices(query.verdict ?? '').includes('JE');
}
