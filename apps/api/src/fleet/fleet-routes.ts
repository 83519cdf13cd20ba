/** All judgehosts together, for jury and administrator: each with its report, and what is not alike between them. */
import { fleetDifferencesSchema, judgehostSchema, type FleetDifferences } from '@sandglass/contracts';
import { z } from 'zod';
import type { ContestCache } from '../contests/contest-cache.ts';
import { readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { DueTaskRepository } from '../judging/tasks/due-task-repository.ts';
import { findMismatches } from '../judgehosts/host-mismatches.ts';
import { imageUses } from '../judgehosts/image-uses.ts';
import type { JudgehostCache } from '../judgehosts/judgehost-cache.ts';

export interface FleetRoutesOptions {
  readonly contests: ContestCache;
  readonly cache: JudgehostCache;
  readonly dueTasks: DueTaskRepository;
}

export async function fleetRoutes(
  app: App,
  { contests, cache, dueTasks }: FleetRoutesOptions,
): Promise<void> {
  async function differences(): Promise<FleetDifferences> {
    const named = contests.all().map((contest) => ({
      id: contest.id,
      image: contest.definition.image,
      phase: contest.summary().phase,
    }));
    const [judgehosts, waiting] = await Promise.all([cache.hosts(), dueTasks.waitingForImages()]);
    return { images: imageUses(named, judgehosts, waiting), mismatches: findMismatches(judgehosts) };
  }

  app.get(
    '/api/judgehosts',
    {
      config: { access: readers },
      schema: {
        tags: ['judgehosts'],
        summary: 'All judgehosts, with their last report; and the images contests need of them',
        response: { 200: fleetDifferencesSchema.extend({ judgehosts: z.array(judgehostSchema) }) },
      },
    },
    async () => ({ judgehosts: await cache.hosts(), ...(await differences()) }),
  );

  app.get(
    '/api/monitor/differences',
    {
      config: { access: readers },
      schema: {
        tags: ['monitor'],
        summary: 'What is not alike between judgehosts, and the images contests need of them',
        response: { 200: fleetDifferencesSchema },
      },
    },
    differences,
  );
}
