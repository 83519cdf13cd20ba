import type { SubmissionList } from '@sandglass/contracts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { password, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
const hour = 3_600_000;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
});

async function count(table: string): Promise<number> {
  const { rows } = await api.sql.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? -1;
}

describe('a submission', () => {
  it('of any account of a team is that of the team, which all its accounts see', async () => {
    const second = { username: 'alpha-laptop', role: 'contestant', teamId: 'alpha', password };
    await api.request('POST', '/api/admin/users', { as: 'admin', body: { users: [second] } });
    const { status, body } = await api.submit('main', 'alpha-laptop');
    expect(status).toBe(201);
    for (const account of ['alpha', 'alpha-laptop', 'beta']) {
      const list = await api.get<SubmissionList>('/api/contests/main/submissions', account);
      const found = list.body.submissions.find(({ id }) => id === body.id);
      expect([account, found?.team.id]).toEqual([account, account === 'beta' ? undefined : 'alpha']);
    }
  });

  it('is in the database, with judging, task and event, when it is acknowledged', async () => {
    const { status, body } = await api.submit('main');
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'queued', verdict: null });
    const { rows } = await api.sql.query(
      `SELECT j.state, t.state AS task, e.data->>'type' AS event FROM submission s JOIN judging j ON j.submission_id = s.id
       JOIN judge_task t ON t.judging_id = j.id JOIN contest_event e ON e.data->>'submissionId' = s.id::text WHERE s.id = $1`,
      [body.id],
    );
    expect(rows).toEqual([{ state: 'queued', task: 'due', event: 'submission' }]);
  });

  it('is not acknowledged, and leaves nothing, when its commit fails', async () => {
    await api.sql.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON submission DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const before = [await count('submission'), await count('contest_event'), await count('judge_task')];
    try {
      const { status, body } = await api.submit('main');
      expect(status).toBe(500);
      expect(body.code).toBe('INTERNAL');
      expect(body.detail).not.toContain('disk');
    } finally {
      await api.sql.query('DROP TRIGGER refuse ON submission; DROP FUNCTION refuse()');
    }
    expect([await count('submission'), await count('contest_event'), await count('judge_task')]).toEqual(
      before,
    );
  });

  it('is made once however often its key is sent, even at the same moment', async () => {
    const change = {
      idempotencyKey: randomUUID(),
      files: [{ name: 'a.c', content: 'int main() { return 1; }' }],
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.submit('main', 'alpha', change)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('is made once when the same files come twice within a second without a key', async () => {
    const change = { files: [{ name: 'a.c', content: 'int main() { return 2; }' }] };
    const first = await api.submit('main', 'alpha', change);
    const second = await api.submit('main', 'alpha', change);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);
  });

  it('of the same files by another team is another submission', async () => {
    const change = { files: [{ name: 'a.c', content: 'int main() { return 3; }' }] };
    const first = await api.submit('main', 'alpha', change);
    const second = await api.submit('main', 'beta', change);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('may come as a form with several files and unicode names', async () => {
    const form = new FormData();
    form.set('problem', 'A');
    form.set('language', 'python3');
    form.set('entryPoint', 'größe.py');
    form.append('file', new Blob(['import hilfe\n']), 'größe.py');
    form.append('file', new Blob(['x = 1\n']), 'hilfe.py');
    const { status, body } = await api.request<{ id: string }>('POST', '/api/contests/main/submissions', {
      as: 'beta',
      body: form,
    });
    expect(status).toBe(201);
    const detail = await api.get<{
      entryPoint: string;
      files: { name: string; url: string; text: string }[];
    }>(`/api/submissions/${body.id}`, 'beta');
    expect(detail.body.entryPoint).toBe('größe.py');
    expect(detail.body.files.map(({ name }) => name)).toEqual(['größe.py', 'hilfe.py']);
    const file = await api.get<string>(detail.body.files[0]?.url ?? '', 'beta');
    expect(file.body).toBe('import hilfe\n');
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''gr%C3%B6%C3%9Fe.py");
  });
});

describe('a submission that cannot be taken names the field', () => {
  const file = { name: 'a.c', content: 'int main() {}' };
  const wrong: [what: string, change: Record<string, unknown>, path: string][] = [
    ['unknown problem', { problem: 'Z' }, 'problem'],
    ['missing problem', { problem: undefined }, 'problem'],
    ['unknown language', { language: 'smalltalk' }, 'language'],
    ['no file', { files: [] }, 'files'],
    ['empty source', { files: [{ name: 'a.c', content: ' \n' }] }, 'files[0].content'],
    [
      'NUL bytes',
      { files: [file, { name: 'b.c', content: 'AAAA', encoding: 'base64' }] },
      'files[1].content',
    ],
    ['broken base64', { files: [{ name: 'a.c', content: '??', encoding: 'base64' }] }, 'files[0].content'],
    ['path in a name', { files: [{ name: '../a.c', content: 'x' }] }, 'files[0].name'],
    ['control character in a name', { files: [{ name: 'a\u0007.c', content: 'x' }] }, 'files[0].name'],
    ['the same name twice', { files: [file, file] }, 'files[1].name'],
    [
      '300 files',
      { files: Array.from({ length: 300 }, (_, i) => ({ name: `f${i}.c`, content: 'x' })) },
      'files',
    ],
    ['no source of the language', { files: [{ name: 'a.h', content: 'x' }] }, 'files'],
    [
      'two Python files and no entry point',
      { language: 'python3', files: ['x.py', 'y.py'].map((name) => ({ name, content: 'x' })) },
      'entryPoint',
    ],
    [
      'an entry point that is no file',
      { language: 'python3', entryPoint: 'z.py', files: [{ name: 'x.py', content: 'x' }] },
      'entryPoint',
    ],
    ['a key that is no UUID', { idempotencyKey: 'again' }, 'idempotencyKey'],
  ];

  it.each(wrong)('%s', async (_what, change, path) => {
    const answer = await api.submit('main', 'beta', change);
    expect([answer.status, answer.body.code]).toEqual([422, 'SUBMISSION_INVALID']);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.errors?.map((error) => error.path)).toContain(path);
  });

  it('a million blanks that are no base64 in the end', async () => {
    const content = `${' '.repeat(1_000_000)}!`;
    const answer = await api.submit('main', 'beta', {
      files: [{ name: 'a.c', content, encoding: 'base64' }],
    });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'files[0].content']);
  });

  it('a hundred thousand files', async () => {
    const files = Array.from({ length: 100_000 }, () => ({}));
    const answer = await api.submit('main', 'beta', { files });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ path: 'files', message: 'too many files: at most 100 can be submitted' }],
    ]);
  });

  it.each([
    ['5 MB source', 5_000_000],
    ['5 MB of base64', 5_000_000, 'base64'],
    ['more than the problem allows', 65 * 1024],
    ['more than the problem allows, in base64', 100 * 1024, 'base64'],
  ])('%s', async (_what, bytes, encoding = 'utf-8') => {
    const files = [{ name: 'a.c', content: 'x'.repeat(bytes), encoding }];
    const answer = await api.submit('main', 'beta', { files });
    expect([answer.status, answer.body.code]).toEqual([413, 'SUBMISSION_TOO_LARGE']);
    expect(answer.body.errors?.map((error) => error.path)).toContain('files');
  });

  it('several wrong fields are named together', async () => {
    const answer = await api.submit('main', 'beta', { problem: 'Z', language: 'smalltalk' });
    expect(answer.body.errors?.map((error) => error.path)).toEqual(['problem', 'language']);
  });

  it('300 files and 5 MB as a form', async () => {
    const many = new FormData();
    const large = new FormData();
    for (const form of [many, large]) {
      form.set('problem', 'A');
      form.set('language', 'c');
    }
    for (let i = 0; i < 300; i += 1) many.append('file', new Blob(['x']), `f${i}.c`);
    large.append('file', new Blob(['x'.repeat(5_000_000)]), 'a.c');
    const manyAnswer = await api.request('POST', '/api/contests/main/submissions', {
      as: 'beta',
      body: many,
    });
    expect([manyAnswer.status, manyAnswer.body.errors?.[0]?.path]).toEqual([422, 'files']);
    const largeAnswer = await api.request('POST', '/api/contests/main/submissions', {
      as: 'beta',
      body: large,
    });
    expect([largeAnswer.status, largeAnswer.body.code]).toEqual([413, 'SUBMISSION_TOO_LARGE']);
  });

  it('broken JSON', async () => {
    const answer = await api.request('POST', '/api/contests/main/submissions', {
      as: 'beta',
      body: '{"problem": ',
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'BODY_UNREADABLE']);
  });
});

