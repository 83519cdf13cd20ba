/** How a contest is run: what is changed while it lives. */
import {
  changeContestRequestSchema,
  contestActionRequestSchema,
  contestChangeAnswerSchema,
  contestControlSchema,
  dryRunQuerySchema,
  type ContestChangeAnswer,
} from '@sandglass/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import { admins } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { ContestCache } from './contest-cache.ts';
import type { ChangeOptions, ContestControl } from './contest-control.ts';
import type { ContestModel } from './contest-model.ts';

export interface ControlRoutesOptions {
  readonly contests: ContestCache;
  readonly control: ContestControl;
}

/** What every request to change a contest has. */
interface Changing {
  readonly params: { readonly contest: string };
  readonly query: z.output<typeof dryRunQuerySchema>;
  readonly body: Pick<z.output<typeof changeContestRequestSchema>, 'confirm' | 'reason' | 'version'>;
}

const tags = ['contests'];
const params = z.object({ contest: z.string() });

export async function controlRoutes(app: App, { contests, control }: ControlRoutesOptions): Promise<void> {
  const config = { access: admins };

  async function changed(
    request: FastifyRequest & Changing,
    change: (contest: ContestModel, options: ChangeOptions) => Promise<ContestChangeAnswer>,
  ): Promise<ContestChangeAnswer> {
    const contest = contests.get(request.params.contest);
    const { confirm: confirmed, reason, version } = request.body;
    const dryRun = request.query.dryRun !== undefined;
    // What has just been submitted is to be counted.
    await contests.catchUp(contest.id);
    const answer = await change(contest, { actor: actorOf(request), reason, confirmed, version, dryRun });
    if (!dryRun) await contests.catchUp(contest.id);
    return answer;
  }

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
    (request) => changed(request, (contest, options) => control.patch(contest, request.body, options)),
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
    (request) => changed(request, (contest, options) => control.act(contest, request.body, options)),
  );
}
