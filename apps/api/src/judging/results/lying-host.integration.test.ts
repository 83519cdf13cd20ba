/** A judgehost that lies: the verdict is that of the honest hosts, for all that the liar sends. */
import { createHash } from 'node:crypto';
import type { JudgeTask, TaskReport } from '@sandglass/contracts';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { packageFiles } from '../../testing/package-zip.ts';
import { run, type FakeHost } from '../../testing/fake-host.ts';
import { withTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';

let environment: TestEnvironment;
let api: TestApi;
let liar: FakeHost;
let honest: FakeHost;

withTestEnvironment(
  async (started) => {
    environment = started;
    ({ api } = environment);
    await api.makeContest('finals');
    await api.importPackage('another', {
      ...packageFiles('another'),
      'data/secret/1.in': 'its own\n',
      'data/secret/1.ans': 'as well\n',
    });
    liar = await environment.host('liar');
    honest = await environment.host('honest');
    // Both are offered tasks by the test, never by the queue.
    await liar.leave();
    await honest.leave();
  },
  { testsPerTask: 2 },
);

const build = 'b'.repeat(64);
const otherBuild = 'c'.repeat(64);
const bytesOf = (text: string): Buffer<ArrayBuffer> => Buffer.from(text);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function tasksOf(submission: string): Promise<string[]> {
  const { rows } = await api.sql.query<{ id: string }>(
    'SELECT t.id FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE j.submission_id = $1 ORDER BY t.ordinal',
    [submission],
  );
  return rows.map(({ id }) => id);
}

async function submitted(): Promise<{ id: string; tasks: string[] }> {
  const { body } = await api.submit('finals');
  return { id: body.id, tasks: await tasksOf(body.id) };
}

/** The honest host judges what is left of a submission. */
async function judgeHonestly(id: string): Promise<void> {
  for (const task of await tasksOf(id)) {
    const claimed = await honest.claim(task);
    if (claimed.status === 200) expect((await honest.finish(claimed.body, ['AC', 'AC'])).status).toBe(204);
    else expect(claimed.body.detail).toContain('done');
  }
  expect(await api.detail(id)).toMatchObject({ state: 'done', verdict: 'AC', testsDone: 4 });
}

const idOf = async (name: string): Promise<string> =>
  (await api.sql.query<{ id: string }>('SELECT id FROM judgehost WHERE name = $1', [name])).rows[0]?.id ?? '';

/** As if the time were over for which the limits allow to hold it. */
const heldTooLong = (task: string): Promise<unknown> =>
  api.sql.query(
    `UPDATE judge_task SET lease_until = now() - interval '1 s', hold_until = now() - interval '1 s' WHERE id = $1`,
    [task],
  );

const stateOf = async (task: string): Promise<string | undefined> =>
  (await api.sql.query<{ state: string }>('SELECT state FROM judge_task WHERE id = $1', [task])).rows[0]
    ?.state;

/** Statements that begin so and wait for a lock now. */
async function waitingFor(like: string): Promise<number | null> {
  const { rowCount } = await api.sql.query(
    `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`,
    [like],
  );
  return rowCount;
}

describe('a judgehost that lies', () => {
  it('reports nothing of a task that another host has, or that nobody has', async () => {
    const { id, tasks } = await submitted();
    const [first = '', second = ''] = tasks;
    const { body: task } = await honest.claim(first);
    const wrong: Partial<TaskReport> = { runs: [run(0, 'WA')], done: { kind: 'finished' } };
    for (const fencingToken of [task.fencingToken, task.fencingToken + 1]) {
      const refused = await liar.report({ id: first, fencingToken }, wrong);
      expect([refused.status, refused.body.code]).toEqual([409, 'JUDGE_TASK_LEASE_LOST']);
    }
    expect((await liar.report({ id: second, fencingToken: 1 }, wrong)).status).toBe(409);
    // Nor does a heartbeat that names it keep it alive or take it.
    const heartbeat = await liar.heartbeat([{ taskId: first, fencingToken: task.fencingToken }]);
    expect(heartbeat.body.lost).toEqual([first]);
    expect((await honest.finish(task, ['AC', 'AC'])).status).toBe(204);
    await judgeHonestly(id);
  });

  it('reports nothing of tests that are not its task’s', async () => {
    const { id, tasks } = await submitted();
    const { body: task } = await liar.claim(tasks[0] ?? '');
    await liar.compiled(task);
    // Tests 2 and 3 are of the second task, and 40 is none.
    const foreign = [run(0, 'AC'), run(1, 'AC'), run(2, 'WA'), run(3, 'WA'), run(40, 'WA')];
    expect((await liar.report(task, { runs: foreign, done: { kind: 'finished' } })).status).toBe(204);
    await judgeHonestly(id);
  });

  it('gets as many tasks as its slots can judge, however many it asks for at once; the others are judged', async () => {
    const all = await Promise.all(Array.from({ length: 9 }, submitted));
    const answers = await Promise.all(all.map(({ tasks }) => liar.claim(tasks[0] ?? '')));
    const given = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    const refused = answers.filter(({ status }) => status !== 200);
    // Of one slot.
    expect(given).toHaveLength(4);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'JUDGEHOST_FULL']);
    const taken = new Set(given.map(({ submissionId }) => submissionId));
    for (const { id } of all) if (!taken.has(id)) await judgeHonestly(id);
    // What it has it may finish, and then it gets more.
    for (const task of given) await liar.report(task, { done: { kind: 'handed-back' } });
    for (const id of taken) await judgeHonestly(id);
    const more = await submitted();
    const { status, body } = await liar.claim(more.tasks[0] ?? '');
    expect(status).toBe(200);
    await liar.report(body, { done: { kind: 'handed-back' } });
    await judgeHonestly(more.id);
  });

  it('says that it has thousands of slots, and is refused', async () => {
    const refused = await liar.register(undefined, undefined, undefined, 1_000_000);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('slots');
  });

  it('renews a lease for as long as the limits allow, and then others are asked first', async () => {
    await honest.heartbeat();
    const { id, tasks } = await submitted();
    const [first = ''] = tasks;
    const { body: task } = await liar.claim(first, '0190a000-0000-7000-8000-000000000001');
    const bound = await api.sql.query<{ s: number }>(
      'SELECT extract(epoch FROM hold_until - now())::float8 AS s FROM judge_task WHERE id = $1',
      [first],
    );
    // Ten minutes and the limits of two tests: of seconds, not of hours.
    expect(bound.rows[0]?.s).toBeGreaterThan(600);
    expect(bound.rows[0]?.s).toBeLessThan(3600);
    // As if that time were over.
    await api.sql.query(`UPDATE judge_task SET hold_until = now() + interval '300 ms' WHERE id = $1`, [
      first,
    ]);
    const running = [{ taskId: first, fencingToken: task.fencingToken }];
    await expect
      .poll(
        async () => {
          await honest.heartbeat();
          await liar.report(task, { runs: [] });
          await liar.claim(first, '0190a000-0000-7000-8000-000000000001');
          return (await liar.heartbeat(running)).body.lost;
        },
        { interval: 50 },
      )
      .toEqual([first]);
    await honest.heartbeat();
    const again = await liar.claim(first);
    expect(again.body.detail).toContain('it failed on this host and waits for another');
    expect((await liar.finish(task, ['WA', 'WA'])).body.code).toBe('JUDGE_TASK_LEASE_LOST');
    const error = async (): Promise<string | null | undefined> =>
      (
        await api.sql.query<{ error: string | null }>('SELECT error FROM judging WHERE submission_id = $1', [
          id,
        ])
      ).rows[0]?.error;
    await expect.poll(error).toContain('liar held a task for longer than its limits allow');
    await judgeHonestly(id);
  });

  it('does not take a task again that it held for too long, before the sweep notes it', async () => {
    const { id, tasks } = await submitted();
    const [first = ''] = tasks;
    expect((await liar.claim(first)).status).toBe(200);
    await honest.heartbeat();
    await heldTooLong(first);
    const again = await liar.claim(first);
    expect([again.status, again.body.code]).toEqual([409, 'JUDGE_TASK_NOT_DUE']);
    await expect.poll(() => stateOf(first)).toBe('due');
    await judgeHonestly(id);
  });

  it('does not take a task that became free for others while its repeated claim waited', async () => {
    const nonce = '0190a000-0000-7000-8000-000000000002';
    const { id, tasks } = await submitted();
    const [first = ''] = tasks;
    expect((await liar.claim(first, nonce)).status).toBe(200);
    const other = new Client({ connectionString: environment.services.databaseUrl });
    await other.connect();
    let waiting: ReturnType<FakeHost['claim']>;
    try {
      // A claim looks at the task first, and then waits for the lock of its judging.
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM judging WHERE submission_id = $1 FOR UPDATE', [id]);
      waiting = liar.claim(first, nonce);
      await expect.poll(() => waitingFor('SELECT state FROM judging%')).toBe(1);
      await honest.heartbeat();
      await heldTooLong(first);
      await expect.poll(() => stateOf(first)).toBe('due');
    } finally {
      await other.end();
    }
    const answered = await waiting;
    expect([answered.status, answered.body.code]).toEqual([409, 'JUDGE_TASK_NOT_DUE']);
    await judgeHonestly(id);
  });

  it('replaces no program, keeps one only, and none of a judging that it has no task of', async () => {
    const { id, tasks } = await submitted();
    const [first = '', second = ''] = tasks;
    const { body: task } = await honest.claim(first);
    expect((await honest.putProgram(task, build, bytesOf('the program'))).status).toBe(204);
    const foreign = await liar.putProgram(task, build, bytesOf('poison'));
    expect([foreign.status, foreign.body.code]).toEqual([409, 'JUDGE_TASK_LEASE_LOST']);
    await honest.compiled(task);
    // Now it has a task of that judging.
    const { body: own } = await liar.claim(second);
    expect(own.programs).toMatchObject([{ sha256: hashOf('the program') }]);
    const poison = await liar.putProgram(own, build, bytesOf('poison'));
    expect([poison.status, poison.body.code]).toEqual([409, 'JUDGE_PROGRAM_KNOWN']);
    // The same again is what a repeated request is.
    expect((await honest.putProgram(task, build, bytesOf('the program'))).status).toBe(204);
    expect((await liar.putProgram(own, otherBuild, bytesOf('poison'))).status).toBe(204);
    for (const wrong of ['d', 'e'])
      expect((await liar.putProgram(own, wrong.repeat(64), bytesOf('more'))).body.code).toBe(
        'JUDGE_PROGRAM_KNOWN',
      );
    expect((await liar.program(hashOf('the program'))).body).toBe('the program');
    await liar.report(own, { done: { kind: 'handed-back' } });
    expect((await honest.finish(task, ['AC', 'AC'])).status).toBe(204);
    await judgeHonestly(id);
  });

  it('sends no report that is beyond all bounds', async () => {
    const { id, tasks } = await submitted();
    const { body: task } = await liar.claim(tasks[0] ?? '');
    const giant = 'x'.repeat(300 * 1024);
    const one = run(0, 'WA');
    const reports: [string, Partial<TaskReport>][] = [
      ['outputHead', { runs: [{ ...one, outputHead: giant }] }],
      ['validatorMessage', { runs: [{ ...one, validatorMessage: giant }] }],
      ['runs', { runs: Array.from({ length: 4097 }, () => one) }],
      ['compile', { compile: { success: false, output: giant, measurement: null } }],
      ['message', { done: { kind: 'error', code: 'X', message: giant } }],
      ['code', { done: { kind: 'error', code: giant, message: '' } }],
    ];
    for (const [field, report] of reports) {
      const refused = await liar.report(task, report);
      expect([refused.status, refused.body.code], field).toEqual([400, 'REQUEST_INVALID']);
      expect(JSON.stringify(refused.body.errors), field).toContain(field);
    }
    const bodies = Array.from({ length: 100 }, () => ({ ...one, outputHead: 'x'.repeat(100 * 1024) }));
    expect((await liar.report(task, { runs: bodies })).status).toBe(413);
    await liar.report(task, { done: { kind: 'handed-back' } });
    await judgeHonestly(id);
  });

  it('gets no file of a problem that it may not judge', async () => {
    const restrict = async (restrictions: object): Promise<void> => {
      const body = { restrictions: { contests: null, problems: null, languages: null, ...restrictions } };
      const path = `/api/judgehosts/${await idOf('liar')}`;
      expect((await api.request('PATCH', path, { as: 'admin', body })).status).toBe(200);
    };
    const [own, other] = [await onlyOf('sum'), await onlyOf('another')];
    for (const file of [own, other]) expect((await liar.file(file)).status).toBe(200);
    for (const restrictions of [{ problems: ['sum'] }, { contests: ['finals'] }]) {
      await restrict(restrictions);
      expect((await liar.file(own)).status).toBe(200);
      const refused = await liar.file(other);
      expect([refused.status, refused.body.code]).toEqual([403, 'JUDGEHOST_RESTRICTED']);
      expect((await liar.file('0'.repeat(64))).status).toBe(403);
    }
    await restrict({});
    expect((await liar.file(other)).status).toBe(200);
  });

  it('has nothing left of it when it is revoked: no task, no program, no right', async () => {
    const { id, tasks } = await submitted();
    const { body: task } = await liar.claim(tasks[0] ?? '');
    expect((await liar.putProgram(task, build, bytesOf('poison'))).status).toBe(204);
    const path = `/api/judgehosts/${await idOf('liar')}/revoke`;
    expect((await api.request('POST', path, { as: 'admin' })).status).toBe(200);
    expect((await liar.report(task, { runs: [run(0, 'WA')] })).status).toBe(401);
    await expect.poll(async () => (await honest.program(hashOf('poison'))).status).toBe(404);
    await expect
      .poll(async () => {
        const claimed = await honest.claim(task.id);
        return claimed.status === 200 ? (claimed.body as JudgeTask).programs : null;
      })
      .toEqual([]);
    const { rows } = await api.sql.query<{ token: number }>(
      'SELECT fencing_token AS token FROM judge_task WHERE id = $1',
      [task.id],
    );
    const again = { ...task, fencingToken: rows[0]?.token ?? 0 };
    expect((await honest.finish(again, ['AC', 'AC'])).status).toBe(204);
    await judgeHonestly(id);
  });
});

/** A file that one problem alone has. */
async function onlyOf(problem: string): Promise<string> {
  const { rows } = await api.sql.query<{ sha256: string }>(
    `SELECT c.input_sha256 AS sha256 FROM test_case c JOIN problem_version v ON v.id = c.version_id
     WHERE v.problem_id = $1 AND NOT EXISTS (SELECT 1 FROM test_case o JOIN problem_version w ON w.id = o.version_id
       WHERE w.problem_id <> $1 AND c.input_sha256 IN (o.input_sha256, o.answer_sha256)) LIMIT 1`,
    [problem],
  );
  return rows[0]?.sha256 ?? '';
}
