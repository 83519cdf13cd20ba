import { describe, expect, it } from 'vitest';
import type { ContestEventData, LiveMessage, Scoreboard, SubmissionSummary } from '@sandglass/contracts';
import { appendEvents } from '../events/event-log.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { EventReader } from '../testing/event-reader.ts';
import { type FakeHost, run } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let other: TestApi;
let host: FakeHost;
const open: EventReader[] = [];

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  other = await environment.anotherApi('two');
  host = await environment.host();
  environment.atEnd(() => {
    for (const reader of open) reader.close();
  });
});

async function watch(from: TestApi, as: string | null, lastId?: string): Promise<EventReader> {
  const reader = await EventReader.open(from, 'main', as, lastId);
  open.push(reader);
  return reader;
}

const summaryOf = (message: LiveMessage): SubmissionSummary | null =>
  message.type === 'submission' ? (message.submission as SubmissionSummary) : null;
const isDone = (id: string) => (message: LiveMessage) =>
  summaryOf(message)?.id === id && summaryOf(message)?.state === 'done';

async function judge(verdicts: Parameters<FakeHost['finish']>[1] = ['AC', 'AC', 'AC', 'AC']): Promise<void> {
  await host.finish(await host.take(), verdicts);
}

/** The same event this often in one commit. @returns the seq of the last */
async function append(times: number, data: ContestEventData): Promise<number> {
  return appendEvents(
    { query: async (text, values = []) => (await api.sql.query(text, [...values])).rows },
    'main',
    Array.from({ length: times }, () => data),
  );
}

