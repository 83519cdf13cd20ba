/** What those who watch over the judging read: lines of hosts, spans of slots, the live stream. */
import {
  hostsAnswerSchema,
  idSchema,
  judgehostSchema,
  runSpanQuerySchema,
  runSpansAnswerSchema,
  spanCellsQuerySchema,
  spanQuerySchema,
  type SpanCellsAnswer,
  submissionSpansAnswerSchema,
  submissionSpansQuerySchema,
  type SpansAnswer,
} from '@sandglass/contracts';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { staff } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import type { JudgehostCache } from '../judgehosts/judgehost-cache.ts';
import { beginEventStream } from '../live/event-stream.ts';
import { streamHolder } from '../live/stream-holder.ts';
import type { MonitorHub } from './monitor-hub.ts';
import type { SpanRepository } from './span-repository.ts';
import type { Watchman } from './watchman.ts';

export interface MonitorRoutesOptions {
  readonly watchman: Watchman;
  readonly hub: MonitorHub;
  readonly spans: SpanRepository;
  readonly judgehosts: JudgehostCache;
}

/** With so few, an answer in steps has the spans themselves as well. */
const fewSpans = 300;
const judgingsAtMost = 2_000;
const runsAtMost = 20_000;
/** Of a submission that is followed: it has been rejudged more than often. */
const spansOfOne = 200;

export async function monitorRoutes(app: App, options: MonitorRoutesOptions): Promise<void> {
  const { watchman, hub, spans, judgehosts } = options;

  app.get(
    '/api/monitor/hosts',
    {
      config: { access: staff },
      schema: {
        tags: ['monitor'],
        summary: 'Every judgehost in a line',
        response: { 200: hostsAnswerSchema },
      },
    },
    () => ({
      now: Date.now(),
      lookedAt: watchman.lookedAtMs,
      picture: hub.picture,
      apiLoopLag: watchman.own.loopLag,
      hosts: [...watchman.rows],
    }),
  );

  app.get(
    '/api/judgehosts/:id',
    {
      config: { access: staff },
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
    '/api/monitor/spans',
    {
      config: { access: staff },
      schema: {
        tags: ['monitor'],
        summary: 'What every slot did in a time, and how long the queue was (SpansAnswer)',
        querystring: spanQuerySchema,
      },
    },
    (request): SpansAnswer => {
      // No schema for the answer: checking 25 000 spans of our own would take longer than finding them.
      const now = Date.now();
      const { from, until } = timeOf(request.query, now);
      const found = watchman.history.between(from, until, request.query.limit);
      const queue = watchman.queue.between(Math.max(from, found.completeFrom ?? from), until);
      return { now, hosts: watchman.slots, queue, ...found };
    },
  );

  app.get(
    '/api/monitor/cells',
    {
      config: { access: staff },
      schema: {
        tags: ['monitor'],
        summary: 'What slots did in a time, in steps, and how long the queue was (SpanCellsAnswer)',
        querystring: spanCellsQuerySchema,
      },
    },
    ({ query }): SpanCellsAnswer => {
      const now = Date.now();
      const time = timeOf(query, now);
      // Of what is to come nothing is known; a browser's clock may be ahead.
      const [from, end] = [Math.min(time.from, now), Math.min(time.until, now)];
      const hosts = watchman.slots;
      const slots = hosts.flatMap(({ judgehost, slots: count }) =>
        Array.from({ length: count }, (_, slot) => ({ judgehost, slot })),
      );
      const wanted = slots.slice(
        query.skip,
        query.lanes === undefined ? undefined : query.skip + query.lanes,
      );
      const { spans, completeFrom } = watchman.history.between(from, end, fewSpans);
      return {
        now,
        hosts,
        queue: watchman.queue.between(from, end),
        spans: completeFrom === null && spans.length <= fewSpans ? spans : null,
        ...watchman.history.cells(from, end, now, wanted),
      };
    },
  );

  app.get(
    '/api/monitor/submission-spans',
    {
      config: { access: staff },
      schema: {
        tags: ['monitor'],
        summary: 'What slots did for one submission, at any time',
        querystring: submissionSpansQuerySchema,
        response: { 200: submissionSpansAnswerSchema },
      },
    },
    async ({ query: { submission } }) => {
      const kept = watchman.history.ofSubmissions(submission);
      const ids = new Set(kept.map(({ submissionId }) => submissionId));
      if (idSchema.safeParse(submission).success) ids.add(submission);
      const recorded = ids.size === 0 ? [] : await spans.ofSubmissions([...ids], spansOfOne);
      // What was given back is in no record.
      const byId = new Map([...kept, ...recorded].map((span) => [span.id, span]));
      const all = [...byId.values()].toSorted((a, b) => a.from - b.from);
      return { now: Date.now(), spans: all.slice(-spansOfOne) };
    },
  );

  app.get(
    '/api/monitor/runs',
    {
      config: { access: staff },
      schema: {
        tags: ['monitor'],
        summary: 'The test runs within the spans of a short time',
        querystring: runSpanQuerySchema,
        response: { 200: runSpansAnswerSchema },
      },
    },
    async (request) => {
      const { from, until } = timeOf(request.query, Date.now());
      const found = watchman.history.between(from, until, judgingsAtMost);
      const judgings = [...new Set(found.spans.map(({ judgingId }) => judgingId))];
      const runs = judgings.length === 0 ? [] : await spans.runs(judgings, runsAtMost);
      return {
        runs: runs.filter((run) => run.from <= until && run.from + run.wallUs / 1000 >= from),
        more: found.completeFrom !== null || runs.length === runsAtMost,
      };
    },
  );

  app.get(
    '/api/monitor/live',
    {
      // Answers that stay open for hours are no load.
      config: { access: staff, stream: true },
      exposeHeadRoute: false,
      schema: {
        tags: ['monitor'],
        summary:
          'Server-sent events (MonitorMessage): open alarms, and what `watch` names (hosts, tasks); of hosts what has changed since `picture`, where it is given',
        querystring: z.object({
          watch: z.string().max(100).default(''),
          picture: z.string().max(100).optional(),
        }),
      },
    },
    (request, reply) => {
      const holder = streamHolder(request.identity, request.ip);
      if (!hub.hasRoomFor(holder)) throw new ApiError('LIVE_STREAMS_TOO_MANY', { limit: holder.atMost });
      const wanted = request.query.watch.split(',');
      const subjects = (['hosts', 'tasks'] as const).filter((subject) => wanted.includes(subject));
      hub.join(holder, subjects, beginEventStream(request, reply), request.query.picture);
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
