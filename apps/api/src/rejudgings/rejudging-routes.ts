import {
  createRejudgingRequestSchema,
  idSchema,
  rejudgeAnswerSchema,
  rejudgedListSchema,
  rejudgedQuerySchema,
  rejudgingPreviewSchema,
  rejudgingListSchema,
  rejudgingPageQuerySchema,
  rejudgingSchema,
  rejudgingSelectionRequestSchema,
  rejudgingSelectionSchema,
  selectionFilterOf,
  selectionQuerySchema,
  unhealthyPeriodsSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../audit/audit-log.ts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { Database } from '../platform/database/database.ts';
import { readers, staff } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { findSubmission } from '../submissions/find-submission.ts';
import type { SubmissionRepository } from '../submissions/submission-repository.ts';
import type { RejudgingReader } from './rejudging-reader.ts';
import type { RejudgingService } from './rejudging-service.ts';
import { unhealthyPeriods } from './unhealthy-period-repository.ts';

export interface RejudgingRoutesOptions {
  readonly contests: ContestCache;
  readonly reader: RejudgingReader;
  readonly rejudgings: RejudgingService;
  readonly submissions: SubmissionRepository;
  readonly database: Database;
}

const tags = ['rejudgings'];
const contestParams = z.object({ contest: z.string() });
const submissionParams = z.object({ id: z.string() });
const rejudgingParams = z.object({ id: idSchema });
/** 20 000 submissions, named one by one. */
const bodyLimit = 2 * 1024 * 1024;

export async function rejudgingRoutes(app: App, options: RejudgingRoutesOptions): Promise<void> {
  const { contests, reader, rejudgings, database } = options;
  const config = { access: staff };

  app.post(
    '/api/submissions/:id/rejudge',
    {
      config: { access: staff },
      schema: {
        tags: ['submissions'],
        summary: 'Judge it again: a rejudging of this one, applied when it is judged',
        params: submissionParams,
        response: { 200: rejudgeAnswerSchema },
      },
    },
    async (request) => {
      const { row, contest } = await findSubmission(options, request);
      return rejudgings.rejudge(contest, row, actorOf(request));
    },
  );

  app.get(
    '/api/contests/:contest/rejudgings',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Rejudgings of a contest, newest first',
        params: contestParams,
        querystring: rejudgingPageQuerySchema,
        response: { 200: rejudgingListSchema },
      },
    },
    (request) => reader.list(contests.get(request.params.contest), request.query),
  );

  app.post(
    '/api/contests/:contest/rejudgings',
    {
      config,
      bodyLimit,
      schema: {
        tags,
        summary: 'Rejudge what a filter selects; the old judgings count until the rejudging is applied',
        params: contestParams,
        body: createRejudgingRequestSchema,
        response: { 201: rejudgingSchema },
      },
    },
    async (request, reply) => {
      const contest = contests.get(request.params.contest);
      return reply.code(201).send(await rejudgings.create(contest, request.body, actorOf(request)));
    },
  );

  app.get(
    '/api/contests/:contest/rejudgings/selection',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'How many submissions the filters of the list would make a rejudging of',
        params: contestParams,
        querystring: selectionQuerySchema,
        response: { 200: rejudgingSelectionSchema },
      },
    },
    (request) =>
      rejudgings.select(contests.get(request.params.contest), {
        filter: selectionFilterOf(request.query),
        limits: null,
        list: false,
      }),
  );

  app.post(
    '/api/contests/:contest/rejudgings/selection',
    {
      config,
      bodyLimit,
      schema: {
        tags,
        summary: 'Which submissions a filter takes, without judging any',
        params: contestParams,
        body: rejudgingSelectionRequestSchema,
        response: { 200: rejudgingSelectionSchema },
      },
    },
    (request) => rejudgings.select(contests.get(request.params.contest), request.body),
  );

  app.get(
    '/api/rejudgings/:id',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'A rejudging and how far it is',
        params: rejudgingParams,
        response: { 200: rejudgingSchema },
      },
    },
    (request) => reader.read(request.params.id),
  );

  app.get(
    '/api/rejudgings/:id/preview',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'What applying it does: verdicts old × new, list of changes, ranks, flakiness',
        params: rejudgingParams,
        response: { 200: rejudgingPreviewSchema },
      },
    },
    (request) => reader.preview(request.params.id),
  );

  app.get(
    '/api/rejudgings/:id/submissions',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Its submissions: of a cell of the matrix (before, after), or of a kind',
        params: rejudgingParams,
        querystring: rejudgedQuerySchema,
        response: { 200: rejudgedListSchema },
      },
    },
    (request) => reader.submissions(request.params.id, request.query),
  );

  app.get(
    '/api/contests/:contest/unhealthy-periods',
    {
      config: { access: readers },
      schema: {
        tags,
        summary:
          'Periods in which judgehosts were unhealthy and judged submissions of the contest, with their number; latest first',
        params: contestParams,
        response: { 200: unhealthyPeriodsSchema },
      },
    },
    async (request) => ({
      periods: await unhealthyPeriods(database, contests.get(request.params.contest).id),
    }),
  );

  app.post(
    '/api/rejudgings/:id/apply',
    {
      config,
      schema: {
        tags,
        summary: 'The new judgings count from now on, all at once',
        params: rejudgingParams,
        response: { 200: rejudgingSchema },
      },
    },
    (request) => rejudgings.apply(request.params.id, actorOf(request)),
  );

  app.post(
    '/api/rejudgings/:id/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Call it off: the old judgings stay, what waits leaves the queue',
        params: rejudgingParams,
        response: { 200: rejudgingSchema },
      },
    },
    (request) => rejudgings.cancel(request.params.id, actorOf(request)),
  );
}
