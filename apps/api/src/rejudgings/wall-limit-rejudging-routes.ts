import {
  applyWallLimitAnswerSchema,
  applyWallLimitRequestSchema,
  approveProposalRequestSchema,
  idSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { WallLimitRejudging } from './wall-limit-rejudging.ts';

export interface WallLimitRejudgingRoutesOptions {
  readonly contests: ContestCache;
  readonly wallLimitRejudging: WallLimitRejudging;
}

const tags = ['wall limits'];
const contestParams = z.object({ contest: z.string() });
const proposalParams = z.object({ id: idSchema });

export async function wallLimitRejudgingRoutes(
  app: App,
  { contests, wallLimitRejudging }: WallLimitRejudgingRoutesOptions,
): Promise<void> {
  // In an emergency the jury must be able to act at once and alone; every change is audited.
  const config = { access: staff };

  app.post(
    '/api/contests/:contest/wall-limits/apply',
    {
      config,
      schema: {
        tags,
        summary: 'Set a rule (null: take it away) and judge again exactly what it may change',
        params: contestParams,
        body: applyWallLimitRequestSchema,
        response: { 200: applyWallLimitAnswerSchema },
      },
    },
    (request) =>
      wallLimitRejudging.apply(contests.get(request.params.contest), request.body, actorOf(request)),
  );

  app.post(
    '/api/wall-limit-proposals/:id/approve',
    {
      config,
      schema: {
        tags,
        summary: 'Set what is proposed, and judge again what it may change',
        params: proposalParams,
        body: approveProposalRequestSchema,
        response: { 200: applyWallLimitAnswerSchema },
      },
    },
    (request) => wallLimitRejudging.approve(request.params.id, request.body.rejudge, actorOf(request)),
  );
}
