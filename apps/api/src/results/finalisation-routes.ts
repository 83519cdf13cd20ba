/** Final results of a contest: what keeps it from having them, made final, opened again; and its state in the words of CLICS. */
import {
  clicsStateSchema,
  finalisationSchema,
  finaliseRequestSchema,
  reopenRequestSchema,
} from '@sandglass/contracts';
import { clicsState } from '@sandglass/domain';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { admins, readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Finalisation } from './finalisation.ts';

export interface FinalisationRoutesOptions {
  readonly contests: ContestCache;
  readonly finalisation: Finalisation;
}

const tags = ['results'];
const params = z.object({ contest: z.string() });

export async function finalisationRoutes(
  app: App,
  { contests, finalisation }: FinalisationRoutesOptions,
): Promise<void> {
  app.get(
    '/api/contests/:contest/state',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What has come of start, freeze, end, thaw and final results (CLICS contest state)',
        params,
        response: { 200: clicsStateSchema },
      },
    },
    async (request) => {
      const { times, nowMs } = contests.get(request.params.contest).clock();
      return clicsState(times, nowMs);
    },
  );

  app.get(
    '/api/contests/:contest/finalisation',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Whether results are final, and what keeps them from being so',
        params,
        response: { 200: finalisationSchema },
      },
    },
    (request) => finalisation.read(contests.get(request.params.contest).id),
  );

  app.post(
    '/api/contests/:contest/finalise',
    {
      config: { access: admins },
      schema: {
        tags,
        summary: 'Make results final: from then on nothing changes them without a reopening',
        params,
        body: finaliseRequestSchema,
        response: { 200: finalisationSchema },
      },
    },
    async (request) => {
      const { id } = contests.get(request.params.contest);
      const answer = await finalisation.finalise(id, request.body, actorOf(request));
      await contests.catchUp(id);
      return answer;
    },
  );

  app.post(
    '/api/contests/:contest/reopen',
    {
      config: { access: admins },
      schema: {
        tags,
        summary: 'Let final results change again, for a reason that is kept',
        params,
        body: reopenRequestSchema,
        response: { 200: finalisationSchema },
      },
    },
    async (request) => {
      const { id } = contests.get(request.params.contest);
      const answer = await finalisation.reopen(id, request.body.reason, actorOf(request));
      await contests.catchUp(id);
      return answer;
    },
  );
}
