import {
  certificateQuerySchema,
  certificateTemplateAnswerSchema,
  certificateTemplateRequestSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { contentDisposition } from '../files/send-file.ts';
import { readers, staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Certificates } from './certificates.ts';

export interface CertificateRoutesOptions {
  readonly contests: ContestCache;
  readonly certificates: Certificates;
}

const tags = ['results'];
const params = z.object({ contest: z.string() });

export async function certificateRoutes(
  app: App,
  { contests, certificates }: CertificateRoutesOptions,
): Promise<void> {
  app.get(
    '/api/contests/:contest/certificate-template',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'What is printed on certificates',
        params,
        response: { 200: certificateTemplateAnswerSchema },
      },
    },
    (request) => certificates.template(contests.get(request.params.contest)),
  );

  app.put(
    '/api/contests/:contest/certificate-template',
    {
      config: { access: staff },
      schema: {
        tags,
        summary: 'Change what is printed on certificates, also when results are final',
        params,
        body: certificateTemplateRequestSchema,
        response: { 200: certificateTemplateAnswerSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      await certificates.setTemplate(contest.id, request.body, actorOf(request));
      return certificates.template(contest);
    },
  );

  app.get(
    '/api/contests/:contest/certificates.pdf',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Certificates as a PDF with a page for each; before results are final as drafts alone',
        params,
        querystring: certificateQuerySchema,
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      const pdf = await certificates.pdf(contest, request.query);
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', contentDisposition(`${contest.id}-certificates.pdf`, true))
        .send(pdf);
    },
  );
}
