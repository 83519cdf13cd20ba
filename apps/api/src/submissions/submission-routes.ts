import {
  idSchema,
  judgingListSchema,
  judgingQuerySchema,
  rejudgeAnswerSchema,
  splitChoices,
  submissionDetailSchema,
  submissionListSchema,
  submissionQuerySchema,
  submissionSummarySchema,
  testFileQuerySchema,
  testOutputQuerySchema,
  testOutputSchema,
  type SubmissionDetail,
  type SubmissionQuery,
  type Exchange,
  type Pass,
} from '@sandglass/contracts';
import { listScope, listsSubmission, submissionAccess, type SubmissionAccess } from '@sandglass/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../admin/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Database } from '../database/database.ts';
import { ApiError } from '../errors/api-error.ts';
import type { BlobCache } from '../files/blob-cache.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { contentDisposition, sendFile } from '../files/send-file.ts';
import { members, requireIdentity, staff } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import type { QueueOutlook } from '../judging/queue-outlook.ts';
import type { RejudgingService } from '../rejudgings/rejudging-service.ts';
import { JudgingDetails } from './judging-details.ts';
import { readSubmitRequest } from './read-submit-request.ts';
import type { SubmissionRepository } from './submission-repository.ts';
import { factsOf, type SubmissionRow } from './submission-row.ts';
import type { SubmissionService } from './submission-service.ts';
import { exchangeView, viewSubmission } from './submission-view.ts';

export interface SubmissionRoutesOptions {
  readonly contests: ContestCache;
  readonly submissions: SubmissionRepository;
  readonly service: SubmissionService;
  readonly rejudgings: RejudgingService;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly files: BlobCache;
  readonly outlook: Pick<QueueOutlook, 'of'>;
}

/** Sources come in JSON strings: escapes may double them, and 5 MB must still get a clear answer. */
const bodyLimit = 16 * 1024 * 1024;
/** Of input, answer and output, for the side-by-side view. */
const shownBytes = 64 * 1024;

/** No judging has it. */
const emptyId = '00000000-0000-0000-0000-000000000000';

const contestParams = z.object({ contest: z.string() });
const submissionParams = z.object({ id: z.string() });
const testParams = z.object({ id: z.string(), ordinal: z.coerce.number().int().nonnegative() });

