/** How hosts come by their credentials and lose them: one-time tokens, rotation, revocation. */
import {
  createJudgehostAnswerSchema,
  createJudgehostRequestSchema,
  createRegistrationTokenAnswerSchema,
  createRegistrationTokenRequestSchema,
  joinAnswerSchema,
  joinRequestSchema,
  registrationTokenSchema,
} from '@sandglass/contracts';
import { workerPasswordHash } from '@sandglass/queue';
import { z } from 'zod';
import { actorOf, type Actor } from '../audit/audit-log.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { admins, requireJudgehost } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { JudgehostCache } from './judgehost-cache.ts';
import type { CredentialRepository } from './credential-repository.ts';
import type { RedisUsers } from './redis-users.ts';
import { newToken, type RegistrationTokenRepository } from './registration-token-repository.ts';

export interface CredentialRoutesOptions {
  readonly credentials: CredentialRepository;
  readonly cache: JudgehostCache;
  readonly tokens: RegistrationTokenRepository;
  readonly redisUsers: RedisUsers;
  /** Takes back what a host that was shut out has: its tasks, which are due again, and the programs it compiled. @returns how many tasks */
  readonly takeBack: (judgehostId: string) => Promise<number>;
}

const idParams = z.object({ id: z.uuid() });

export async function credentialRoutes(app: App, options: CredentialRoutesOptions): Promise<void> {
  const { credentials, cache, tokens, redisUsers, takeBack } = options;

  /** A new token in place of the old one, which is worth nothing from now on. */
  async function rotate(
    id: string,
    actor: Actor,
    details?: object,
  ): Promise<{ id: string; name: string; token: string }> {
    const token = newToken();
    const name = await credentials.rotateToken(id, token, actor, details);
    if (name === null) throw new ApiError('JUDGEHOST_UNKNOWN', { judgehost: id });
    cache.forget();
    await redisUsers.tryPut(id, workerPasswordHash(token));
    return { id, name, token };
  }

  app.post(
    '/api/admin/judgehosts',
    {
      config: { access: admins },
      schema: {
        tags: ['admin'],
        summary: 'Make a judgehost, or give one a new token',
        body: createJudgehostRequestSchema,
        response: { 201: createJudgehostAnswerSchema },
      },
    },
    async (request, reply) => {
      const token = newToken();
      const { name } = request.body;
      const id = await credentials.putToken(name, token, actorOf(request));
      cache.forget();
      await redisUsers.tryPut(id, workerPasswordHash(token));
      return reply.code(201).send({ id, name, token });
    },
  );

  app.post(
    '/api/admin/registration-tokens',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary: 'Let one host join, once',
        body: createRegistrationTokenRequestSchema,
        response: { 201: createRegistrationTokenAnswerSchema },
      },
    },
    async (request, reply) => {
      const { name, minutes } = request.body;
      return reply.code(201).send(await tokens.make(name, minutes, actorOf(request)));
    },
  );

  app.get(
    '/api/admin/registration-tokens',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary: 'Registration tokens, newest first, without their secrets',
        response: { 200: z.object({ tokens: z.array(registrationTokenSchema) }) },
      },
    },
    async () => ({ tokens: await tokens.list() }),
  );

  app.delete(
    '/api/admin/registration-tokens/:id',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary: 'Take back a registration token that nobody has used',
        params: idParams,
        response: { 204: z.undefined().describe('Gone') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await tokens.remove(id, actorOf(request))))
        throw new ApiError('REGISTRATION_TOKEN_UNKNOWN', { id });
      return reply.code(204).send();
    },
  );

  app.post(
    '/api/judgehost/join',
    {
      config: { access: 'anyone', limit: { max: 20, windowMs: 60_000 } },
      bodyLimit: 16_384,
      schema: {
        tags: ['judgehost'],
        summary: 'Trade a registration token for a credential of the host’s own',
        body: joinRequestSchema,
        response: { 201: joinAnswerSchema },
      },
    },
    async (request, reply) => {
      const joined = await tokens.redeem(request.body.token, request.body.name, request.ip);
      cache.forget();
      await redisUsers.tryPut(joined.id, workerPasswordHash(joined.token));
      app.log.info({ judgehost: joined.name, address: request.ip }, 'judgehost joined');
      return reply.code(201).send(joined);
    },
  );

  app.post(
    '/api/judgehost/rotate',
    {
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'A new token for the host that asks; the one it asks with is void at once',
        response: { 200: createJudgehostAnswerSchema },
      },
    },
    (request) => rotate(requireJudgehost(request).id, actorOf(request), { by: 'the host' }),
  );

  app.post(
    '/api/judgehosts/:id/rotate',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary: 'A new token for a judgehost; the old one is void at once',
        params: idParams,
        response: { 200: createJudgehostAnswerSchema },
      },
    },
    (request) => rotate(request.params.id, actorOf(request)),
  );

  app.delete(
    '/api/judgehosts/:id',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary: 'Delete a judgehost that never registered, as after a mistyped name',
        params: idParams,
        response: { 204: z.undefined().describe('Gone') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const name = await credentials.remove(id, actorOf(request));
      if (name === null) throw new ApiError('JUDGEHOST_UNKNOWN', { judgehost: id });
      cache.forget();
      await redisUsers.remove(id);
      app.log.info({ judgehost: name }, 'judgehost deleted');
      return reply.code(204).send();
    },
  );

  app.post(
    '/api/judgehosts/:id/revoke',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary: 'Shut a judgehost out of the api and the queue; what it has is judged elsewhere',
        params: idParams,
        response: { 200: z.object({ released: z.number().int().describe('tasks that are due again') }) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const name = await credentials.revoke(id, actorOf(request));
      if (name === null) throw new ApiError('JUDGEHOST_UNKNOWN', { judgehost: id });
      cache.forget();
      await redisUsers.remove(id);
      const released = await takeBack(id);
      app.log.warn({ judgehost: name, released }, 'judgehost revoked');
      return { released };
    },
  );
}
