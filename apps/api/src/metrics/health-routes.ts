import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { pendingMigrations } from '../database/migrate.ts';
import { ApiError } from '../errors/api-error.ts';
import { staff } from '../http/access.ts';
import type { App } from '../http/app-type.ts';

export interface HealthRoutesOptions {
  readonly database: Database;
  readonly redis: Redis;
  readonly registry: Registry;
}

const patienceMs = 2000;

/** Liveness, readiness and figures, for whoever watches over the process. */
export async function healthRoutes(
  app: App,
  { database, redis, registry }: HealthRoutesOptions,
): Promise<void> {
  const okSchema = z.object({ status: z.literal('ok') });

  app.get(
    '/api/health',
    {
      config: { access: 'anyone' },
      schema: { tags: ['health'], summary: 'The process answers', response: { 200: okSchema } },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/api/ready',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['health'],
        summary: 'Database, Redis and migrations are there',
        response: { 200: okSchema },
      },
    },
    async () => {
      const checks: [string, () => Promise<string | null>][] = [
        ['the database does not answer', async () => (await database.query('SELECT 1'), null)],
        [
          'the database is not migrated',
          async () => {
            const missing = await pendingMigrations((sql) => database.query<{ name: string }>(sql));
            return missing.length === 0
              ? null
              : `migrations ${missing.join(', ')} are missing: run node apps/api/src/migrate.ts`;
          },
        ],
        ['Redis does not answer', async () => (await redis.ping(), null)],
      ];
      for (const [trouble, check] of checks) {
        const reason = await within(check()).catch(
          (error: unknown) => `${trouble} (${(error as Error).message})`,
        );
        if (reason !== null) throw new ApiError('NOT_READY', { reason });
      }
      return { status: 'ok' as const };
    },
  );

  // Counts by verdict tell during the freeze what the scoreboard hides: not for everybody. Prometheus has basic_auth.
  app.get(
    '/metrics',
    { config: { access: [...staff, 'api-reader'] }, logLevel: 'warn', schema: { hide: true } },
    async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    },
  );
}

function within<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs).unref();
    }),
  ]);
}
