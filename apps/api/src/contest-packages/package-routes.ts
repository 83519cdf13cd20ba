/** Whole contests as files: a package that another installation imports, and all submissions for people. */
import {
  exportPackageQuerySchema,
  importPackageAnswerSchema,
  importPackageQuerySchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { contentDisposition } from '../files/send-file.ts';
import type { Database } from '../platform/database/database.ts';
import { admins, readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { receiveUpload } from '../problems/receive-upload.ts';
import type { ContestPackageImport } from './contest-package-import.ts';
import type { ContestPackageWriter } from './contest-package-writer.ts';
import { writeSubmissionArchive } from './submission-archive.ts';
import { streamedZip } from './written-zip.ts';

export interface PackageRoutesOptions {
  readonly contests: ContestCache;
  readonly writer: ContestPackageWriter;
  readonly imports: ContestPackageImport;
  /** For long jobs. */
  readonly jobs: Database;
  readonly temporaryFolder: string;
}

const params = z.object({ contest: z.string() });

export async function packageRoutes(app: App, options: PackageRoutesOptions): Promise<void> {
  const { contests, writer, imports, jobs, temporaryFolder } = options;

  app.get(
    '/api/admin/contests/:contest/package',
    {
      config: { access: admins },
      schema: {
        tags: ['admin'],
        summary: 'The whole contest as a package that another installation imports, as a zip',
        params,
        querystring: exportPackageQuerySchema,
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const withHashes = request.query.passwordHashes === 'true';
      await writer.record(contest, { withHashes }, actorOf(request));
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition(`${contest.id}.zip`, false))
        .send(writer.stream(contest, { withHashes }));
    },
  );

  app.get(
    '/api/contests/:contest/submissions.zip',
    {
      config: { access: readers },
      schema: {
        tags: ['results'],
        summary: 'All submissions with their sources and an index, as a zip',
        params,
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const archive = streamedZip(
        (zip) => jobs.snapshot((sql) => writeSubmissionArchive(zip, sql, contest)),
        (error) => request.log.error({ err: error }, 'an archive of submissions could not be written'),
      );
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition(`${contest.id}-submissions.zip`, false))
        .send(archive);
    },
  );

  app.post(
    '/api/admin/contest-packages',
    {
      config: { access: admins },
      bodyLimit: maxPackageBytes,
      schema: {
        tags: ['admin'],
        summary: 'Import a contest package: multipart, one `file` part; all of it, or nothing',
        querystring: importPackageQuerySchema,
        response: { 200: importPackageAnswerSchema, 201: importPackageAnswerSchema },
      },
    },
    async (request, reply) => {
      const { dryRun, as, version } = request.query;
      await using upload = await receiveUpload(request, temporaryFolder, maxPackageBytes);
      const answer = await imports.run(
        {
          path: upload.path,
          temporaryFolder,
          dryRun: dryRun === 'true',
          as: as ?? null,
          version: version ?? null,
        },
        actorOf(request),
      );
      return reply.code(answer.imported ? 201 : 200).send(answer);
    },
  );
}

/** A contest with the test data of 15 large problems. */
const maxPackageBytes = 8 * 1024 ** 3;
