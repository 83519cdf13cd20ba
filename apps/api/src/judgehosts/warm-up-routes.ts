/** Test data ahead of time: what the jury asks for, and what hosts fetch. */
import { contestFilesSchema, warmUpAnswerSchema, type WarmUpAnswer } from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../admin/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { staff } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import type { JudgehostCache } from './judgehost-cache.ts';
import type { WarmUpOrders } from './warm-ups.ts';

export interface WarmUpRoutesOptions {
  readonly contests: ContestCache;
  readonly hosts: JudgehostCache;
  readonly orders: WarmUpOrders;
}

const params = z.object({ contest: z.string() });

export async function warmUpRoutes(app: App, options: WarmUpRoutesOptions): Promise<void> {
  const { contests, hosts, orders } = options;

  async function progress(contestId: string, revision: string): Promise<WarmUpAnswer> {
    const [files, all] = await Promise.all([orders.files(contestId), hosts.hosts()]);
    return {
      contestId,
      revision,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      hosts: all
        .filter(({ credential }) => credential.revokedAt === null)
        .map(({ name, online, condition }) => ({
          judgehost: name,
          online,
          progress:
            condition?.warmUps.find((one) => one.contestId === contestId && one.revision === revision) ??
            null,
        })),
    };
  }

  app.get(
    '/api/contests/:contest/warm-up',
    {
      config: { access: staff },
      schema: {
        tags: ['judgehosts'],
        summary: 'How far the hosts are with fetching the contest’s test data ahead',
        params,
        response: { 200: warmUpAnswerSchema },
      },
    },
    async (request) => {
      const { id } = contests.get(request.params.contest);
      return progress(id, await orders.revision(id));
    },
  );

  app.post(
    '/api/contests/:contest/warm-up',
    {
      config: { access: staff },
      schema: {
        tags: ['judgehosts'],
        summary: 'Have every host fetch the contest’s test data now',
        params,
        body: z.strictObject({}).nullish(),
        response: { 200: warmUpAnswerSchema },
      },
    },
    async (request) => {
      const { id } = contests.get(request.params.contest);
      const revision = await orders.ask(id, actorOf(request));
      return progress(id, revision);
    },
  );

  app.get(
    '/api/judgehost/contests/:contest/files',
    {
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'Everything that judging the contest may need, each file once',
        params,
        response: { 200: contestFilesSchema },
      },
    },
    async (request) => ({ files: await orders.files(contests.get(request.params.contest).id) }),
  );
}
