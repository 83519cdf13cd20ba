import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { installErrorHandler } from '../errors/error-handler.ts';
import { admins, installAccess } from './access.ts';
import type { App } from './app-type.ts';

/** A server with one route for administrators, asked by a visitor. */
async function ask(url: string): Promise<number> {
  const app: App = fastify();
  installErrorHandler(app);
  installAccess(app, {
    identify: async () => null,
    checkAccount: () => {},
    checkCsrf: () => {},
    judgehost: async () => null,
  });
  app.get('/api/secret', { config: { access: admins } }, async () => 'secret');
  app.get('/secret', { config: { access: admins } }, async () => 'secret');
  const { statusCode } = await app.inject(url);
  return statusCode;
}

describe('a route for administrators', () => {
  it.each(['/api/secret', '/api/secret?x=1', '/%61pi/secret', '/%61%70%69/secret', '/api/%73ecret'])(
    'is closed to visitors, spelled %s',
    async (url) => {
      expect(await ask(url)).toBe(401);
    },
  );

  it('is closed to visitors outside of /api/ as well', async () => {
    expect(await ask('/secret')).toBe(401);
  });
});
