import {
  answersLanguage,
  contestWallLimitsSchema,
  idSchema,
  measurementsQuerySchema,
  measurementsSchema,
  slugSchema,
  wallLimitHistorySchema,
  wallLimitLevelSchema,
  wallLimitPreviewRequestSchema,
  wallLimitPreviewSchema,
  wallLimitProposalSchema,
  wallLimitProposalsSchema,
  wallLimitRuleSchema,
  wallLimitRulesSchema,
  type FieldError,
  type MeasurementsQuery,
  type WallMeasurements,
} from '@sandglass/contracts';
import { findLanguage, languages } from '@sandglass/languages';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Database } from '../platform/database/database.ts';
import { fieldErrors } from '../platform/errors/api-error.ts';
import { readers, staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { firstOf } from './contest-limits.ts';
import type { WallLimitService } from './wall-limit-service.ts';
import { StaleWhileRevalidate } from '../platform/lib/stale-while-revalidate.ts';
import { nothingMeasured, wallMeasurements } from './wall-measurement-repository.ts';
import type { WallProposals } from './wall-proposals.ts';

export interface WallLimitRoutesOptions {
  readonly contests: ContestCache;
  readonly wallLimits: WallLimitService;
  readonly proposals: WallProposals;
  readonly database: Database;
}

const tags = ['wall limits'];
const contestParams = z.object({ contest: z.string() });
const proposalParams = z.object({ id: idSchema });
const ruleParams = z.object({ level: wallLimitLevelSchema.exclude(['global']), id: slugSchema });

export async function wallLimitRoutes(app: App, options: WallLimitRoutesOptions): Promise<void> {
  const { contests, wallLimits, proposals, database } = options;
  // In an emergency the jury must be able to act at once and alone; every change is audited.
  const config = { access: staff };
  // Counting 200 000 runs takes a good part of a second of the database; every open page asks each ten seconds.
  const measurements = new StaleWhileRevalidate<WallMeasurements>({
    freshMs: 4000,
    usableMs: 30_000,
    maxEntries: 100,
  });

  app.get(
    '/api/wall-limits',
    {
      config: { access: readers },
      schema: { tags, summary: 'Every rule that is set', response: { 200: wallLimitRulesSchema } },
    },
    () => wallLimits.rules(),
  );

  app.get(
    '/api/contests/:contest/wall-limits',
    {
      config: { access: readers },
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

  app.get(
    '/api/contests/:contest/wall-limits/measurements',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Histograms of wall, CPU and gap of its runs, and the hosts’ part of the gap',
        params: contestParams,
        querystring: measurementsQuerySchema,
        response: { 200: measurementsSchema },
      },
    },
    (request) => {
      const contest = contests.get(request.params.contest);
      const place = measuredBy(contest, request.query);
      if (place === null) return nothingMeasured();
      const { problem, language } = place;
      const { id } = contest;
      return measurements.get(JSON.stringify([id, problem, language]), () =>
        wallMeasurements(database, { contestId: id, problemId: problem, languageId: language }),
      );
    },
  );

  app.get(
    '/api/contests/:contest/wall-limits/history',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Changes of wall limits, newest first',
        params: contestParams,
        response: { 200: wallLimitHistorySchema },
      },
    },
    (request) => wallLimits.history(contests.get(request.params.contest)),
  );

  app.get(
    '/api/contests/:contest/wall-limits/proposals',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Margins that the system proposed, with the evidence; newest first',
        params: contestParams,
        response: { 200: wallLimitProposalsSchema },
      },
    },
    async (request) => ({ proposals: await proposals.list(contests.get(request.params.contest).id) }),
  );

  app.post(
    '/api/wall-limit-proposals/:id/decline',
    {
      config,
      schema: {
        tags,
        summary: 'Decline the proposal',
        params: proposalParams,
        response: { 200: wallLimitProposalSchema },
      },
    },
    (request) => proposals.end(request.params.id, 'declined', actorOf(request)),
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

/** What is asked about, by id; null: the first of which there is none. @throws ApiError REQUEST_INVALID */
function measuredBy(
  contest: ContestModel,
  query: MeasurementsQuery,
): { problem?: string | undefined; language?: string | undefined } | null {
  const { level, id, problem, language } = query;
  if (level === 'problem' || level === 'language') {
    const named = id ?? firstOf(contest, level);
    if (named === undefined) return null;
    checkPlace(contest, { [level]: named }, 'id');
    return { [level]: named };
  }
  checkPlace(contest, { problem, language });
  return { problem, language };
}

/**
 * What the contest does not have would be no runs, as if nobody had tried.
 * @param parameter it was named by; omitted: its own name
 * @throws ApiError REQUEST_INVALID
 */
function checkPlace(
  contest: ContestModel,
  { problem, language }: { problem?: string | undefined; language?: string | undefined },
  parameter?: string,
): void {
  const problems = contest.definition.problems.map(({ id }) => id);
  const errors: FieldError[] = [];
  if (problem !== undefined && !problems.includes(problem))
    errors.push({
      path: parameter ?? 'problem',
      message: `"${problem}" is no problem of this contest; its problems are ${problems.join(', ')}`,
    });
  if (language !== undefined && findLanguage(language) === null && language !== answersLanguage)
    errors.push({
      path: parameter ?? 'language',
      message: `"${language}" is no language here; the languages are ${languages.map(({ id }) => id).join(', ')}`,
    });
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}
