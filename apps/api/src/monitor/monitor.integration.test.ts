/** What those who watch over the judging see, on a real api with made-up hosts. About 10 s. */
import type {
  Alarm,
  AlarmsAnswer,
  FleetDifferences,
  HostRow,
  Judgehost,
  MachineCores,
  ProblemDetails,
  RunSpansAnswer,
  SpanCellsAnswer,
  SpansAnswer,
  SubmissionSpansAnswer,
} from '@sandglass/contracts';
import { monitorMessageSchema, spanCellsAnswerSchema, type MonitorMessage } from '@sandglass/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Database } from '../database/database.ts';
import { condition, type FakeHost } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import { type Stand, withStand } from '../testing/stand.ts';
import { password, TestApi } from '../testing/test-api.ts';
import { QueueRecord } from './queue-record.ts';
import { SpanHistory } from './span-history.ts';
import { SpanRepository } from './span-repository.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;
let stand: Stand;

withStand(async (made) => {
  stand = made;
  ({ api, services } = stand);
  await api.makeContest('main');
  host = await stand.host();
});

async function openAlarms(): Promise<Alarm[]> {
  return (await api.get<{ alarms: Alarm[] }>('/api/alarms/open', 'jury')).body.alarms;
}

async function rows(): Promise<HostRow[]> {
  return (await api.get<{ hosts: HostRow[] }>('/api/monitor/hosts', 'jury')).body.hosts;
}

