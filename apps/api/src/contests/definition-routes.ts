/** Contests as the administrator defines them. */
import {
  contestDefinitionSchema,
  contestSummarySchema,
  defineContestQuerySchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import { admins } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { ContestCache } from './contest-cache.ts';
import type { ContestDefinitions } from './contest-definitions.ts';
import { confirmedBy } from './definition-confirm.ts';
import { versionOf } from './definition-version.ts';

export interface DefinitionRoutesOptions {
  readonly contests: ContestCache;
  readonly definitions: ContestDefinitions;
}

const tags = ['admin'];
/** Thousands of teams in one request. */
const listBytes = 16 * 1024 * 1024;

export async function definitionRoutes(
  app: App,
  { contests, definitions }: DefinitionRoutesOptions,
): Promise<void> {
  const config = { access: admins };

  app.post(
    '/api/admin/contests',
    {
      config,
      bodyLimit: listBytes,
      schema: {
        tags,
        summary:
          'Create a contest or replace its definition; with If-Match, the version that was read; with If-None-Match: *, a new one alone',
        querystring: defineContestQuerySchema,
        body: contestDefinitionSchema,
        response: { 200: contestSummarySchema, 201: contestSummarySchema },
      },
    },
    async (request, reply) => {
      // What has just been submitted is to be counted.
      await contests.catchUp(request.body.id);
      const { created, version } = await definitions.put(request.body, actorOf(request), {
        ifMatch: request.headers['if-match'],
        confirmed: confirmedBy(request.query.confirm),
        isNew: request.headers['if-none-match'] === '*',
      });
      await contests.catchUp(request.body.id);
      reply.header('etag', version);
      return reply.code(created ? 201 : 200).send(contests.get(request.body.id).summary());
    },
  );

  app.get(
    '/api/admin/contests/:contest',
    {
      config,
      schema: {
        tags,
        summary:
          'The definition of a contest as it is: POST /api/admin/contests takes it, with its ETag as If-Match',
        params: z.object({ contest: z.string() }),
        response: { 200: contestDefinitionSchema },
      },
    },
    async (request, reply) => {
      const definition = await definitions.read(request.params.contest);
      reply.header('etag', versionOf(definition));
      return definition;
    },
  );

  app.get(
    '/api/admin/contests/:contest/definition.json',
    {
      config,
      schema: {
        tags,
        summary: 'The definition of a contest as a file, which can be imported again, here or elsewhere',
        params: z.object({ contest: z.string() }),
      },
    },
    async (request, reply) => {
      const definition = await definitions.read(request.params.contest);
      return reply
        .header('content-disposition', `attachment; filename="${definition.id}.contest.json"`)
        .type('application/json; charset=utf-8')
        .send(`${JSON.stringify(definition, null, 2)}\n`);
    },
  );
}
