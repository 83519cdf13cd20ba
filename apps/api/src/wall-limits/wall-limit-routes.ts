import {
  contestWallLimitsSchema,
  slugSchema,
  wallLimitLevelSchema,
  wallLimitPreviewRequestSchema,
  wallLimitPreviewSchema,
  wallLimitRuleSchema,
  wallLimitRulesSchema,
} from '@sandglass/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../admin/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { staff } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import type { WallLimitService } from './wall-limit-service.ts';

export interface WallLimitRoutesOptions {
  readonly contests: ContestCache;
  readonly wallLimits: WallLimitService;
}

const tags = ['wall limits'];
const contestParams = z.object({ contest: z.string() });
const ruleParams = z.object({ level: wallLimitLevelSchema.exclude(['global']), id: slugSchema });

export async function wallLimitRoutes(app: App, options: WallLimitRoutesOptions): Promise<void> {
  const { contests, wallLimits } = options;
  // In an emergency the jury must be able to act at once and alone; every change is audited.
  const config = { access: staff };

  app.get(
    '/api/wall-limits',
    {
      config,
      schema: { tags, summary: 'Every rule that is set', response: { 200: wallLimitRulesSchema } },
    },
    () => wallLimits.rules(),
  );

  app.get(
    '/api/contests/:contest/wall-limits',
    {
      config,
      schema: {
        tags,
        summary: 'The wall limit of every problem in every language, and why',
        params: contestParams,
        response: { 200: contestWallLimitsSchema },
      },
    },
    (request) => wallLimits.ofContest(contests.get(request.params.contest)),
  );

  app.post(
    '/api/contests/:contest/wall-limits/preview',
    {
      config,
      schema: {
        tags,
        summary: 'What a rule would do to the verdicts on record',
        params: contestParams,
        body: wallLimitPreviewRequestSchema,
        response: { 200: wallLimitPreviewSchema },
      },
    },
    (request) => wallLimits.preview(contests.get(request.params.contest), request.body),
  );

  app.put(
    '/api/wall-limits/global',
    {
      config,
      schema: {
        tags,
        summary: 'Set the rule for everything; for judgings that start from now on',
        body: wallLimitRuleSchema,
        response: { 200: wallLimitRulesSchema },
      },
    },
    (request) => put(request, 'global', '', request.body),
  );

  app.delete(
    '/api/wall-limits/global',
    {
      config,
      schema: { tags, summary: 'Take the rule for everything away', response: { 200: wallLimitRulesSchema } },
    },
    (request) => put(request, 'global', '', null),
  );

  app.put(
    '/api/wall-limits/:level/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Set the rule of a contest, problem or language; for judgings that start from now on',
        params: ruleParams,
        body: wallLimitRuleSchema,
        response: { 200: wallLimitRulesSchema },
      },
    },
    (request) => put(request, request.params.level, request.params.id, request.body),
  );

  app.delete(
    '/api/wall-limits/:level/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Take the rule of a contest, problem or language away',
        params: ruleParams,
        response: { 200: wallLimitRulesSchema },
      },
    },
    (request) => put(request, request.params.level, request.params.id, null),
  );

  async function put(
    request: FastifyRequest,
    level: z.infer<typeof wallLimitLevelSchema>,
    id: string,
    rule: z.infer<typeof wallLimitRuleSchema> | null,
  ) {
    await wallLimits.put(level, id, rule, actorOf(request));
    return wallLimits.rules();
  }
}
