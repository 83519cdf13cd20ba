/** Test data ahead of time: what the jury asks for, and what hosts fetch. */
import {
  contestFilesSchema,
  warmUpAnswerSchema,
  warmUpRequestSchema,
  type WarmUpAnswer,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { readers, requireJudgehost, staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { JudgehostCache } from './judgehost-cache.ts';
import type { JudgehostRepository } from './judgehost-repository.ts';
import type { WarmUpRepository } from './warm-up-repository.ts';

export interface WarmUpRoutesOptions {
  readonly contests: ContestCache;
  readonly hosts: JudgehostCache;
  readonly repository: JudgehostRepository;
  readonly orders: WarmUpRepository;
}

const params = z.object({ contest: z.string() });

export async function warmUpRoutes(app: App, options: WarmUpRoutesOptions): Promise<void> {
  const { contests, hosts, orders } = options;

  async function progress(contestId: string, revision: string): Promise<WarmUpAnswer> {
    const [files, all] = await Promise.all([orders.files(contestId), hosts.hosts()]);
    const joined = all.filter(({ credential }) => credential.revokedAt === null);
    const uses = joined.map(({ name, online, condition, restrictions, compilers }) => ({
      name,
      online,
      condition,
      restrictions,
      images: compilers.flatMap(({ image }) => image ?? []),
    }));
    const ordered = await orders.orderOf(contestId, uses);
    return {
      contestId,
      revision,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      hosts: ordered.flatMap(({ host: { name, online, condition }, order, asked }) => {
        const progress = condition?.warmUps.find(
          (one) => one.contestId === contestId && one.revision === order.revision,
        );
        // A contest that has begun long ago is asked for no more, yet what was fetched is there.
        return asked || progress !== undefined
          ? [{ judgehost: name, online, progress: progress ?? null }]
          : [];
      }),
    };
  }

  app.get(
    '/api/contests/:contest/warm-up',
    {
      config: { access: readers },
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
        summary: 'Have these hosts, or every host, fetch the contest’s test data now',
        params,
        body: warmUpRequestSchema.nullish(),
        response: { 200: warmUpAnswerSchema },
      },
    },
    async (request) => {
      const { id } = contests.get(request.params.contest);
      const revision = await orders.ask(id, request.body ?? {}, actorOf(request));
      return progress(id, revision);
    },
  );

  app.get(
    '/api/judgehost/contests/:contest/files',
    {
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary:
          'Everything that judging the contest may need, as far as the host may judge it, each file once',
        params,
        response: { 200: contestFilesSchema },
      },
    },
    async (request) => {
      const { id } = contests.get(request.params.contest);
      const { problems } = await options.repository.restrictionsOf(requireJudgehost(request).id);
      return { files: await orders.files(id, problems) };
    },
  );
}
