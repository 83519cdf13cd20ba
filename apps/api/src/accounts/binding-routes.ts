/** Accounts that are bound to an address, and their release: the jury's, in the contest room. */
import { boundAccountsAnswerSchema, releaseAnswerSchema, releaseQuerySchema } from '@sandglass/contracts';
import { actorOf } from '../audit/audit-log.ts';
import { readers, staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { AddressLogins } from './address-logins.ts';

const tags = ['jury'];

export async function bindingRoutes(app: App, { addresses }: { addresses: AddressLogins }): Promise<void> {
  const config = { access: staff };

  app.get(
    '/api/accounts/bindings',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Accounts that their first login has bound to an address',
        response: { 200: boundAccountsAnswerSchema },
      },
    },
    async () => ({ accounts: await addresses.bound() }),
  );

  app.delete(
    '/api/accounts/bindings',
    {
      config,
      schema: {
        tags,
        summary: 'Release an account from its address, or all accounts: the next login binds again',
        querystring: releaseQuerySchema,
        response: { 200: releaseAnswerSchema },
      },
    },
    async (request) => ({
      released: await addresses.release(request.query.username ?? null, actorOf(request)),
    }),
  );
}
