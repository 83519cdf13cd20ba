/** One judgehost, as the administrator changes it and the jury looks at it. */
import { changeJudgehostRequestSchema, healthPeriodSchema, judgehostSchema } from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { admins, readers, requireIdentity } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { HealthRepository } from './health-repository.ts';
import type { JudgehostCache } from './judgehost-cache.ts';
import type { HostChange, JudgehostRepository } from './judgehost-repository.ts';

export interface HostRoutesOptions {
  readonly repository: JudgehostRepository;
  readonly cache: JudgehostCache;
  readonly health: HealthRepository;
}

export async function hostRoutes(app: App, { repository, cache, health }: HostRoutesOptions): Promise<void> {
  app.patch(
    '/api/judgehosts/:id',
    {
      config: { access: admins },
      schema: {
        tags: ['judgehosts'],
        summary:
          'Enable, drain, disable or restrict a judgehost; of the restrictions only the lists that are given change',
        params: z.object({ id: z.uuid() }),
        body: changeJudgehostRequestSchema,
        response: { 200: judgehostSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { enabled, mode = enabled === undefined ? undefined : enabled ? 'on' : 'off' } = request.body;
      const { reason, restrictions } = request.body;
      const identity = requireIdentity(request);
      const change: HostChange = {
        mode: mode === undefined ? undefined : { mode, reason: reason ?? null, by: identity.username },
        restrictions,
      };
      const changed = await repository.change(id, change, actorOf(request));
      cache.forget();
      const host = changed ? (await repository.list()).find((candidate) => candidate.id === id) : undefined;
      if (host === undefined) throw new ApiError('JUDGEHOST_UNKNOWN', { judgehost: id });
      return host;
    },
  );

  app.get(
    '/api/judgehosts/:id/health',
    {
      config: { access: readers },
      schema: {
        tags: ['judgehosts'],
        summary: 'What a judgehost, by id or name, has been through, newest first',
        params: z.object({ id: z.string().min(1).max(200) }),
        querystring: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
        response: { 200: z.object({ periods: z.array(healthPeriodSchema) }) },
      },
    },
    async (request) => ({ periods: await health.of(request.params.id, request.query.limit) }),
  );
}
