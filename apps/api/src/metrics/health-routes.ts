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
const rememberedMs = 250;

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
      const reason = await readiness();
      if (reason !== null) throw new ApiError('NOT_READY', { reason }, { headers: { 'retry-after': '2' } });
      return { status: 'ok' as const };
    },
  );

  const checks: [trouble: string, check: () => Promise<string | null>][] = [
    ['database: unreachable', async () => (await database.query('SELECT 1'), null)],
    [
      'database: migrations cannot be read',
      async () => {
        const missing = await pendingMigrations((sql) => database.query<{ name: string }>(sql));
        return missing.length === 0
          ? null
          : `migrations ${missing.join(', ')} are missing: run node apps/api/src/migrate.ts`;
      },
    ],
    ['redis: unreachable', async () => (await redis.ping(), null)],
  ];

  async function look(): Promise<string | null> {
    for (const [trouble, check] of checks) {
      const reason = await within(check()).catch((error: unknown) => {
        // The driver's words name addresses and users: they are the operator's, not everybody's.
        app.log.warn({ err: error }, `not ready: ${trouble}`);
        return trouble;
      });
      if (reason !== null) return reason;
    }
    return null;
  }

  /** Whoever asks within the same moment gets the same answer: anybody may ask, and each look costs queries. */
  let last: { readonly reason: Promise<string | null>; readonly untilMs: number } | undefined;
  function readiness(): Promise<string | null> {
    if (last === undefined || last.untilMs < Date.now())
      last = { reason: look(), untilMs: Date.now() + rememberedMs };
    return last.reason;
  }

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
