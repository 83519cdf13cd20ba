/** How a contest is run: what is changed while it lives. */
import {
  changeContestRequestSchema,
  contestActionRequestSchema,
  contestChangeAnswerSchema,
  contestControlSchema,
  dryRunQuerySchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import { admins } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { ContestCache } from './contest-cache.ts';
import type { ContestControl } from './contest-control.ts';

export interface ControlRoutesOptions {
  readonly contests: ContestCache;
  readonly control: ContestControl;
}

const tags = ['contests'];
const params = z.object({ contest: z.string() });

export async function controlRoutes(app: App, { contests, control }: ControlRoutesOptions): Promise<void> {
  const config = { access: admins };

  app.get(
    '/api/contests/:contest/control',
    {
      config,
      schema: {
        tags,
        summary: 'What can be changed of a contest as it is, its removed intervals, and what was changed',
        params,
        response: { 200: contestControlSchema },
      },
    },
    (request) => control.read(contests.get(request.params.contest)),
  );

  app.patch(
    '/api/contests/:contest',
    {
      config,
      schema: {
        tags,
        summary: 'Change a contest: what is left out stays as it is',
        params,
        querystring: dryRunQuerySchema,
        body: changeContestRequestSchema,
        response: { 200: contestChangeAnswerSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      const { confirm: confirmed, reason, version } = request.body;
      const dryRun = request.query.dryRun !== undefined;
      // What has just been submitted is to be counted.
      await contests.catchUp(contest.id);
      const answer = await control.patch(contest, request.body, {
        actor: actorOf(request),
        reason,
        confirmed,
        version,
        dryRun,
      });
      if (!dryRun) await contests.catchUp(contest.id);
      return answer;
    },
  );

  app.post(
    '/api/contests/:contest/actions',
    {
      config,
      schema: {
        tags,
        summary: 'Start, delay, freeze, thaw, end, extend, remove time, pause or lock a contest',
        params,
        querystring: dryRunQuerySchema,
        body: contestActionRequestSchema,
        response: { 200: contestChangeAnswerSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      const { confirm: confirmed, reason, version } = request.body;
      const dryRun = request.query.dryRun !== undefined;
      await contests.catchUp(contest.id);
      const answer = await control.act(contest, request.body, {
        actor: actorOf(request),
        reason,
        confirmed,
        version,
        dryRun,
      });
      if (!dryRun) await contests.catchUp(contest.id);
      return answer;
    },
  );
}