/** Asks until there is something: for what no event tells. @throws Error when nothing comes within 40 s */
async function found<Found>(
  get: () => Found | undefined | Promise<Found | undefined>,
  everyMs = 100,
): Promise<Found> {
  const deadline = Date.now() + 40_000;
  for (;;) {
    const result = await get();
    if (result !== undefined) return result;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${get.toString()}`);
    await pause(everyMs);
  }
}

describe('watching over the judging', () => {
  it('is for the jury and the administrator', async () => {
    const paths = [
      '/api/monitor/hosts',
      '/api/monitor/differences',
      '/api/monitor/spans?from=0&until=1',
      '/api/monitor/cells?from=0&until=1',
      '/api/monitor/submission-spans?submission=abcd',
      '/api/alarms',
      '/api/alarms/open',
    ];
    for (const path of [...paths, '/api/monitor/live', '/api/monitor/runs?from=0&until=1']) {
      expect([path, (await api.get(path)).status]).toEqual([path, 401]);
      expect([path, (await api.get(path, 'alpha')).status]).toEqual([path, 403]);
    }
    const { id } = await found(async () => (await rows())[0]);
    expect((await api.get<Judgehost>(`/api/judgehosts/${id}`, 'jury')).body.name).toBe('host1');
    expect((await api.get(`/api/judgehosts/${crypto.randomUUID()}`, 'jury')).status).toBe(404);
  });

  it('tells what is not alike between hosts, as their list does', async () => {
    await api.makeContest('pictured', { image: 'debian' });
    const { body } = await api.get<FleetDifferences>('/api/monitor/differences', 'jury');
    expect(body.images).toMatchObject([{ image: 'debian', contests: ['pictured'], missingOn: ['host1'] }]);
    expect((await api.get('/api/judgehosts', 'jury')).body).toMatchObject(body);
  });

  it('keeps the cores a host tells when it registers; older software tells none', async () => {
    const coresOf = async (): Promise<MachineCores | null> =>
      (await api.get<Judgehost>(`/api/judgehosts/${host.name}`, 'jury')).body.cores;
    expect(await coresOf()).toBeNull();
    const cores: MachineCores = {
      groups: [{ socket: 0, node: 0, l3: '0-3', runs: [{ use: 'slots', cpus: [0, 2], count: 2, step: 1 }] }],
      nodes: [{ node: 0, memoryBytes: 1024 ** 3 }],
    };
    await host.register(undefined, undefined, cores);
    await host.heartbeat();
    expect(await coresOf()).toEqual(cores);
    await host.register();
    expect(await coresOf()).toBeNull();
  });

  it('shows every host in a line, of its last heartbeat', async () => {
    await host.heartbeat([], {
      condition: condition({
        gap: { runs: 40, p50Us: 900, p95Us: 4000, p99Us: 9000, sinceMs: 60_000 },
        clock: { skewMs: -12, roundTripMs: 3 },
      }),
      slots: [
        { ordinal: 0, cpus: [0], state: 'running', submissionId: null, test: 3, sinceMs: 40, rebuilds: 0 },
      ],
    });
    const row = await found(async () => (await rows()).find(({ gap }) => gap !== null));
    expect(row).toMatchObject({
      name: 'host1',
      online: true,
      mode: 'on',
      state: 'calm',
      slots: [{ state: 'running', test: 3 }],
      load: [0, 0, 0],
      gap: { p95Us: 4000 },
      skewMs: -12,
    });
    const { body: metrics } = await api.get<string>('/metrics', 'jury');
    expect(metrics).toContain('sandglass_judgehost_up{judgehost="host1"} 1');
    expect(metrics).toContain('sandglass_judgehost_recent_gap_p95_seconds{judgehost="host1"} 0.004');
    expect(metrics).toContain('sandglass_judgehost_slots{judgehost="host1",state="running"} 1');
    expect(metrics).not.toContain('sandglass_judgehost_temperature_celsius{');
    expect(row.gapHistory.at(-1)).toMatchObject({ p50Us: 900, p95Us: 4000, p99Us: 9000 });
  });

  it('finds what slots did, with waiting, compiling and runs', async () => {
    const begin = Date.now();
    const { body } = await api.submit('main');
    const task = await host.take();
    await host.compiled(task);
    const path = () => `/api/monitor/spans?from=${String(begin - 1000)}&until=${String(Date.now() + 1000)}`;
    const spanThat = (is: (span: SpansAnswer['spans'][number]) => boolean) =>
      found(async () => {
        const answer = await api.get<SpansAnswer>(path(), 'jury');
        return answer.body.spans.find((one) => one.submissionId === body.id && is(one));
      });
    // Its first test runs, and may do so for long.
    const running = await spanThat(({ compiledAt }) => compiledAt !== null);
    expect(running).toMatchObject({ state: 'running', runs: 0, to: null });
    expect(running.compiledAt).toBeGreaterThanOrEqual(running.from);
    await host.finish(task, ['AC', 'WA', 'AC', 'AC']);
    const span = await spanThat(({ to }) => to !== null);
    expect(span).toMatchObject({
      taskId: task.id,
      judgehost: 'host1',
      slot: 0,
      problem: 'A',
      contestId: 'main',
      rejudging: false,
      state: 'done',
      runs: 4,
      verdict: 'WA',
      suspect: false,
      maxGapUs: 1000,
    });
    expect(span.dueAt).toBeLessThanOrEqual(span.from);
    expect(span.from).toBeLessThanOrEqual(span.to ?? 0);
    const { body: answer } = await api.get<SpansAnswer>(path(), 'jury');
    expect(answer.completeFrom).toBeNull();
    // A look shows what it found piece by piece.
    await found(async () => (await api.get<SpansAnswer>(path(), 'jury')).body.queue[0]);
    const runs = await api.get<RunSpansAnswer>(path().replace('spans', 'runs'), 'jury');
    expect(runs.body.runs.map(({ ordinal, verdict }) => [ordinal, verdict])).toEqual([
      [0, 'AC'],
      [1, 'WA'],
      [2, 'AC'],
      [3, 'AC'],
    ]);
    await found(async () => (await rows()).find(({ piecesPerMinute }) => piecesPerMinute > 0));
  });

  it('tells what slots did in steps, and span by span where these are few', async () => {
    const { body } = await api.submit('main');
    await host.finish(await host.take(), ['AC', 'WA', 'AC', 'AC']);
    const picture = async (query: string): Promise<SpanCellsAnswer> =>
      spanCellsAnswerSchema.parse((await api.get(`/api/monitor/cells?${query}`, 'jury')).body);
    const answer = await found(async () => {
      const told = await picture('minutes=1');
      const span = told.spans?.find(({ submissionId, to }) => submissionId === body.id && to !== null);
      return span === undefined ? undefined : told;
    });
    expect(answer.until - answer.from).toBeGreaterThanOrEqual(60_000);
    expect(answer.hosts[0]?.judgehost).toBe('host1');
    expect(answer.queue.length).toBeGreaterThan(0);
    const bytes = Buffer.from(answer.lanes[0]?.cells ?? '', 'base64');
    expect(bytes.length / 3).toBe(Math.floor((answer.until - answer.from) / answer.cellMs) + 1);
    expect(bytes.some((byte) => byte > 0)).toBe(true);
    const slots = answer.lanes.map(({ judgehost, slot }) => [judgehost, slot]);
    const some = await picture('minutes=1&skip=1&lanes=2');
    expect(some.lanes.map(({ judgehost, slot }) => [judgehost, slot])).toEqual(slots.slice(1, 3));
  });

  it('names what is wrong in the time it is asked for', async () => {
    for (const path of ['spans', 'cells', 'runs']) {
      const answers = [
        ['until', 'from=0'],
        ['from', 'until=5'],
        ['minutes', 'minutes=600'],
        ['until', 'from=100000&until=1'],
        ['from', 'from=soon&until=5'],
      ].map(async ([field, query]) => {
        const { status, body } = await api.get<ProblemDetails>(`/api/monitor/${path}?${query}`, 'jury');
        return [status, body.errors?.map((error) => error.path), field];
      });
      for (const [status, paths, field] of await Promise.all(answers))
        expect([status, paths]).toEqual([400, [field]]);
      const tomorrow = Date.now() + 86_400_000;
      const time = `from=${String(tomorrow)}&until=${String(tomorrow + 60_000)}`;
      expect([path, (await api.get(`/api/monitor/${path}?${time}`, 'jury')).status]).toEqual([path, 200]);
    }
  });

  it('does not say that a submission waits whose judging has begun, nor one of the jury’s own', async () => {
    const oldest = async (): Promise<number> => {
      const { body } = await api.get<string>('/metrics', 'jury');
      return Number(/^sandglass_oldest_due_seconds (\S+)$/m.exec(body)?.[1]);
    };
    const database = new Database(services.databaseUrl, () => {});
    const sample = async (): Promise<number> => (await new SpanRepository(database).queue()).oldestMs;
    const { body } = await api.submit('main');
    const aged = `UPDATE judging SET created_at = now() - interval '2 minutes' WHERE submission_id = $1`;
    await api.sql.query(aged, [body.id]);
    expect(await sample()).toBeGreaterThan(100_000);
    expect(await oldest()).toBeGreaterThan(100);
    await api.sql.query('UPDATE submission SET jury = true WHERE id = $1', [body.id]);
    expect(await sample()).toBe(0);
    await api.sql.query('UPDATE submission SET jury = false WHERE id = $1', [body.id]);
    // Its first piece is taken, the others are due for as long as they take.
    const task = await host.take();
    await host.report(task, { done: { kind: 'handed-back' } });
    expect(await sample()).toBe(0);
    expect(await oldest()).toBe(0);
    await database.close();
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  });

  it('keeps a span whose task was given back, though no record has it', async () => {
    const { body } = await api.submit('main');
    const task = await host.take();
    const spans = async (): Promise<SpansAnswer['spans']> => {
      const now = Date.now();
      const path = `/api/monitor/spans?from=${String(now - 60_000)}&until=${String(now + 1000)}`;
      const answer = await api.get<SpansAnswer>(path, 'jury');
      return answer.body.spans.filter(({ submissionId }) => submissionId === body.id);
    };
    await found(async () => (await spans()).find(({ state }) => state === 'running'));
    await host.report(task, { done: { kind: 'handed-back' } });
    await found(async () => (await spans()).find(({ state }) => state === 'returned'));
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    await found(async () => (await spans()).find(({ state }) => state === 'done'));
    expect((await spans()).map(({ id, state }) => [id.split('.')[1], state])).toEqual(
      expect.arrayContaining([
        ['1', 'returned'],
        ['2', 'done'],
      ]),
    );
  });

  it('finds what slots did for a submission, by the end of its id or, however long ago, by all of it', async () => {
    const { body } = await api.submit('main');
    const given = await host.take();
    await host.report(given, { done: { kind: 'handed-back' } });
    const path = (id: string): string => `/api/monitor/submission-spans?submission=${id}`;
    const statesOf = async (id: string): Promise<string[]> =>
      (await api.get<SubmissionSpansAnswer>(path(id), 'jury')).body.spans.map(({ state }) => state);
    const task = await host.take();
    await found(async () => ((await statesOf(body.id)).includes('running') ? true : undefined));
    await host.finish(task, ['AC', 'WA', 'AC', 'AC']);
    const end = body.id.slice(-8).toUpperCase();
    await found(async () => ((await statesOf(end)).includes('done') ? true : undefined));
    // Nothing of it is kept in memory any more.
    const aged = `UPDATE judge_task t SET claimed_at = claimed_at - interval '2 days', finished_at = finished_at - interval '2 days'
      FROM judging j WHERE j.id = t.judging_id AND j.submission_id = $1`;
    const { body: old } = await api.submit('main');
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    await api.sql.query(aged, [old.id]);
    expect(await statesOf(old.id)).toEqual(['done']);
    expect(await statesOf(crypto.randomUUID())).toEqual([]);
    for (const id of ['abc', 'nothing', `${body.id}0`])
      expect([id, (await api.get(path(id), 'jury')).status]).toEqual([id, 400]);
  });

  it('knows how long the queue was before it began', async () => {
    const database = new Database(services.databaseUrl, () => {});
    try {
      const now = Date.now();
      const record = new QueueRecord(database);
      const sample = { due: 7, dueMs: 7000, claimed: 2, slots: 4, oldestMs: 900 };
      const samples = [8, 6, 4].map((hours) => ({ ...sample, at: now - hours * 3_600_000 }));
      // Two processes look at the same time.
      await Promise.all([record.write(samples), record.write(samples)]);
      await record.write([{ ...sample, at: now - 2 * 3_600_000 }]);
      const read = await record.read(new Date(now - 12 * 3_600_000));
      const old = read.filter(({ at }) => at < now - 3_600_000);
      expect(old).toMatchObject([sample, sample]);
      expect(old.map(({ at }) => Math.round((now - at) / 3_600_000))).toEqual([4, 2]);
      const another = await stand.anotherApi('another');
      const time = `from=${String(now - 5 * 3_600_000)}&until=${String(now)}`;
      const queue = async (): Promise<SpanCellsAnswer['queue']> =>
        (await another.get<SpanCellsAnswer>(`/api/monitor/cells?${time}`, 'jury')).body.queue;
      await found(async () =>
        (await queue()).filter(({ due }) => due === 7).length === 2 ? true : undefined,
      );
    } finally {
      await database.close();
    }
  });

  it('finds what slots did however far the api’s clock is from the database’s', async () => {
    const database = new Database(services.databaseUrl, () => {});
    try {
      for (const aheadMs of [-3_600_000, 3_600_000]) {
        const now = (): number => Date.now() + aheadMs;
        const repository = new SpanRepository(database, now);
        const history = new SpanHistory(repository);
        await history.open(now());
        const { body } = await api.submit('main');
        const own = async () =>
          (await history.follow(now())).filter(({ submissionId }) => submissionId === body.id);
        const task = await host.take();
        expect(await own()).toMatchObject([{ state: 'running', to: null }]);
        await host.finish(task, ['AC', 'WA', 'AC', 'AC']);
        const [span] = await own();
        expect(span).toMatchObject({ state: 'done', runs: 4, verdict: 'WA' });
        for (const at of [span?.dueAt, span?.from, span?.to])
          expect(Math.abs(now() - (at ?? 0))).toBeLessThan(60_000);
        expect(history.endedSince(now() - 60_000).get('host1')).toBeGreaterThan(0);
        const gaps = await repository.gaps(new Date(now() - 3_600_000));
        expect(Math.abs(now() - (gaps.at(-1)?.at ?? 0))).toBeLessThan(120_000);
      }
    } finally {
      await database.close();
    }
  });

  it('tells live what changes, and ends with the session', async () => {
    const session = await api.request('POST', '/api/session', { body: { username: 'jury', password } });
    const cookie = (session.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const stream = await fetch(`${api.url}/api/monitor/live?watch=hosts,tasks`, { headers: { cookie } });
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    if (stream.body === null) throw new Error('no stream');
    const messages: MonitorMessage[] = [];
    const reading = readMessages(stream.body, messages);
    await found(() => messages.find((message) => message.type === 'hosts' && message.all));
    const { body } = await api.submit('main');
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    await found(() =>
      messages.find(
        (message) =>
          message.type === 'tasks' &&
          message.spans.some(({ submissionId, to }) => submissionId === body.id && to !== null),
      ),
    );
    await api.sql.query(`DELETE FROM session`);
    await api.sql.query(`SELECT pg_notify('sandglass_session', '')`);
    await reading;
  });

  it('tells a badge, which watches nothing else, that it still looks, and every alarm as it is raised', async () => {
    await using watching = await follow('');
    const { messages } = watching;
    await found(() => messages.find(({ type }) => type === 'alarms'));
    const before = watching.comments();
    await found(() => watching.comments() > before + 1 || undefined);
    const reasons = [{ sign: 'gap', state: 'sick', text: 'p95 of the gap is 412 ms' } as const];
    await host.heartbeat([], { condition: condition({ state: 'sick', reasons }) });
    await found(() => alarmsOf(messages.at(-1)).some(({ rule }) => rule === 'sick') || undefined);
    expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(['alarms']));
    await host.heartbeat([], { condition: condition() });
    await found(() => !alarmsOf(messages.at(-1)).some(({ rule }) => rule === 'sick') || undefined);
  });

  it('goes on telling figures while alarms cannot be written', async () => {
    await using watching = await follow('hosts');
    const { messages } = watching;
    await found(() => messages.find(({ type }) => type === 'hosts'));
    await api.sql.query('BEGIN');
    await api.sql.query('LOCK TABLE alarm IN ACCESS EXCLUSIVE MODE');
    try {
      // What is under way at the moment of the lock may still come.
      await pause(1000);
      messages.length = 0;
      await host.heartbeat([], { condition: condition({ cache: null }), slots: [] });
      await found(() => messages.find((message) => message.type === 'hosts' && message.hosts.length > 0));
    } finally {
      await api.sql.query('ROLLBACK');
    }
  });

  it('raises an alarm, lets it be taken on, and clears it when the figures are good again', async () => {
    const text = 'the calibration program takes 41 % more CPU time';
    const reasons = [{ sign: 'sentinel-cpu', state: 'sick', text } as const];
    await host.heartbeat([], { condition: condition({ state: 'sick', reasons }) });
    const raised = await found(async () => (await openAlarms()).find(({ rule }) => rule === 'sick'));
    expect(raised).toMatchObject({ judgehost: 'host1', severity: 'critical', clearedAt: null });
    expect(raised.text).toBe(
      'The calibration program takes 41 % more CPU time. Verdicts given meanwhile are marked.',
    );
    const path = `/api/alarms/${raised.id}/acknowledge`;
    expect((await api.request('POST', path, { as: 'alpha', body: {} })).status).toBe(403);
    const note = { note: 'Somebody runs a backup.' };
    const taken = await api.request<Alarm>('POST', path, { as: 'jury', body: note });
    expect(taken.body.acknowledged).toMatchObject({ by: 'jury', ...note });
    expect((await openAlarms()).find(({ id }) => id === raised.id)?.acknowledged).toMatchObject(note);
    // Who comes second adds to it, and takes nothing away.
    const second = await api.request<Alarm>('POST', path, { as: 'admin', body: { note: 'It is stopped.' } });
    const both = { by: 'jury', at: taken.body.acknowledged?.at, note: `${note.note}\nadmin: It is stopped.` };
    expect(second.body.acknowledged).toEqual(both);
    const again = await api.request<Alarm>('POST', path, { as: 'admin', body: {} });
    expect(again.body.acknowledged).toEqual(both);
    await host.heartbeat([], { condition: condition() });
    await found(async () => !(await openAlarms()).some(({ id }) => id === raised.id) || undefined);
    const { body } = await api.get<AlarmsAnswer>('/api/alarms?rule=sick&judgehost=host1', 'admin');
    const over = body.alarms.filter(({ id }) => id === raised.id);
    expect(over.map(({ acknowledged }) => acknowledged)).toEqual([both]);
    expect(over[0]?.clearedAt).not.toBeNull();
    const states = async (state: string): Promise<boolean[]> => {
      const log = await api.get<AlarmsAnswer>(`/api/alarms?state=${state}`, 'jury');
      return log.body.alarms.map(({ clearedAt }) => clearedAt !== null);
    };
    expect(new Set(await states('ended'))).toEqual(new Set([true]));
    expect(await states('open')).not.toContain(true);
    const none = await api.request('POST', `/api/alarms/${crypto.randomUUID()}/acknowledge`, {
      as: 'jury',
      body: {},
    });
    expect([none.status, none.body.code]).toEqual([404, 'ALARM_UNKNOWN']);
  });

  it('raises one alarm for a host that falls silent, also when two processes watch', async () => {
    // It may have been silent before: these tests take their time between two heartbeats.
    await host.heartbeat([], { condition: condition() });
    await found(async () => (await openAlarms()).length === 0 || undefined);
    const alarms = async (): Promise<number | null> =>
      (await api.sql.query(`SELECT 1 FROM alarm WHERE rule = 'silent-host'`)).rowCount;
    const before = await alarms();
    const second = await TestApi.start(services, 'second');
    try {
      await api.sql.query(`UPDATE judgehost SET last_seen_at = now() - interval '1 minute'`);
      await found(async () => (await openAlarms()).find(({ rule }) => rule === 'silent-host'));
      const other = await found(async () => {
        const { body } = await second.get<{ alarms: Alarm[] }>('/api/alarms/open', 'jury');
        return body.alarms.find(({ rule }) => rule === 'silent-host');
      });
      expect(other.text).toMatch(/^Nothing heard of it for \d+ s\.$/);
      expect(await alarms()).toBe((before ?? 0) + 1);
    } finally {
      await second.stop();
    }
  });

  it('does not call a host silent that was switched off', async () => {
    const { id } = (await rows())[0] ?? { id: '' };
    await api.request('PATCH', `/api/judgehosts/${id}`, { as: 'admin', body: { mode: 'off' } });
    await found(async () => (await openAlarms()).length === 0 || undefined);
  });
});

const alarmsOf = (message: MonitorMessage | undefined): readonly Alarm[] =>
  message?.type === 'alarms' ? message.alarms : [];

/** A live stream of the jury, until it is disposed of. */
async function follow(
  watch: string,
): Promise<AsyncDisposable & { messages: MonitorMessage[]; comments: () => number }> {
  const end = new AbortController();
  const { body } = await fetch(`${api.url}/api/monitor/live?watch=${watch}`, {
    headers: { authorization: `Basic ${btoa(`jury:${password}`)}` },
    signal: end.signal,
  });
  if (body === null) throw new Error('no stream');
  const messages: MonitorMessage[] = [];
  let comments = 0;
  const reading = readMessages(body, messages, () => (comments += 1)).catch(() => {});
  return {
    messages,
    comments: () => comments,
    async [Symbol.asyncDispose]() {
      end.abort();
      await reading;
    },
  };
}

async function readMessages(
  body: ReadableStream<Uint8Array>,
  into: MonitorMessage[],
  onComment: () => void = () => {},
): Promise<void> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame.startsWith(':')) onComment();
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined) into.push(monitorMessageSchema.parse(JSON.parse(data)));
    }
  }
}
