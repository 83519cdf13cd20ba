import {
  adminProblemSchema,
  contestDefinitionSchema,
  contestSummarySchema,
  createJudgehostAnswerSchema,
  createJudgehostRequestSchema,
  createUsersAnswerSchema,
  createUsersRequestSchema,
  importProblemAnswerSchema,
  jurySubmissionsAnswerSchema,
  jurySubmissionsRequestSchema,
  locksAnswerSchema,
  openLocksAnswerSchema,
  openLocksQuerySchema,
  slugSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { Database } from '../database/database.ts';
import { fieldErrors } from '../errors/api-error.ts';
import { admins, requireIdentity, staff } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import type { JudgehostCache } from '../judgehosts/judgehost-cache.ts';
import type { JudgehostRepository } from '../judgehosts/judgehost-repository.ts';
import { newToken } from '../judgehosts/registration-tokens.ts';
import type { LoginLocks } from '../session/login-locks.ts';
import { actorOf, recordAudit } from './audit-log.ts';
import type { ContestAdmin } from './contest-admin.ts';
import type { JurySubmissions } from './jury-submissions.ts';
import type { ProblemImport } from './problem-import.ts';
import { receiveUpload } from './receive-upload.ts';

export interface AdminRoutesOptions {
  readonly database: Database;
  readonly contests: ContestCache;
  readonly admin: ContestAdmin;
  readonly imports: ProblemImport;
  readonly jurySubmissions: JurySubmissions;
  readonly judgehosts: JudgehostRepository;
  readonly judgehostCache: JudgehostCache;
  readonly locks: LoginLocks;
  /** Uploads and unpacked archives live here for as long as the import takes. */
  readonly temporaryFolder: string;
}

const tags = ['admin'];
/** Thousands of teams or accounts in one request. */
const listBytes = 16 * 1024 * 1024;

export async function adminRoutes(app: App, options: AdminRoutesOptions): Promise<void> {
  const { database, contests, admin, imports, judgehosts } = options;
  const config = { access: admins };

  app.post(
    '/api/admin/problems',
    {
      config,
      bodyLimit: 2 * 1024 ** 3,
      schema: {
        tags,
        summary:
          'Import a problem package: multipart, one `file` part; a field `id` before it names the problem',
        response: { 200: importProblemAnswerSchema, 201: importProblemAnswerSchema },
      },
    },
    async (request, reply) => {
      await using upload = await receiveUpload(request, options.temporaryFolder);
      const id = upload.fields['id'] ?? null;
      if (id !== null && !slugSchema.safeParse(id).success) {
        throw fieldErrors('REQUEST_INVALID', [
          { path: 'id', message: 'must be 1–64 letters, digits, ".", "_" or "-"' },
        ]);
      }
      const answer = await imports.run(
        { path: upload.path, id, uploadName: upload.fileName, temporaryFolder: options.temporaryFolder },
        actorOf(request),
      );
      return reply.code(answer.unchanged ? 200 : 201).send(answer);
    },
  );

  app.get(
    '/api/admin/problems',
    {
      config: { access: staff },
      schema: {
        tags,
        summary: 'Imported problems',
        response: { 200: z.object({ problems: z.array(adminProblemSchema) }) },
      },
    },
    async () => {
      const rows = await database.prisma.problem.findMany({
        orderBy: { id: 'asc' },
        include: {
          contests: true,
          currentVersion: { include: { _count: { select: { testCases: true, jurySubmissions: true } } } },
        },
      });
      return {
        problems: rows.flatMap(({ id, currentVersion: version, contests: used }) => {
          if (version === null) return [];
          const { _count: counts } = version;
          return {
            id,
            name: version.name,
            version: version.number,
            importedAt: version.createdAt.toISOString(),
            testCount: counts.testCases,
            jurySubmissionCount: counts.jurySubmissions,
            timeLimitMs: version.timeLimitMs,
            contests: used.map(({ contestId }) => contestId),
          };
        }),
      };
    },
  );

  app.post(
    '/api/admin/contests',
    {
      config,
      bodyLimit: listBytes,
      schema: {
        tags,
        summary: 'Create a contest or replace its definition',
        body: contestDefinitionSchema,
        response: { 200: contestSummarySchema, 201: contestSummarySchema },
      },
    },
    async (request, reply) => {
      const created = await admin.putContest(request.body, actorOf(request));
      await contests.catchUp(request.body.id);
      return reply.code(created ? 201 : 200).send(contests.get(request.body.id).summary());
    },
  );

  app.post(
    '/api/admin/users',
    {
      config,
      bodyLimit: listBytes,
      schema: {
        tags,
        summary: 'Make accounts',
        body: createUsersRequestSchema,
        response: { 201: createUsersAnswerSchema },
      },
    },
    async (request, reply) => {
      return reply.code(201).send(await admin.putUsers(request.body.users, actorOf(request)));
    },
  );

  app.post(
    '/api/admin/judgehosts',
    {
      config,
      schema: {
        tags,
        summary: 'Make a judgehost, or give one a new token',
        body: createJudgehostRequestSchema,
        response: { 201: createJudgehostAnswerSchema },
      },
    },
    async (request, reply) => {
      const token = newToken();
      const { name } = request.body;
      const id = await judgehosts.putToken(name, token, actorOf(request));
      options.judgehostCache.forget();
      return reply.code(201).send({ id, name, token });
    },
  );

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
      // Each of them is a transaction of its own: that it was asked for is told before the first.
      await recordAudit(database, actorOf(request), 'jury-submissions', contest.id, {
        problems: problems ?? 'all',
      });
      return reply.code(201).send(await options.jurySubmissions.submitAll(contest, identity, problems));
    },
  );

  app.get(
    '/api/admin/locks',
    {
      config,
      schema: {
        tags,
        summary: 'Accounts and addresses whose logins wait or are locked',
        response: { 200: locksAnswerSchema },
      },
    },
    async () => ({ locks: await options.locks.list() }),
  );

  app.delete(
    '/api/admin/locks',
    {
      config,
      schema: {
        tags,
        summary: 'Open logins that wait or are locked: of an account, of an address, or of both together',
        querystring: openLocksQuerySchema,
        response: { 200: openLocksAnswerSchema },
      },
    },
    async (request) => ({ opened: await options.locks.open(request.query, actorOf(request)) }),
  );
}
