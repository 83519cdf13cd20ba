import {
  contestSchema,
  contestSummarySchema,
  languageSchema,
  problemPageSchema,
  scoreboardSchema,
  scoreboardSummarySchema,
  type Language,
} from '@sandglass/contracts';
import { momentOf, seesProblems, type ScoreboardKind, type Viewer } from '@sandglass/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import type { BlobCache } from '../files/blob-cache.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { sendFile } from '../files/send-file.ts';
import type { App } from '../platform/http/app-type.ts';
import type { ContestCache } from './contest-cache.ts';
import { mayAskFor, type ContestModel } from './contest-model.ts';
import type { ProblemDefinition } from './contest-repository.ts';
import type { RenderedDocument } from '../problems/rendered-document.ts';
import { ProblemPages } from './problem-page.ts';
import { sendSamplesZip } from './samples-zip.ts';

export interface ContestRoutesOptions {
  readonly contests: ContestCache;
  /** Languages offered where this image is named; null: where none is. */
  readonly languagesIn: (image: string | null) => Promise<Language[]>;
  readonly blobs: BlobStore;
  readonly files: BlobCache;
}

const contestParams = z.object({ contest: z.string() });
const problemParams = contestParams.extend({ label: z.string() });
const statementTypes = {
  pdf: 'application/pdf',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/plain; charset=utf-8',
};

