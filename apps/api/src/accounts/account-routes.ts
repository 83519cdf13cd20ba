/** Accounts as the administrator makes them, and the locks of their logins. */
import {
  createUsersAnswerSchema,
  createUsersRequestSchema,
  locksAnswerSchema,
  openLocksAnswerSchema,
  openLocksQuerySchema,
} from '@sandglass/contracts';
import { actorOf } from '../audit/audit-log.ts';
import { admins } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Accounts } from './accounts.ts';
import type { LoginLockRepository } from './login-lock-repository.ts';

export interface AccountRoutesOptions {
  readonly accounts: Accounts;
  readonly locks: LoginLockRepository;
}

const tags = ['admin'];
/** Thousands of accounts in one request. */
const listBytes = 16 * 1024 * 1024;

export async function accountRoutes(app: App, { accounts, locks }: AccountRoutesOptions): Promise<void> {
  const config = { access: admins };

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
      return reply.code(201).send(await accounts.put(request.body.users, actorOf(request)));
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
    async () => ({ locks: await locks.list() }),
  );

  app.delete(
    '/api/admin/locks',
    {
      config,
      schema: {
        tags,
        summary: 'Unlock logins that wait or are locked: of an account, of an address, or of both together',
        querystring: openLocksQuerySchema,
        response: { 200: openLocksAnswerSchema },
      },
    },
    async (request) => ({ opened: await locks.unlock(request.query, actorOf(request)) }),
  );
}
