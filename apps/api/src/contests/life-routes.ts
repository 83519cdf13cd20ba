/** Contests as the administrator keeps them: listed, copied, archived, deleted. */
import {
  adminContestsSchema,
  archiveContestRequestSchema,
  cloneContestRequestSchema,
  contestDeletionSchema,
  contestSummarySchema,
  deleteContestRequestSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import { admins } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { ContestCache } from './contest-cache.ts';
import type { ContestLife } from './contest-life.ts';

export interface LifeRoutesOptions {
  readonly contests: ContestCache;
  readonly life: ContestLife;
  /** Begins at once to remove what is deleted. */
  readonly onDeleted: () => void;
}

const tags = ['admin'];
const params = z.object({ contest: z.string() });

export async function lifeRoutes(app: App, { contests, life, onDeleted }: LifeRoutesOptions): Promise<void> {
  const config = { access: admins };

  app.get(
    '/api/admin/contests',
    {
      config,
      schema: {
        tags,
        summary: 'All contests, archived ones as well, with how much is in each',
        response: { 200: adminContestsSchema },
      },
    },
    async () => ({ contests: await life.list() }),
  );

  app.post(
    '/api/admin/contests/:contest/clone',
    {
      config,
      schema: {
        tags,
        summary: 'Make a contest with the rules, problems and teams of another one',
        params,
        body: cloneContestRequestSchema,
        response: { 201: contestSummarySchema },
      },
    },
    async (request, reply) => {
      const { id } = request.body;
      await life.clone(request.params.contest, request.body, actorOf(request));
      await contests.catchUp(id);
      return reply.code(201).send(contests.get(id).summary());
    },
  );

  for (const what of ['archive', 'restore'] as const)
    app.post(
      `/api/contests/:contest/${what}`,
      {
        config,
        schema: {
          tags,
          summary:
            what === 'archive'
              ? 'Take a contest out of the lists; nothing in it changes until it is restored'
              : 'Take a contest out of the archive',
          params,
          body: archiveContestRequestSchema,
          response: { 200: contestSummarySchema },
        },
      },
      async (request) => {
        const { contest: id } = request.params;
        await life[what](id, request.body.reason, actorOf(request));
        await contests.catchUp(id);
        return contests.get(id).summary();
      },
    );

  app.get(
    '/api/contests/:contest/deletion',
    {
      config,
      schema: {
        tags,
        summary: 'What deleting a contest would lose',
        params,
        response: { 200: contestDeletionSchema },
      },
    },
    (request) => life.deletion(request.params.contest),
  );

  app.post(
    '/api/contests/:contest/deletion',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a contest with its submissions and judgings, for ever',
        params,
        body: deleteContestRequestSchema,
        response: { 200: contestDeletionSchema },
      },
    },
    async (request) => {
      const { name, reason } = request.body;
      const deleted = await life.delete(request.params.contest, name, reason, actorOf(request));
      await contests.poll();
      onDeleted();
      return deleted;
    },
  );
}