export async function contestRoutes(app: App, options: ContestRoutesOptions): Promise<void> {
  const { contests, languagesIn, files } = options;
  const pages = new ProblemPages(options.blobs);
  const access = 'anyone' as const;

  app.get(
    '/api/contests',
    {
      config: { access },
      schema: {
        tags: ['contests'],
        summary: 'All contests that the asker may know of, without archived ones',
        response: { 200: z.object({ contests: z.array(contestSummarySchema) }) },
      },
    },
    async (request) => ({
      contests: contests
        .all()
        .filter(
          (contest) =>
            contest.definition.archivedAt === null && contest.isSeenBy(contest.viewer(request.identity)),
        )
        .map((contest) => contest.summary(contest.viewer(request.identity).teamId))
        .sort((a, b) => (a.startsAt < b.startsAt ? 1 : -1)),
    }),
  );

  app.get(
    '/api/contests/:contest',
    {
      config: { access },
      schema: {
        tags: ['contests'],
        summary: 'One contest with its problems',
        params: contestParams,
        response: { 200: contestSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      const { image } = contest.definition;
      return contest.describe(contest.viewer(request.identity), await languagesIn(image));
    },
  );

  app.get(
    '/api/languages',
    {
      config: { access },
      schema: {
        tags: ['contests'],
        summary:
          'Languages and their compilers where no image is named; those of a contest are with the contest',
        response: { 200: z.object({ languages: z.array(languageSchema) }) },
      },
    },
    async () => ({ languages: await languagesIn(null) }),
  );

  app.get(
    '/api/contests/:contest/scoreboard',
    {
      config: { access },
      schema: {
        tags: ['contests'],
        summary: 'The scoreboard the asker may see',
        params: contestParams,
        querystring: z.object({
          as: z.enum(['public', 'jury']).optional(),
          asOf: z
            .string()
            .max(40)
            .optional()
            .describe('a past moment: a contest time, such as 2:30:00, or an instant'),
        }),
        response: { 200: scoreboardSchema },
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const viewer = contest.viewer(request.identity);
      const { as, asOf } = request.query;
      if (as !== undefined && !mayAskFor(viewer, as)) {
        throw new ApiError('PERMISSION_DENIED', { roles: 'jury, admin, api-reader', role: viewer.role });
      }
      if (asOf !== undefined) return pastScoreboard(contest, viewer, asOf, as).send(reply);
      const board = contest.scoreboard(viewer, as);
      if (board === null) throw new ApiError('PERMISSION_DENIED', { roles: 'people', role: viewer.role });
      return board.send(reply);
    },
  );

  app.get(
    '/api/contests/:contest/scoreboard/summary',
    {
      config: { access },
      schema: {
        tags: ['contests'],
        summary: 'How many teams have solved each problem, and the rank of one’s own team',
        params: contestParams,
        response: { 200: scoreboardSummarySchema },
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const viewer = contest.viewer(request.identity);
      const summary = contest.scoreboardSummary(viewer);
      if (summary === null) throw new ApiError('PERMISSION_DENIED', { roles: 'people', role: viewer.role });
      return summary.send(reply);
    },
  );

  app.get(
    '/api/contests/:contest/problems/:label',
    {
      config: { access },
      schema: {
        tags: ['problems'],
        summary: 'A problem with statements and samples',
        params: problemParams,
        response: { 200: problemPageSchema },
      },
    },
    async (request) => {
      const { contest, problem } = find(request, request.params);
      return pages.page(contest, problem, contest.viewer(request.identity));
    },
  );

  app.get(
    '/api/contests/:contest/problems/:label/statement/:language',
    {
      config: { access },
      schema: {
        tags: ['problems'],
        summary: 'A statement as a file',
        params: problemParams.extend({ language: z.string() }),
        querystring: z.object({ format: z.string().optional() }),
      },
    },
    async (request, reply) => {
      const { problem } = find(request, request.params);
      const { language } = request.params;
      const { format } = request.query;
      const statement = problem.statements.find(
        (one) => one.language === language && (format === undefined || one.format === format),
      );
      if (statement === undefined) throw new ApiError('FILE_UNKNOWN', { file: `statement/${language}` });
      const extension = statement.format === 'markdown' ? 'md' : statement.format;
      return sendFile(reply, files, statement.sha256, {
        name: `${problem.id}-${language}.${extension}`,
        type: statementTypes[statement.format],
        inline: true,
      });
    },
  );

  app.get(
    '/api/contests/:contest/problems/:label/statement/:language/*',
    {
      config: { access },
      schema: {
        tags: ['problems'],
        summary: 'A picture of a statement',
        params: problemParams.extend({ language: z.string(), '*': z.string() }),
      },
    },
    async (request, reply) => {
      const { problem } = find(request, request.params);
      const name = request.params['*'];
      const resource = problem.statements
        .filter(({ language }) => language === request.params.language)
        .flatMap(({ resources }) => resources)
        .find((one) => one.name === name);
      return sendOr404(reply, resource?.sha256, name, true);
    },
  );

  app.get(
    '/api/contests/:contest/problems/:label/samples/:number/:side',
    {
      config: { access },
      schema: {
        tags: ['problems'],
        summary: 'Input or answer of a sample',
        params: problemParams.extend({
          number: z.coerce.number().int().positive(),
          side: z.enum(['input', 'answer']),
        }),
      },
    },
    async (request, reply) => {
      const { problem } = find(request, request.params);
      const { number, side, label } = request.params;
      const sample = problem.samples[number - 1];
      // What is said in a sample of an interactive problem is shown on its page, and there is nothing else.
      const downloadable = sample?.interaction === null ? sample : undefined;
      const file = side === 'input' ? downloadable?.downloadInput : downloadable?.downloadAnswer;
      return sendOr404(reply, file?.sha256, `${label}-${number}.${side === 'input' ? 'in' : 'ans'}`, false);
    },
  );

  app.get(
    '/api/contests/:contest/problems/:label/samples.zip',
    {
      config: { access },
      schema: { tags: ['problems'], summary: 'All samples in a zip file', params: problemParams },
    },
    async (request, reply) => {
      const { problem } = find(request, request.params);
      return sendSamplesZip(reply, files, problem);
    },
  );

  app.get(
    '/api/contests/:contest/problems/:label/attachments/*',
    {
      config: { access },
      schema: {
        tags: ['problems'],
        summary: 'An attachment',
        params: problemParams.extend({ '*': z.string() }),
      },
    },
    async (request, reply) => {
      const { problem } = find(request, request.params);
      const name = request.params['*'];
      return sendOr404(reply, problem.attachments.find((one) => one.name === name)?.sha256, name, false);
    },
  );

  /** The problem, if the asker may see problems by now. */
  function find(
    request: FastifyRequest,
    { contest: id, label }: { contest: string; label: string },
  ): { contest: ContestModel; problem: ProblemDefinition } {
    const contest = contests.get(id);
    const problem = contest.problem(label);
    if (problem === undefined || !seesProblems(contest.viewer(request.identity), contest.clock())) {
      throw new ApiError('PROBLEM_UNKNOWN', { contest: id, problem: label });
    }
    return { contest, problem };
  }

  function pastScoreboard(
    contest: ContestModel,
    viewer: Viewer,
    asOf: string,
    as: ScoreboardKind | undefined,
  ): RenderedDocument {
    const atMs = momentOf(asOf, contest.times);
    if (atMs === null)
      throw fieldErrors('REQUEST_INVALID', [
        {
          path: 'asOf',
          message: 'must be a contest time, such as 2:30:00, or an instant, such as 2026-11-26T14:30:00Z',
        },
      ]);
    const board = contest.pastScoreboard(viewer, atMs, as);
    if (board === null) throw new ApiError('RESULTS_NOT_PUBLIC', { contest: contest.id });
    return board;
  }

  async function sendOr404(
    reply: FastifyReply,
    hash: string | undefined,
    name: string,
    inline: boolean,
  ): Promise<FastifyReply> {
    if (hash === undefined) throw new ApiError('FILE_UNKNOWN', { file: name });
    return sendFile(reply, files, hash, { name, inline });
  }
}
