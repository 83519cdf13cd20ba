/** People in files: imports, with a dry run that shows what they would do, and exports. */
import {
  exportPeopleAnswerSchema,
  exportPeopleQuerySchema,
  importPeopleAnswerSchema,
  importPeopleQuerySchema,
  importPeopleRequestSchema,
} from '@sandglass/contracts';
import { actorOf } from '../audit/audit-log.ts';
import { admins } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { PeopleImport } from './people-import.ts';

const tags = ['people'];
/** A thousand teams with everything are 2 MiB. */
const filesBytes = 16 * 1024 * 1024;

export async function importRoutes(app: App, { people }: { people: PeopleImport }): Promise<void> {
  const config = { access: admins };

  app.post(
    '/api/people/import',
    {
      config,
      bodyLimit: filesBytes,
      schema: {
        tags,
        summary:
          'Import organisations, groups, teams, persons and accounts from files: all of it, or nothing',
        querystring: importPeopleQuerySchema,
        body: importPeopleRequestSchema,
        response: { 200: importPeopleAnswerSchema },
      },
    },
    (request) => {
      const { dryRun, contest, mustChange, version } = request.query;
      return people.run(
        {
          files: request.body.files,
          dryRun: dryRun === 'true',
          contest: contest ?? null,
          mustChange: mustChange === 'true',
          version: version ?? null,
        },
        actorOf(request),
      );
    },
  );

  app.get(
    '/api/people/export',
    {
      config,
      schema: {
        tags,
        summary: 'The people as files that an import takes; without passwords',
        querystring: exportPeopleQuerySchema,
        response: { 200: exportPeopleAnswerSchema },
      },
    },
    async (request) => {
      const { format, contest } = request.query;
      return { files: await people.export(format, contest ?? null) };
    },
  );
}
