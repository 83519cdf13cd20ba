/** The accounts that are there, their sessions and passwords. */
import {
  accountsAnswerSchema,
  accountSessionsAnswerSchema,
  changeAccountRequestSchema,
  idSchema,
  makePasswordsAnswerSchema,
  makePasswordsRequestSchema,
  sha256Schema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import { admins, requireIdentity } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { AccountRegister } from './account-register.ts';

const tags = ['admin'];

export async function accountRegisterRoutes(
  app: App,
  { register }: { register: AccountRegister },
): Promise<void> {
  const config = { access: admins };
  const params = z.object({ id: idSchema });

  app.get(
    '/api/admin/accounts',
    { config, schema: { tags, summary: 'All accounts', response: { 200: accountsAnswerSchema } } },
    async () => ({ accounts: await register.list() }),
  );

  app.patch(
    '/api/admin/accounts/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change an account: what is left out stays as it is',
        params,
        body: changeAccountRequestSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await register.change(request.params.id, request.body, requireIdentity(request), actorOf(request));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/admin/accounts/:id/sessions',
    {
      config,
      schema: {
        tags,
        summary: 'Where an account is logged in',
        params,
        response: { 200: accountSessionsAnswerSchema },
      },
    },
    async (request) => {
      const own = requireIdentity(request).session?.tokenHash ?? null;
      return { sessions: await register.sessions(request.params.id, own) };
    },
  );

  app.delete(
    '/api/admin/accounts/:id/sessions',
    {
      config,
      schema: { tags, summary: 'End all sessions of an account', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await register.endSessions(request.params.id, null, actorOf(request));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/admin/accounts/:id/sessions/:session',
    {
      config,
      schema: {
        tags,
        summary: 'End a session of an account',
        params: params.extend({ session: sha256Schema }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await register.endSessions(request.params.id, request.params.session, actorOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/admin/accounts/passwords',
    {
      config,
      schema: {
        tags,
        summary: 'Make new passwords that can be read aloud; they are answered once',
        body: makePasswordsRequestSchema,
        response: { 200: makePasswordsAnswerSchema },
      },
    },
    async (request) => ({ passwords: await register.makePasswords(request.body, actorOf(request)) }),
  );
}