describe('who may submit, and when', () => {
  it('a visitor must log in', async () => {
    const answer = await api.request('POST', '/api/contests/main/submissions', { body: {} });
    expect([answer.status, answer.body.code]).toEqual([401, 'LOGIN_REQUIRED']);
  });

  it('not to a contest that does not exist', async () => {
    const { status, body } = await api.submit('nowhere');
    expect([status, body.code]).toEqual([404, 'CONTEST_UNKNOWN']);
  });

  it('not before the start, which the answer says', async () => {
    const startsAt = new Date(Date.now() + hour).toISOString();
    await api.makeContest('future', { startsAt, endsAt: new Date(Date.now() + 2 * hour).toISOString() });
    const { status, body } = await api.submit('future');
    expect([status, body.code]).toEqual([403, 'CONTEST_NOT_STARTED']);
    expect(body.detail).toContain(startsAt);
  });

  it('not after the end', async () => {
    await api.makeContest('past', {
      startsAt: new Date(Date.now() - 2 * hour).toISOString(),
      endsAt: new Date(Date.now() - hour).toISOString(),
    });
    const { status, body } = await api.submit('past');
    expect([status, body.code]).toEqual([403, 'CONTEST_CLOSED']);
  });

  it('after the end, the same key again is answered with what was handed in before it', async () => {
    const change = { idempotencyKey: randomUUID() };
    await api.makeContest('ending');
    const first = await api.submit('ending', 'alpha', change);
    await api.makeContest('ending', { endsAt: new Date(Date.now() - 1).toISOString() });
    const again = await api.submit('ending', 'alpha', change);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    expect((await api.submit('ending', 'alpha')).body.code).toBe('CONTEST_CLOSED');
  });

  it('not to a contest of other teams', async () => {
    await api.makeContest('others', { teams: [{ id: 'beta', name: 'Team Beta' }] });
    const { status, body } = await api.submit('others', 'alpha');
    expect([status, body.code]).toEqual([403, 'TEAM_NOT_IN_CONTEST']);
  });

  it('the jury at any time, and its submissions are its own', async () => {
    const { status, body } = await api.submit('future', 'jury');
    expect(status).toBe(201);
    expect(body).toMatchObject({ jury: true, team: { id: 'jury' } });
  });

  it('a team at most 20 times a minute', async () => {
    await api.makeContest('rate');
    // All at the same moment: nobody slips through beside another.
    const answers = await Promise.all(Array.from({ length: 25 }, () => api.submit('rate', 'beta')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const { status, body, headers } = await api.submit('rate', 'beta');
    expect([status, body.code]).toEqual([429, 'SUBMISSION_RATE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.submit('rate', 'alpha')).status).toBe(201);
  });

  it('many at the same moment, which line up behind each other and not beside each other', async () => {
    await api.makeContest('crowd');
    await Promise.all(Array.from({ length: 12 }, () => api.submit('crowd', 'beta')));
    const { rows } = await api.sql.query<{ behind: number; expected: number }>(
      `SELECT (t.deadline_ms - (extract(epoch FROM s.submitted_at) * 1000)::int8 - 4 * t.expected_ms)::float8 AS behind,
         t.expected_ms AS expected
       FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
       WHERE s.contest_id = 'crowd' ORDER BY 1`,
    );
    const cost = rows[0]?.expected ?? 0;
    expect(cost).toBeGreaterThan(0);
    // Each is behind the work of all that were written before it, to the millisecond of rounding.
    rows.forEach(({ behind }, index) => expect(Math.abs(behind - index * cost)).toBeLessThanOrEqual(2));
  });

  it('and what the jury hands in beyond a try or two lines up as a rejudging does', async () => {
    await api.makeContest('solutions');
    const handedIn = 40;
    for (let i = 0; i < handedIn; i += 1) await api.submit('solutions', 'jury');
    const { rows } = await api.sql.query<{ lag: number; expected: number }>(
      `SELECT (t.deadline_ms - (extract(epoch FROM s.submitted_at) * 1000)::int8)::float8 AS lag, t.expected_ms AS expected
       FROM judge_task t JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
       WHERE s.contest_id = 'solutions' ORDER BY 1`,
    );
    const hour = 3_600_000;
    const urgent = rows.filter(({ lag }) => lag < hour);
    expect(urgent.length).toBeGreaterThan(0);
    expect(urgent.reduce((sum, { expected }) => sum + expected, 0)).toBeLessThan(40_000);
    expect(rows.slice(urgent.length).every(({ lag }) => lag > 5 * hour)).toBe(true);
    expect(rows.length - urgent.length).toBeGreaterThan(0);
  });
});
