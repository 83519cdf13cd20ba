/** What those who watch over the judging read: lines of hosts, intervals of slots, the live stream. */
import {
  hostsAnswerSchema,
  idSchema,
  readSubmissionName,
  judgehostSchema,
  runIntervalQuerySchema,
  runIntervalsAnswerSchema,
  intervalCellsQuerySchema,
  intervalQuerySchema,
  type IntervalCellsAnswer,
  submissionIntervalsAnswerSchema,
  submissionIntervalsQuerySchema,
  type IntervalsAnswer,
} from '@sandglass/contracts';
import { z } from 'zod';
import { ApiError } from '../platform/errors/api-error.ts';
import { readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { JudgehostCache } from '../judgehosts/judgehost-cache.ts';
import { beginEventStream } from '../events/event-stream.ts';
import { streamHolder } from '../events/stream-holder.ts';
import type { MonitorHub } from './monitor-hub.ts';
import type { IntervalRepository } from './interval-repository.ts';
import type { FleetPoller } from './fleet-poller.ts';

export interface MonitorRoutesOptions {
  readonly poller: FleetPoller;
  readonly hub: MonitorHub;
  readonly intervals: IntervalRepository;
  readonly judgehosts: JudgehostCache;
}

/** With so few, an answer in steps has the intervals themselves as well. */
const fewIntervals = 300;
const maxJudgings = 2_000;
const maxRuns = 20_000;
/** Of a submission that is followed: it has been rejudged more than often. */
const intervalsOfOne = 200;

export async function monitorRoutes(app: App, options: MonitorRoutesOptions): Promise<void> {
  const { poller, hub, intervals, judgehosts } = options;

  app.get(
    '/api/monitor/hosts',
    {
      config: { access: readers },
      schema: {
        tags: ['monitor'],
        summary: 'Every judgehost in a line',
        response: { 200: hostsAnswerSchema },
      },
    },
    () => ({
      now: Date.now(),
      lookedAt: poller.lookedAtMs,
      version: hub.version,
      apiLoopLag: poller.own.loopLag,
      waiting: poller.waiting,
      hosts: [...poller.rows],
    }),
  );

  app.get(
    '/api/judgehosts/:id',
    {
      config: { access: readers },
      schema: {
        tags: ['judgehosts'],
        summary: 'One judgehost, by id or name, with its last report',
        params: z.object({ id: z.string().min(1).max(200) }),
        response: { 200: judgehostSchema },
      },
    },
    async (request) => {
      const wanted = request.params.id;
      const host = (await judgehosts.hosts()).find(({ id, name }) => id === wanted || name === wanted);
      if (host === undefined) throw new ApiError('JUDGEHOST_UNKNOWN', { judgehost: request.params.id });
      return host;
    },
  );

  app.get(
    '/api/monitor/intervals',
    {
      config: { access: readers },
      schema: {
        tags: ['monitor'],
        summary: 'What every slot did in a time, and how long the queue was (IntervalsAnswer)',
        querystring: intervalQuerySchema,
      },
    },
    (request): IntervalsAnswer => {
      // No schema for the answer: checking 25 000 intervals of our own would take longer than finding them.
      const now = Date.now();
      const { from, until } = timeOf(request.query, now);
      const found = poller.history.between(from, until, request.query.limit);
      const queue = poller.queue.between(Math.max(from, found.completeFrom ?? from), until);
      return { now, hosts: poller.slots, queue, ...found };
    },
  );

  app.get(
    '/api/monitor/cells',
    {
      config: { access: readers },
      schema: {
        tags: ['monitor'],
        summary: 'What slots did in a time, in steps, and how long the queue was (IntervalCellsAnswer)',
        querystring: intervalCellsQuerySchema,
      },
    },
    ({ query }): IntervalCellsAnswer => {
      const now = Date.now();
      const time = timeOf(query, now);
      // Of what is to come nothing is known; a browser's clock may be ahead.
      const [from, end] = [Math.min(time.from, now), Math.min(time.until, now)];
      const hosts = poller.slots;
      const slots = hosts.flatMap(({ judgehost, slots: count }) =>
        Array.from({ length: count }, (_, slot) => ({ judgehost, slot })),
      );
      const wanted = slots.slice(query.skip, query.rows === undefined ? undefined : query.skip + query.rows);
      const { intervals, completeFrom } = poller.history.between(from, end, fewIntervals);
      return {
        now,
        hosts,
        queue: poller.queue.between(from, end),
        intervals: completeFrom === null && intervals.length <= fewIntervals ? intervals : null,
        ...poller.history.cells(from, end, now, wanted),
      };
    },
  );

  app.get(
    '/api/monitor/submission-intervals',
    {
      config: { access: readers },
      schema: {
        tags: ['monitor'],
        summary: 'What slots did for one submission, at any time',
        querystring: submissionIntervalsQuerySchema,
        response: { 200: submissionIntervalsAnswerSchema },
      },
    },
    async ({ query: { submission, contest } }) => {
      const name = readSubmissionName(submission);
      const kept = name === null ? [] : poller.history.ofSubmissions(name, contest);
      const ids = new Set(kept.map(({ submissionId }) => submissionId));
      if (idSchema.safeParse(submission).success) ids.add(submission);
      if (name !== null && 'number' in name)
        for (const id of await intervals.submissionsNumbered(name.number, contest)) ids.add(id);
      const recorded = ids.size === 0 ? [] : await intervals.ofSubmissions([...ids], intervalsOfOne);
      // What was given back is in no record.
      const byId = new Map([...kept, ...recorded].map((interval) => [interval.id, interval]));
      const all = [...byId.values()].toSorted((a, b) => a.from - b.from);
      return { now: Date.now(), intervals: all.slice(-intervalsOfOne) };
    },
  );

  app.get(
    '/api/monitor/runs',
    {
      config: { access: readers },
      schema: {
        tags: ['monitor'],
        summary: 'The test runs within the intervals of a short time',
        querystring: runIntervalQuerySchema,
        response: { 200: runIntervalsAnswerSchema },
      },
    },
    async (request) => {
      const { from, until } = timeOf(request.query, Date.now());
      const found = poller.history.between(from, until, maxJudgings);
      const judgings = [...new Set(found.intervals.map(({ judgingId }) => judgingId))];
      const runs = judgings.length === 0 ? [] : await intervals.runs(judgings, maxRuns);
      return {
        runs: runs.filter((run) => run.from <= until && run.from + run.wallUs / 1000 >= from),
        more: found.completeFrom !== null || runs.length === maxRuns,
      };
    },
  );

  app.get(
    '/api/monitor/live',
    {
      // Answers that stay open for hours are no load.
      config: { access: readers, stream: true },
      exposeHeadRoute: false,
      schema: {
        tags: ['monitor'],
        summary:
          'Server-sent events (MonitorMessage): open alarms, and what `watch` names (hosts, tasks); of hosts what has changed since `version`, where it is given',
        querystring: z.object({
          watch: z.string().max(100).default(''),
          version: z.string().max(100).optional(),
        }),
      },
    },
    (request, reply) => {
      const holder = streamHolder(request.identity, request.ip);
      if (!hub.connections.hasRoomFor(holder))
        throw new ApiError('LIVE_STREAMS_TOO_MANY', { limit: holder.maxStreams });
      const wanted = request.query.watch.split(',');
      const subjects = (['hosts', 'tasks'] as const).filter((subject) => wanted.includes(subject));
      hub.join(holder, subjects, beginEventStream(request, reply), request.query.version);
    },
  );
}

/** The time a question is about. */
function timeOf(
  { from, until, minutes }: { from?: number | undefined; until?: number | undefined; minutes: number },
  now: number,
): { from: number; until: number } {
  return from === undefined || until === undefined
    ? { from: now - minutes * 60_000, until: now }
    : { from, until };
}
