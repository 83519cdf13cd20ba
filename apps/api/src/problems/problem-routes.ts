/** Problem packages as the administrator imports them. */
import { adminProblemSchema, importProblemAnswerSchema, slugSchema } from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { Database } from '../platform/database/database.ts';
import { fieldErrors } from '../platform/errors/api-error.ts';
import { admins, readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { importedProblems } from './imported-problems.ts';
import type { ProblemImport } from './problem-import.ts';
import { receiveUpload } from './receive-upload.ts';

export interface ProblemRoutesOptions {
  readonly database: Database;
  readonly imports: ProblemImport;
  /** Uploads and unpacked archives live here for as long as the import takes. */
  readonly temporaryFolder: string;
}

const tags = ['admin'];

export async function problemRoutes(app: App, options: ProblemRoutesOptions): Promise<void> {
  const { database, imports } = options;
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
      config: { access: readers },
      schema: {
        tags,
        summary: 'Imported problems',
        response: { 200: z.object({ problems: z.array(adminProblemSchema) }) },
      },
    },
    async () => ({ problems: await importedProblems(database) }),
  );
}
