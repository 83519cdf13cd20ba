/** What slots did, as the jury sees it drawn, on a real api with a made-up host. */
import type {
  ProblemDetails,
  RunSpansAnswer,
  SpanCellsAnswer,
  SpansAnswer,
  SubmissionSpansAnswer,
} from '@sandglass/contracts';
import { spanCellsAnswerSchema } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { Database } from '../database/database.ts';
import type { FakeHost } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import { type Stand, withStand } from '../testing/stand.ts';
import type { TestApi } from '../testing/test-api.ts';
import { found, hostRows } from '../testing/watching.ts';
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

describe('watching over slots and the queue', () => {
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
    await found(async () => (await hostRows(api)).find(({ piecesPerMinute }) => piecesPerMinute > 0));
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

  it('knows when hosts were heard of first, of those that never told their condition when they joined', async () => {
    const database = new Database(services.databaseUrl, () => {});
    try {
      const add = (name: string, seen: string) =>
        api.sql.query(
          `INSERT INTO judgehost (id, name, token_hash, created_at, last_seen_at)
           VALUES (gen_random_uuid(), $1, md5($1) || md5($1), now() - interval '3 hours', ${seen})`,
          [name],
        );
      await add('tells', 'now()');
      await add('older', 'now()');
      await add('never', 'NULL');
      await api.sql.query(
        `INSERT INTO health_period (id, judgehost_id, state, reasons, from_at)
         SELECT gen_random_uuid(), id, 'ok', '[]', now() - interval '2 hours' FROM judgehost WHERE name = 'tells'`,
      );
      const now = Date.now();
      const first = await new SpanRepository(database).firstSeen();
      const hours = (name: string): number => (now - (first.get(name) ?? Number.NaN)) / 3_600_000;
      expect(hours('tells')).toBeCloseTo(2, 1);
      expect(hours('older')).toBeCloseTo(3, 1);
      expect(first.has('never')).toBe(false);
      // Clocks that differ: what the database wrote is told by ours.
      const ahead = await new SpanRepository(database, () => Date.now() + 3_600_000).firstSeen();
      expect((now - (ahead.get('older') ?? Number.NaN)) / 3_600_000).toBeCloseTo(2, 1);
    } finally {
      await api.sql.query(`DELETE FROM judgehost WHERE name IN ('tells', 'older', 'never')`);
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
});
