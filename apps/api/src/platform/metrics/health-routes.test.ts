import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../database/database.ts';
import { installErrorHandler } from '../errors/error-handler.ts';
import type { App } from '../http/app-type.ts';
import { healthRoutes } from './health-routes.ts';

it('says to everybody that the database is away, and nothing of where it is and who asks it', async () => {
  const lines: string[] = [];
  const app: App = fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  // Nothing listens there.
  const database = new Database('postgresql://keeper:hush@127.0.0.1:1/vault', () => {});
  const redis = new Redis({ lazyConnect: true });
  onTestFinished(async () => {
    redis.disconnect();
    await database.close();
    await app.close();
  });
  await app.register(healthRoutes, { database, redis, registry: new Registry() });
  const answer = await app.inject({ method: 'GET', url: '/api/ready' });
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'NOT_READY' }]);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.body).toContain('database: unreachable');
  expect(answer.body).not.toMatch(/keeper|vault|127\.0\.0\.1|ECONN/);
  expect(lines.join('')).toContain('ECONNREFUSED');
});
