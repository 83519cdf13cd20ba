/** What people call a submission. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scoreboard, SubmissionList, SubmissionIntervalsAnswer } from '@sandglass/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { withTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let environment: TestEnvironment;
let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (made) => {
  environment = made;
  ({ api } = environment);
  host = await environment.host();
});

const source = (n: number) => ({ files: [{ name: 'a.c', content: `int main() { return ${n}; }` }] });

async function search(contest: string, text: string, as = 'jury'): Promise<number[]> {
  const path = `/api/contests/${contest}/submissions?search=${encodeURIComponent(text)}`;
  const { submissions } = (await api.get<SubmissionList>(path, as)).body;
  return submissions.map(({ number }) => number);
}

describe('the number of a submission', () => {
  it('names what its slots did, in the contest that is asked about', async () => {
    await Promise.all(['one', 'two'].map((id) => api.makeContest(id)));
    const { body } = await api.submit('two', 'beta', source(9));
    expect(body.number).toBe(1);
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    const intervals = async (query: string): Promise<string[]> => {
      const path = `/api/monitor/submission-intervals?${query}`;
      const answer = (await api.get<SubmissionIntervalsAnswer>(path, 'jury')).body;
      return answer.intervals.map(({ submissionId }) => submissionId);
    };
    await expect.poll(() => intervals(`submission=%23${body.number}&contest=two`)).toEqual([body.id]);
    expect(await intervals(`submission=${body.number}&contest=one`)).toEqual([]);
    expect((await api.get('/api/monitor/submission-intervals?submission=%23', 'jury')).status).toBe(400);
  });

  it('is counted from 1 in each contest, also when many are submitted at once', async () => {
    const first = await api.submit('one', 'alpha', source(0));
    expect(first.body.number).toBe(1);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        api.submit('one', ['alpha', 'beta', 'jury'][n % 3], source(n + 1)),
      ),
    );
    expect(answers.map(({ body }) => body.number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 24 }, (_, n) => n + 2),
    );
    expect((await api.submit('two')).body.number).toBe(2);
    // In the order of the log: who reads both never sees a later one first.
    const { rows } = await api.sql.query<{ number: number }>(
      `SELECT s.number FROM contest_event e JOIN submission s ON s.id::text = e.data->>'submissionId'
       WHERE e.contest_id = 'one' AND e.data->>'type' = 'submission' ORDER BY e.seq`,
    );
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
  });

  it('is not used up by a press that is repeated or a commit that fails', async () => {
    await api.makeContest('thrift');
    const key = { ...source(1), idempotencyKey: randomUUID() };
    await Promise.all([1, 2, 3].map(() => api.submit('thrift', 'alpha', key)));
    await Promise.all([1, 2].map(() => api.submit('thrift', 'beta', source(2))));
    await api.sql.query(`
      CREATE FUNCTION refuse_all() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_all AFTER INSERT ON submission DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_all()`);
    try {
      expect((await api.submit('thrift', 'beta', source(3))).status).toBe(500);
    } finally {
      await api.sql.query('DROP TRIGGER refuse_all ON submission; DROP FUNCTION refuse_all()');
    }
    expect((await api.submit('thrift', 'beta', source(4))).body.number).toBe(3);
  });

  it('is given at the start of an api to what an earlier version wrote without one', async () => {
    await api.makeContest('upgraded');
    for (const n of [1, 2, 3]) await api.submit('upgraded', 'alpha', source(n));
    const read = async (): Promise<number[]> => {
      const { rows } = await api.sql.query<{ number: number }>(
        `SELECT number FROM submission WHERE contest_id = 'upgraded' ORDER BY submitted_at`,
      );
      return rows.map(({ number }) => number);
    };
    // As such an api leaves them: it knows no numbers, and counts none.
    await api.sql.query(`UPDATE submission SET number = 0 WHERE contest_id = 'upgraded' AND number > 1`);
    await api.sql.query(`UPDATE contest SET last_number = 1 WHERE id = 'upgraded'`);
    expect(await read()).toEqual([1, 0, 0]);
    // Its events name the label instead of the problem.
    await api.sql.query(
      `UPDATE contest_event SET data = (data - 'problemId') || '{"label": "A", "contestTimeMs": 1000}'
       WHERE contest_id = 'upgraded' AND data ->> 'type' = 'submission'`,
    );
    const newer = await environment.anotherApi('newer');
    const { body: board } = await newer.get<Scoreboard>('/api/contests/upgraded/scoreboard', 'jury');
    expect(board.rows.find(({ team }) => team.id === 'alpha')?.cells).toMatchObject([{ pending: 3 }]);
    expect(await read()).toEqual([1, 2, 3]);
    expect((await api.submit('upgraded', 'beta', source(4))).body.number).toBe(4);
  });

  it('finds it: by itself, with a sharp, several at once; other words are a part of a team’s name', async () => {
    expect(await search('one', '#12')).toEqual([12]);
    expect(await search('one', '12')).toEqual([12]);
    expect((await search('one', '3, #7')).toSorted((a, b) => a - b)).toEqual([3, 7]);
    expect(await search('one', '#999999999')).toEqual([]);
    const byTeam = await search('one', 'ALPH');
    expect(byTeam.length).toBe(9);
    expect(byTeam).toContain(1);
    // Of its own alone.
    expect(await search('one', '#1', 'alpha')).toEqual([1]);
    expect(await search('one', '#1', 'beta')).toEqual([]);
    expect(
      (await api.get('/api/contests/one/rejudgings/selection?search=%2312,%2313', 'jury')).body,
    ).toMatchObject({
      count: 0,
    });
  });
});

describe('the migration to numbers', () => {
  const folder = join(import.meta.dirname, '../../../../prisma/migrations');
  let before: { id: string; number: number }[];
  const read = async () =>
    (
      await api.sql.query<{ id: string; number: number }>(
        `SELECT id, number FROM submission WHERE contest_id = 'one' ORDER BY submitted_at, id`,
      )
    ).rows;

  beforeAll(async () => {
    before = await read();
  });

  it('counts what is there in the order of its arrival, and goes on from there', async () => {
    const sql = readFileSync(join(folder, '20261123151500_submission_numbers/migration.sql'), 'utf8');
    await api.sql.query(
      `ALTER TABLE submission DROP COLUMN number; ALTER TABLE contest DROP COLUMN last_number`,
    );
    await api.sql.query(sql);
    const after = await read();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ number }) => number)).toEqual(after.map((_, n) => n + 1));
    expect((await api.submit('one', 'beta', source(99))).body.number).toBe(after.length + 1);
  });
});
