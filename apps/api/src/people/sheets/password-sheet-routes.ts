/** Sheets with passwords as a PDF. */
import { passwordSheetsRequestSchema } from '@sandglass/contracts';
import { admins } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { drawInWorker } from '../../platform/pdf/draw-in-worker.ts';

const worker = new URL('password-sheets-worker.ts', import.meta.url);
/** 5000 sheets with long names. */
const sheetsBytes = 8 * 1024 * 1024;

export async function passwordSheetRoutes(app: App): Promise<void> {
  app.post(
    '/api/people/password-sheets',
    {
      config: { access: admins },
      bodyLimit: sheetsBytes,
      schema: {
        tags: ['people'],
        summary: 'Sheets with the passwords of the request as a PDF; they are kept nowhere',
        body: passwordSheetsRequestSchema,
      },
    },
    async (request, reply) =>
      reply
        .type('application/pdf')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="password-sheets.pdf"')
        .send(await drawInWorker(worker, request.body)),
  );
}
