/** What slots did, as the jury sees it drawn, on a real api with a made-up host. */
import type {
  ProblemDetails,
  RunIntervalsAnswer,
  IntervalCellsAnswer,
  IntervalsAnswer,
  SubmissionIntervalsAnswer,
} from '@sandglass/contracts';
import { intervalCellsAnswerSchema } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import type { FakeHost } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import { type TestEnvironment, withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';
import { found, hostRows } from '../testing/watching.ts';
import { QueueSampleRepository } from './queue-sample-repository.ts';
import { IntervalHistory } from './interval-history.ts';
import { IntervalRepository } from './interval-repository.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;
let environment: TestEnvironment;

withTestEnvironment(async (made) => {
  environment = made;
  ({ api, services } = environment);
  await api.makeContest('main');
  host = await environment.host();
});

describe('watching over slots and the queue', () => {
  it('finds what slots did, with waiting, compiling and runs', async () => {
    const begin = Date.now();
    const { body } = await api.submit('main');
    const task = await host.take();
    await host.compiled(task);
    const path = () =>
      `/api/monitor/intervals?from=${String(begin - 1000)}&until=${String(Date.now() + 1000)}`;
    const intervalThat = (is: (interval: IntervalsAnswer['intervals'][number]) => boolean) =>
      found(async () => {
        const answer = await api.get<IntervalsAnswer>(path(), 'jury');
        return answer.body.intervals.find((one) => one.submissionId === body.id && is(one));
      });
    // Its first test runs, and may do so for long.
    const running = await intervalThat(({ compiledAt }) => compiledAt !== null);
    expect(running).toMatchObject({ state: 'running', runs: 0, to: null });
    expect(running.compiledAt).toBeGreaterThanOrEqual(running.from);
    await host.finish(task, ['AC', 'WA', 'AC', 'AC']);
    const interval = await intervalThat(({ to }) => to !== null);
    expect(interval).toMatchObject({
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
    expect(interval.dueAt).toBeLessThanOrEqual(interval.from);
    expect(interval.from).toBeLessThanOrEqual(interval.to ?? 0);
    const { body: answer } = await api.get<IntervalsAnswer>(path(), 'jury');
    expect(answer.completeFrom).toBeNull();
    // A poll shows what it found step by step.
    await found(async () => (await api.get<IntervalsAnswer>(path(), 'jury')).body.queue[0]);
    const runs = await api.get<RunIntervalsAnswer>(path().replace('intervals', 'runs'), 'jury');
    expect(runs.body.runs.map(({ ordinal, verdict }) => [ordinal, verdict])).toEqual([
      [0, 'AC'],
      [1, 'WA'],
      [2, 'AC'],
      [3, 'AC'],
    ]);
    await found(async () => (await hostRows(api)).find(({ tasksPerMinute }) => tasksPerMinute > 0));
  });

  it('shows what slots did in steps, and interval by interval where these are few', async () => {
    const { body } = await api.submit('main');
    await host.finish(await host.take(), ['AC', 'WA', 'AC', 'AC']);
    const picture = async (query: string): Promise<IntervalCellsAnswer> =>
      intervalCellsAnswerSchema.parse((await api.get(`/api/monitor/cells?${query}`, 'jury')).body);
    const answer = await found(async () => {
      const answered = await picture('minutes=1');
      const interval = answered.intervals?.find(
        ({ submissionId, to }) => submissionId === body.id && to !== null,
      );
      return interval === undefined ? undefined : answered;
    });
    expect(answer.until - answer.from).toBeGreaterThanOrEqual(60_000);
    expect(answer.hosts[0]?.judgehost).toBe('host1');
    expect(answer.queue.length).toBeGreaterThan(0);
    const bytes = Buffer.from(answer.rows[0]?.cells ?? '', 'base64');
    expect(bytes.length / 3).toBe(Math.floor((answer.until - answer.from) / answer.cellMs) + 1);
    expect(bytes.some((byte) => byte > 0)).toBe(true);
    const slots = answer.rows.map(({ judgehost, slot }) => [judgehost, slot]);
    const some = await picture('minutes=1&skip=1&rows=2');
    expect(some.rows.map(({ judgehost, slot }) => [judgehost, slot])).toEqual(slots.slice(1, 3));
  });

  it('names what is wrong in the time it is asked for', async () => {
    for (const path of ['intervals', 'cells', 'runs']) {
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

  it('does not say that a submission waits whose judging has begun or is paused, nor one of the jury’s own', async () => {
    const oldest = async (): Promise<number> => {
      const { body } = await api.get<string>('/metrics', 'jury');
      return Number(/^sandglass_oldest_due_seconds (\S+)$/m.exec(body)?.[1]);
    };
    const database = new Database(services.databaseUrl, () => {});
    const sample = async (): Promise<number> => (await new IntervalRepository(database).queue()).oldestMs;
    const { body } = await api.submit('main');
    const aged = `UPDATE judging SET created_at = now() - interval '2 minutes' WHERE submission_id = $1`;
    await api.sql.query(aged, [body.id]);
    expect(await sample()).toBeGreaterThan(100_000);
    expect(await oldest()).toBeGreaterThan(100);
    await api.sql.query('UPDATE submission SET jury = true WHERE id = $1', [body.id]);
    expect(await sample()).toBe(0);
    await api.sql.query('UPDATE submission SET jury = false WHERE id = $1', [body.id]);
    // Nobody waits for a host while the judging is paused.
    const judging = (allowed: boolean) =>
      api.request('POST', '/api/contests/main/actions', {
        as: 'admin',
        body: { action: 'judging', allowed, language: 'c' },
      });
    expect((await judging(false)).status).toBe(200);
    expect(await sample()).toBe(0);
    await judging(true);
    expect(await sample()).toBeGreaterThan(100_000);
    // Its first task is taken, the others are due for as long as they take.
    const task = await host.take();
    await host.report(task, { done: { kind: 'handed-back' } });
    expect(await sample()).toBe(0);
    expect(await oldest()).toBe(0);
    await database.close();
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  });

  it('keeps an interval whose task was given back, though no record has it', async () => {
    const { body } = await api.submit('main');
    const task = await host.take();
    const intervals = async (): Promise<IntervalsAnswer['intervals']> => {
      const now = Date.now();
      const path = `/api/monitor/intervals?from=${String(now - 60_000)}&until=${String(now + 1000)}`;
      const answer = await api.get<IntervalsAnswer>(path, 'jury');
      return answer.body.intervals.filter(({ submissionId }) => submissionId === body.id);
    };
    await found(async () => (await intervals()).find(({ state }) => state === 'running'));
    await host.report(task, { done: { kind: 'handed-back' } });
    await found(async () => (await intervals()).find(({ state }) => state === 'returned'));
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    await found(async () => (await intervals()).find(({ state }) => state === 'done'));
    expect((await intervals()).map(({ id, state }) => [id.split('.')[1], state])).toEqual(
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
    const path = (id: string): string => `/api/monitor/submission-intervals?submission=${id}`;
    const statesOf = async (id: string): Promise<string[]> =>
      (await api.get<SubmissionIntervalsAnswer>(path(id), 'jury')).body.intervals.map(({ state }) => state);
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
      const record = new QueueSampleRepository(database);
      const sample = { due: 7, dueMs: 7000, claimed: 2, slots: 4, oldestMs: 900 };
      const samples = [8, 6, 4].map((hours) => ({ ...sample, at: now - hours * 3_600_000 }));
      // Two processes look at the same time.
      await Promise.all([record.write(samples), record.write(samples)]);
      await record.write([{ ...sample, at: now - 2 * 3_600_000 }]);
      const read = await record.read(new Date(now - 12 * 3_600_000));
      const old = read.filter(({ at }) => at < now - 3_600_000);
      expect(old).toMatchObject([sample, sample]);
      expect(old.map(({ at }) => Math.round((now - at) / 3_600_000))).toEqual([4, 2]);
      const another = await environment.anotherApi('another');
      const time = `from=${String(now - 5 * 3_600_000)}&until=${String(now)}`;
      const queue = async (): Promise<IntervalCellsAnswer['queue']> =>
        (await another.get<IntervalCellsAnswer>(`/api/monitor/cells?${time}`, 'jury')).body.queue;
      await found(async () =>
        (await queue()).filter(({ due }) => due === 7).length === 2 ? true : undefined,
      );
    } finally {
      await database.close();
    }
  });

  it('knows when hosts first reported, of those that never reported their condition when they joined', async () => {
    const database = new Database(services.databaseUrl, () => {});
    try {
      const add = (name: string, seen: string) =>
        api.sql.query(
          `INSERT INTO judgehost (id, name, token_hash, created_at, last_seen_at)
           VALUES (gen_random_uuid(), $1, md5($1) || md5($1), now() - interval '3 hours', ${seen})`,
          [name],
        );
      await add('reports', 'now()');
      await add('older', 'now()');
      await add('never', 'NULL');
      await api.sql.query(
        `INSERT INTO health_period (id, judgehost_id, state, reasons, from_at)
         SELECT gen_random_uuid(), id, 'ok', '[]', now() - interval '2 hours' FROM judgehost WHERE name = 'reports'`,
      );
      const now = Date.now();
      const first = await new IntervalRepository(database).firstSeen();
      const hours = (name: string): number => (now - (first.get(name) ?? Number.NaN)) / 3_600_000;
      expect(hours('reports')).toBeCloseTo(2, 1);
      expect(hours('older')).toBeCloseTo(3, 1);
      expect(first.has('never')).toBe(false);
      // Clocks that differ: what the database wrote is answered by ours.
      const ahead = await new IntervalRepository(database, () => Date.now() + 3_600_000).firstSeen();
      expect((now - (ahead.get('older') ?? Number.NaN)) / 3_600_000).toBeCloseTo(2, 1);
    } finally {
      await api.sql.query(`DELETE FROM judgehost WHERE name IN ('reports', 'older', 'never')`);
      await database.close();
    }
  });

  it('finds what slots did however far the api’s clock is from the database’s', async () => {
    const database = new Database(services.databaseUrl, () => {});
    try {
      for (const aheadMs of [-3_600_000, 3_600_000]) {
        const now = (): number => Date.now() + aheadMs;
        const repository = new IntervalRepository(database, now);
        const history = new IntervalHistory(repository);
        await history.open(now());
        const { body } = await api.submit('main');
        const own = async () =>
          (await history.follow(now())).filter(({ submissionId }) => submissionId === body.id);
        const task = await host.take();
        expect(await own()).toMatchObject([{ state: 'running', to: null }]);
        await host.finish(task, ['AC', 'WA', 'AC', 'AC']);
        const [interval] = await own();
        expect(interval).toMatchObject({ state: 'done', runs: 4, verdict: 'WA' });
        for (const at of [interval?.dueAt, interval?.from, interval?.to])
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