export async function submissionRoutes(app: App, options: SubmissionRoutesOptions): Promise<void> {
  const { contests, submissions, service, rejudgings, database, blobs, files, outlook } = options;
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
      return reply.code(created ? 201 : 200).send(viewSubmission(row, access, outlook.of(row)));
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
      });
      const page = rows.slice(0, query.limit);
      return {
        submissions: page
          .filter((row) => listsSubmission(viewer, clock, factsOf(row)))
          .map((row) => viewSubmission(row, submissionAccess(viewer, clock, factsOf(row)), outlook.of(row))),
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
      const { row, access } = await find(request, request.params.id);
      const stored = access.source ? await submissions.files(row.id) : [];
      return {
        ...viewSubmission(row, access, outlook.of(row)),
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
      config: { access: staff },
      schema: {
        tags: ['submissions'],
        summary: 'Its judgings, newest first, page by page: the newest come with the submission',
        params: submissionParams,
        querystring: judgingQuerySchema,
        response: { 200: judgingListSchema },
      },
    },
    async (request) => {
      const { row, access } = await find(request, request.params.id);
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
      const { row, access } = await find(request, request.params.id);
      const { name } = request.params;
      const file = access.source
        ? (await submissions.files(row.id)).find((candidate) => candidate.name === name)
        : undefined;
      if (file === undefined) throw new ApiError('FILE_UNKNOWN', { file: name });
      return reply
        .header('content-disposition', contentDisposition(name, false))
        .type('application/octet-stream')
        .send(file.content);
    },
  );

  app.get(
    '/api/submissions/:id/tests/:ordinal',
    {
      config: { access: staff },
      schema: {
        tags: ['submissions'],
        summary: 'Input, expected and actual output of one test, each bounded; of any judging and attempt',
        params: testParams,
        querystring: testOutputQuerySchema,
        response: { 200: testOutputSchema },
      },
    },
    async (request) => {
      const { row } = await find(request, request.params.id);
      const { ordinal } = request.params;
      const { judging = row.judgingId ?? emptyId, attempt } = request.query;
      const test = await findTest(row, ordinal, judging);
      const url = `/api/submissions/${row.id}/tests/${ordinal}`;
      const run = await database.prisma.run.findFirst({
        where: { judgingId: judging, ordinal, ...(attempt === undefined ? {} : { attempt }) },
        orderBy: { attempt: 'desc' },
        select: {
          outputHead: true,
          stdoutBytes: true,
          stderrHead: true,
          stderrBytes: true,
          validatorMessage: true,
          passes: true,
          exchange: true,
        },
      });
      const printed = (head: Uint8Array, bytes: bigint) => ({
        text: Buffer.from(head).toString('utf8'),
        truncated: Number(bytes) > head.length,
        bytes: Number(bytes),
      });
      const side = async (hash: string, bytes: bigint, name: string) => ({
        text: (await blobs.head(hash, shownBytes)).toString('utf8'),
        truncated: Number(bytes) > shownBytes,
        bytes: Number(bytes),
        url: `${url}/${name}?judging=${judging}`,
      });
      return {
        input: await side(test.inputSha256, test.inputBytes, 'input'),
        expected: await side(test.answerSha256, test.answerBytes, 'answer'),
        output: run === null ? null : printed(run.outputHead, run.stdoutBytes),
        stderr: run === null ? null : printed(run.stderrHead, run.stderrBytes),
        validatorMessage: run?.validatorMessage ?? null,
        passes: (run?.passes ?? []) as unknown as Pass[],
        exchange: exchangeView(run?.exchange as Exchange | null | undefined),
      };
    },
  );

  for (const side of ['input', 'answer'] as const) {
    app.get(
      `/api/submissions/:id/tests/:ordinal/${side}`,
      {
        config: { access: staff },
        schema: {
          tags: ['submissions'],
          summary: `The test's ${side} file, as the judging asked for had it; without one, the judging that counts`,
          params: testParams,
          querystring: testFileQuerySchema,
        },
      },
      async (request, reply): Promise<FastifyReply> => {
        const { row } = await find(request, request.params.id);
        const test = await findTest(row, request.params.ordinal, request.query.judging);
        const name = `${test.name.replaceAll('/', '-')}.${side === 'input' ? 'in' : 'ans'}`;
        return sendFile(reply, files, side === 'input' ? test.inputSha256 : test.answerSha256, { name });
      },
    );
  }

  app.post(
    '/api/submissions/:id/rejudge',
    {
      config: { access: staff },
      schema: {
        tags: ['submissions'],
        summary: 'Judge it again: a rejudging of this one, applied when it is judged',
        params: submissionParams,
        response: { 200: rejudgeAnswerSchema },
      },
    },
    async (request) => {
      const { row, contest } = await find(request, request.params.id);
      return rejudgings.rejudge(contest, row.id, actorOf(request));
    },
  );

  /** The submission, if the asker may know that there is one. */
  async function find(
    request: FastifyRequest,
    id: string,
  ): Promise<{ row: SubmissionRow; contest: ContestModel; access: SubmissionAccess }> {
    const unknown = new ApiError('SUBMISSION_UNKNOWN', { submission: id });
    if (!idSchema.safeParse(id).success) throw unknown;
    const row = await submissions.byId(id);
    const contest = row === null ? undefined : contests.find(row.contestId);
    if (row === null || contest === undefined) throw unknown;
    const viewer = contest.viewer(request.identity);
    if (!listsSubmission(viewer, contest.clock(), factsOf(row))) throw unknown;
    return { row, contest, access: submissionAccess(viewer, contest.clock(), factsOf(row)) };
  }

  /** @param judgingId one of this submission: it may have been made with another version of the problem */
  async function findTest(row: SubmissionRow, ordinal: number, judgingId = row.judgingId ?? emptyId) {
    const judging = await database.prisma.judging.findUnique({
      where: { id: judgingId, submissionId: row.id },
      select: { versionId: true },
    });
    const test =
      judging === null
        ? null
        : await database.prisma.testCase.findUnique({
            where: { versionId_ordinal: { versionId: judging.versionId, ordinal } },
          });
    if (test === null) throw new ApiError('TEST_UNKNOWN', { test: ordinal });
    return test;
  }
}

/** Filters by what every list shows; any other is the jury's, until it is named here. */
const openFilters: ReadonlySet<string> = new Set<keyof SubmissionQuery>([
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