describe('the live stream', () => {
  it('brings a team its submission, progress, verdict and the changed scoreboard', async () => {
    const reader = await watch(api, 'alpha');
    const { body } = await api.submit('main');
    const task = await host.take();
    await reader.next((message) => message.type === 'progress' && message.state === 'compiling');
    await host.report(task, {
      compile: { success: true, output: '', measurement: null },
      runs: [run(0, 'AC')],
    });
    const progress = await reader.next(
      (message) => message.type === 'progress' && message.verdicts.length === 1,
    );
    expect(progress).toMatchObject({
      submissionId: body.id,
      state: 'running',
      testsDone: null,
      testsTotal: 4,
      verdicts: ['AC'],
    });
    await host.report(task, { runs: [run(1, 'AC'), run(2, 'WA')], done: { kind: 'finished' } });
    expect(summaryOf(await reader.next(isDone(body.id)))).toMatchObject({ verdict: 'WA', judgehost: null });
    await reader.next((message) => message.type === 'scoreboard');
  });

  it('sends a team the verdict of each sample, and for a secret test neither a count nor a message', async () => {
    const reader = await watch(api, 'alpha');
    const jury = await watch(api, 'jury');
    const { body } = await api.submit('main');
    const task = await host.take();
    await host.report(task, { compile: { success: true, output: '', measurement: null }, runs: [] });
    for (const ordinal of [0, 1, 2, 3]) await host.report(task, { runs: [run(ordinal, 'AC')] });
    await jury.next((message) => message.type === 'progress' && message.testsDone === 4);
    await host.report(task, { runs: [], done: { kind: 'finished' } });
    await reader.next(isDone(body.id));
    const progress = reader.messages.flatMap((message) =>
      message.type === 'progress' && message.state !== 'queued'
        ? { state: message.state, testsDone: message.testsDone, verdicts: message.verdicts }
        : [],
    );
    expect(progress).toEqual([
      { state: 'compiling', testsDone: null, verdicts: [] },
      { state: 'running', testsDone: null, verdicts: [] },
      { state: 'running', testsDone: null, verdicts: ['AC'] },
      { state: 'running', testsDone: null, verdicts: ['AC', 'AC'] },
    ]);
  });

  it('says that something is missing when what was missed cannot be read', async () => {
    await api.sql.query('ALTER TABLE submission RENAME COLUMN jury_path TO away');
    try {
      const reader = await watch(api, 'alpha', '0');
      await reader.next((message) => message.type === 'resync');
    } finally {
      await api.sql.query('ALTER TABLE submission RENAME COLUMN away TO jury_path');
    }
  });

  it('brings it from every process that the others speak to', async () => {
    const reader = await watch(other, 'alpha');
    const jury = await watch(other, 'jury');
    const { body } = await api.submit('main');
    const task = await host.take();
    await host.report(task, {
      compile: { success: true, output: '', measurement: null },
      runs: [run(0, 'AC')],
    });
    const progress = await jury.next((message) => message.type === 'progress' && message.testsDone === 1);
    expect(progress).toMatchObject({ submissionId: body.id, verdicts: ['AC'] });
    await host.report(task, { runs: [run(1, 'AC'), run(2, 'AC'), run(3, 'AC')], done: { kind: 'finished' } });
    await reader.next(isDone(body.id));
    const board = await other.get<Scoreboard>('/api/contests/main/scoreboard');
    expect(board.body.rows[0]).toMatchObject({ team: { id: 'alpha' }, solved: 1 });
  });

  it('sends a team and the public nothing of other teams’ submissions', async () => {
    const stranger = await watch(api, 'beta');
    const visitor = await watch(api, null);
    const jury = await watch(api, 'jury');
    const { body } = await api.submit('main', 'alpha');
    await judge();
    await jury.next(isDone(body.id));
    // Their own later event must come: then everything before it has come as well.
    const own = await api.submit('main', 'beta');
    await judge();
    await stranger.next(isDone(own.body.id));
    await visitor.next((message) => message.type === 'scoreboard');
    expect(JSON.stringify(stranger.messages)).not.toContain(body.id);
    expect(JSON.stringify(visitor.messages)).not.toMatch(/submissionId|"submission":/);
    // How much happens is not theirs to know, nor a team's.
    expect(JSON.stringify([...visitor.messages, ...stranger.messages])).not.toContain('"seq"');
    for (const { lastId } of [visitor, stranger]) expect(lastId).toMatch(/^[\w-]{46}$/);
    expect(jury.lastId).toMatch(/^\d+$/);
    const { body: board } = await api.get<object>('/api/contests/main/scoreboard');
    expect(board).not.toHaveProperty('seq');
  });

  it('after a lost connection sends what was missed, in its final state', async () => {
    const before = await watch(api, 'alpha');
    const first = await api.submit('main');
    await judge();
    await before.next(isDone(first.body.id));
    const lastId = before.lastId ?? '';
    before.close();
    const missed = await api.submit('main');
    await judge(['WA']);
    const after = await watch(api, 'alpha', lastId);
    expect(summaryOf(await after.next(isDone(missed.body.id)))).toMatchObject({ verdict: 'WA' });
    await after.next((message) => message.type === 'scoreboard');
    expect(JSON.stringify(after.messages)).not.toContain(first.body.id);
    const received = after.messages.map(summaryOf).filter((summary) => summary?.id === missed.body.id);
    expect(received.map((summary) => summary?.verdict)).not.toContain(null);
  });

  it('sends what was missed before what comes in between', async () => {
    const before = await watch(api, 'jury');
    const first = await api.submit('main');
    await judge();
    await before.next(isDone(first.body.id));
    const rejudgingId = uuidV7();
    await other.sql.query('BEGIN; LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
    const after = await watch(api, 'jury', '1');
    await append(1, { type: 'rejudging', rejudgingId, state: 'created' });
    // Nobody can read a submission, and this needs none: a reader that has missed nothing receives it at once.
    await before.next((message) => message.type === 'rejudging' && message.rejudgingId === rejudgingId);
    await other.sql.query('ROLLBACK');
    await after.next((message) => message.type === 'rejudging' && message.rejudgingId === rejudgingId);
    const received = after.messages.flatMap((message) =>
      message.type === 'submission' || message.type === 'rejudging' ? (message.seq ?? []) : [],
    );
    expect(received.length).toBeGreaterThan(1);
    expect(received).toEqual(received.toSorted((a, b) => a - b));
    expect(Number(after.lastId)).toBe(received.at(-1));
  });

  it('brings thousands of events that come at once, one by one, to a reader that reads them', async () => {
    const { body } = await api.submit('main');
    await judge();
    const jury = await watch(api, 'jury');
    const events = 3000;
    const lastSeq = await append(events, { type: 'mark', submissionId: body.id });
    await jury.next((message) => message.type !== 'progress' && (message.seq ?? 0) >= lastSeq);
    const received = jury.messages.filter((message) => summaryOf(message)?.id === body.id);
    expect(received.length).toBeGreaterThanOrEqual(events);
    expect(jury.messages.some(({ type }) => type === 'resync')).toBe(false);
  });

  it('asks for a fresh start when the last event is unknown', async () => {
    const reader = await watch(api, 'alpha', '999999');
    expect(await reader.next((message) => message.type === 'resync')).toMatchObject({ type: 'resync' });
  });

  it('of a contest that does not exist is an error, not a stream', async () => {
    expect((await api.get('/api/contests/nowhere/live')).status).toBe(404);
  });

  it('reports a changed contest, and its model follows', async () => {
    const reader = await watch(other, null);
    await api.makeContest('main', { name: 'Another name' });
    await reader.next((message) => message.type === 'contest');
    expect((await other.get<{ name: string }>('/api/contests/main')).body.name).toBe('Another name');
  });

  it('reports a changed wall limit to those who may see it, and nobody else’s page fetches everything again', async () => {
    const team = await watch(api, 'alpha');
    const jury = await watch(api, 'jury');
    const set = await api.request('PUT', '/api/wall-limits/contest/main', {
      as: 'jury',
      body: { factor: 2, marginUs: 1_000_000 },
    });
    expect(set.status).toBe(200);
    const received = await jury.next((message) => message.type === 'contest');
    await api.makeContest('main', { name: 'A third name' });
    const renamed = await team.next((message) => message.type === 'contest');
    // Had the team been notified of the limit, that would have come first.
    expect(renamed).not.toEqual(received);
  });
});

describe('the event log', () => {
  it('is dense and in commit order though many submit at once', async () => {
    const jury = await watch(api, 'jury');
    await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        (i % 2 === 0 ? api : other).submit('main', i % 4 < 2 ? 'alpha' : 'beta'),
      ),
    );
    const { rows } = await api.sql.query<{ seq: number; at: Date }>(
      `SELECT seq, at FROM contest_event WHERE contest_id = 'main' ORDER BY seq`,
    );
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    const instants = rows.map(({ at }) => at.getTime());
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    // What the other process took in is here as well, before the next test looks.
    const last = rows.at(-1)?.seq ?? 0;
    await jury.next((message) => message.type !== 'progress' && (message.seq ?? 0) >= last);
  });
});

describe('reading the scoreboard', () => {
  it('asks the database nothing, and is answered from memory with an ETag', async () => {
    const first = await api.get<Scoreboard>('/api/contests/main/scoreboard');
    const etag = first.headers.get('etag') ?? '';
    // A database that refuses everything: what is still answered came from memory.
    await api.sql.query(
      'ALTER TABLE contest RENAME TO contest_away; ALTER TABLE contest_event RENAME TO contest_event_away',
    );
    try {
      const again = await api.get<Scoreboard>('/api/contests/main/scoreboard');
      expect(again.body.rows).toEqual(first.body.rows);
      const unchanged = await api.request('GET', '/api/contests/main/scoreboard', {
        headers: { 'if-none-match': etag },
      });
      expect(unchanged.status).toBe(304);
    } finally {
      await api.sql.query(
        'ALTER TABLE contest_away RENAME TO contest; ALTER TABLE contest_event_away RENAME TO contest_event',
      );
    }
  });
});
