import { withTimeout } from '@sandglass/service';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { pendingMigrations } from '../database/migrate.ts';
import { ApiError } from '../errors/api-error.ts';
import { readers } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import { Remembered } from '../lib/remembered.ts';

export interface HealthRoutesOptions {
  readonly database: Database;
  readonly redis: Redis;
  readonly registry: Registry;
}

const patienceMs = 2000;
const rememberedMs = 250;

/** Liveness, readiness and figures, for monitors of the process. */
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
      const reason = await readiness.get();
      if (reason !== null) throw new ApiError('NOT_READY', { reason }, { headers: { 'retry-after': '2' } });
      return { status: 'ok' as const };
    },
  );

  const checks: [trouble: string, check: () => Promise<string | null>][] = [
    ['database: unreachable', async () => (await database.ping(), null)],
    [
      'database: migrations cannot be read',
      async () => {
        const missing = await pendingMigrations(database);
        return missing.length === 0
          ? null
          : `migrations ${missing.join(', ')} are missing: run node apps/api/src/migrate.ts`;
      },
    ],
    ['redis: unreachable', async () => (await redis.ping(), null)],
  ];

  async function look(): Promise<string | null> {
    for (const [trouble, check] of checks) {
      const reason = await withTimeout(patienceMs, check(), `no answer within ${patienceMs} ms`).catch(
        (error: unknown) => {
          // The driver's words name addresses and users: they are the operator's, not everybody's.
          app.log.warn({ err: error }, `not ready: ${trouble}`);
          return trouble;
        },
      );
      if (reason !== null) return reason;
    }
    return null;
  }

  // Anybody may ask, and each look costs queries: those who ask within the same moment get the same answer.
  const readiness = new Remembered(rememberedMs, look);

  // Counts by verdict show during the freeze what the scoreboard hides: not for everybody. Prometheus has basic_auth.
  app.get(
    '/metrics',
    { config: { access: [...readers, 'api-reader'] }, logLevel: 'warn', schema: { hide: true } },
    async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    },
  );
}
