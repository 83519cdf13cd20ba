/** The register of people: who takes part, for whom, and in which group. */
import {
  changedPeopleSchema,
  changeOrganisationSchema,
  changePersonSchema,
  changeTeamGroupSchema,
  changeTeamSchema,
  peopleSchema,
  slugSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import { admins, readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { PeopleRegister } from './people-register.ts';

const tags = ['people'];

export async function peopleRoutes(app: App, { register }: { register: PeopleRegister }): Promise<void> {
  const params = z.object({ id: slugSchema });

  app.get(
    '/api/people',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'All organisations, groups, teams and persons',
        response: { 200: peopleSchema },
      },
    },
    () => register.list(),
  );

  const bodies = {
    organisations: changeOrganisationSchema,
    groups: changeTeamGroupSchema,
    teams: changeTeamSchema,
    persons: changePersonSchema,
  } as const;
  for (const kind of ['organisations', 'groups', 'teams', 'persons'] as const) {
    const one = kind.slice(0, -1);
    app.put(
      `/api/people/${kind}/:id`,
      {
        config: { access: admins },
        schema: {
          tags,
          summary: `Make a ${one}, or change it: what is left out stays as it is`.replace('a org', 'an org'),
          params,
          body: bodies[kind],
          response: { 200: changedPeopleSchema },
        },
      },
      async (request) => ({
        changes: await register.put(kind, request.params.id, request.body, actorOf(request)),
      }),
    );
    app.delete(
      `/api/people/${kind}/:id`,
      {
        config: { access: admins },
        schema: {
          tags,
          summary: `Remove a ${one} that nothing refers to`.replace('a org', 'an org'),
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await register.remove(kind, request.params.id, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  }
}
