/** How hosts come by their credentials and lose them: one-time tokens, rotation, revocation. */
import {
  createJudgehostAnswerSchema,
  createRegistrationTokenAnswerSchema,
  createRegistrationTokenRequestSchema,
  joinAnswerSchema,
  joinRequestSchema,
  registrationTokenSchema,
} from '@sandglass/contracts';
import { workerPasswordHash } from '@sandglass/queue';
import { z } from 'zod';
import { actorOf, type Actor } from '../admin/audit-log.ts';
import { ApiError } from '../errors/api-error.ts';
import { admins, requireJudgehost } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import type { DueTaskRepository } from '../judging/due-task-repository.ts';
import type { ProgramRepository } from '../judging/program-repository.ts';
import type { JudgehostCache } from './judgehost-cache.ts';
import type { JudgehostRepository } from './judgehost-repository.ts';
import type { RedisUsers } from './redis-users.ts';
import { newToken, type RegistrationTokens } from './registration-tokens.ts';

export interface CredentialRoutesOptions {
  readonly repository: JudgehostRepository;
  readonly cache: JudgehostCache;
  readonly tokens: RegistrationTokens;
  readonly redisUsers: RedisUsers;
  readonly dueTasks: DueTaskRepository;
  readonly programs: ProgramRepository;
}

const idParams = z.object({ id: z.uuid() });

export async function credentialRoutes(app: App, options: CredentialRoutesOptions): Promise<void> {
  const { repository, cache, tokens, redisUsers, dueTasks, programs } = options;

  /** A new token in place of the old one, which is worth nothing from now on. */
  async function rotate(
    id: string,
    actor: Actor,
    details?: object,
  ): Promise<{ id: string; name: string; token: string }> {
    const token = newToken();
    const name = await repository.rotateToken(id, token, actor, details);
    if (name === null) throw new ApiError('JUDGEHOST_UNKNOWN', { judgehost: id });
    cache.forget();
    // The old password's connections go with the old user; the new one is made by the host's next registration too.
    await redisUsers.remove(id);
    await redisUsers.tryPut(id, workerPasswordHash(token));
    return { id, name, token };
  }

  app.post(
    '/api/admin/registration-tokens',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary: 'Let one host join by itself, once',
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
      const name = await repository.revoke(id, actorOf(request));
      if (name === null) throw new ApiError('JUDGEHOST_UNKNOWN', { judgehost: id });
      cache.forget();
      await redisUsers.remove(id);
      await programs.removeOf(id);
      const released = await dueTasks.releaseTasksOf(id);
      app.log.warn({ judgehost: name, released }, 'judgehost revoked');
      return { released };
    },
  );
}
