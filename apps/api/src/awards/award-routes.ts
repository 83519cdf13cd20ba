/** Awards: as CLICS has them for everybody who may see them, and as the jury changes them. */
import {
  awardIdSchema,
  awardRulesRequestSchema,
  awardSheetSchema,
  clicsAwardSchema,
  putAwardRequestSchema,
  type AwardSheet,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { readers, staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Awards } from './awards.ts';

export interface AwardRoutesOptions {
  readonly contests: ContestCache;
  readonly awards: Awards;
}

const tags = ['awards'];
const params = z.object({ contest: z.string() });
const awardParams = params.extend({ award: awardIdSchema });

export async function awardRoutes(app: App, { contests, awards }: AwardRoutesOptions): Promise<void> {
  app.get(
    '/api/contests/:contest/awards',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary:
          'Awards as CLICS has them; none for visitors and teams until results are final and not frozen',
        params,
        response: { 200: z.array(clicsAwardSchema) },
      },
    },
    (request) => {
      const contest = contests.get(request.params.contest);
      return awards.visible(contest, contest.viewer(request.identity));
    },
  );

  app.get(
    '/api/contests/:contest/awards/:award',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'One award, by the rules of the list',
        params: awardParams,
        response: { 200: clicsAwardSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      const { award } = request.params;
      const all = await awards.visible(contest, contest.viewer(request.identity));
      const found = all.find(({ id }) => id === award);
      if (found === undefined) throw new ApiError('AWARD_UNKNOWN', { contest: contest.id, award });
      return found;
    },
  );

  app.get(
    '/api/contests/:contest/award-sheet',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Awards as the jury works on them: what is computed, what was changed, and the medals',
        params,
        response: { 200: awardSheetSchema },
      },
    },
    (request) => awards.sheet(contests.get(request.params.contest)),
  );

  app.put(
    '/api/contests/:contest/award-rules',
    {
      config: { access: staff },
      schema: {
        tags,
        summary: 'How many medals there are, and how many ranks have an award',
        params,
        body: awardRulesRequestSchema,
        response: { 200: awardSheetSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      await awards.setRules(contest, request.body, actorOf(request));
      return sheetOf(contest.id);
    },
  );

  app.put(
    '/api/contests/:contest/awards/:award',
    {
      config: { access: staff },
      schema: {
        tags,
        summary: 'Give an award another citation or other teams, or make one of the jury’s own',
        params: awardParams,
        body: putAwardRequestSchema,
        response: { 200: awardSheetSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      await contests.catchUp(contest.id);
      await awards.put(contest, request.params.award, request.body, actorOf(request));
      return sheetOf(contest.id);
    },
  );

  app.delete(
    '/api/contests/:contest/awards/:award',
    {
      config: { access: staff },
      schema: {
        tags,
        summary: 'Let an award be as computed; one of the jury’s own is removed',
        params: awardParams,
        response: { 200: awardSheetSchema },
      },
    },
    async (request) => {
      const contest = contests.get(request.params.contest);
      await contests.catchUp(contest.id);
      await awards.put(contest, request.params.award, null, actorOf(request));
      return sheetOf(contest.id);
    },
  );

  /** With what has just been written. */
  async function sheetOf(id: string): Promise<AwardSheet> {
    await contests.catchUp(id);
    return awards.sheet(contests.get(id));
  }
}
