/** A judging in several tasks: one compiles, the others wait for its program. */
import type { JudgeTask } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/lib/sha256.ts';
import { EventReader } from '../../testing/event-reader.ts';
import { type FakeHost, run } from '../../testing/fake-host.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let other: FakeHost;

withTestEnvironment(
  async (environment) => {
    ({ api } = environment);
    await api.makeContest('main');
    host = await environment.host();
    other = await environment.host('host2');
  },
  { testsPerTask: 2 },
);

const build = sha256('gcc 12');
const program = Buffer.from('the program');

/** Whichever host is offered the next task. */
async function take(): Promise<{ by: FakeHost; task: JudgeTask }> {
  const offers = [host, other].map(async (by) => ({ by, taskId: await by.nextTask() }));
  const first = await Promise.race(offers);
  // The other one's next offer goes to the next caller.
  for (const [index, by] of [host, other].entries())
    if (by !== first.by) void offers[index]?.then(({ taskId }) => by.offered(taskId));
  const { status, body } = await first.by.claim(first.taskId);
  return status === 200 ? { by: first.by, task: body } : take();
}

async function states(submissionId: string): Promise<string[]> {
  const { rows } = await api.sql.query<{ state: string }>(
    `SELECT t.state FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE j.submission_id = $1 ORDER BY t.ordinal`,
    [submissionId],
  );
  return rows.map(({ state }) => state);
}

async function programs(): Promise<number> {
  return (await api.sql.query('SELECT 1 FROM judged_program')).rowCount ?? 0;
}

describe('a judging in several tasks', () => {
  it('is compiled by one of them: the others are due when that has succeeded, and know its program', async () => {
    const jury = await EventReader.open(api, 'main', 'jury');
    const { body } = await api.submit('main');
    const first = await take();
    expect(first.task).toMatchObject({ tests: [{ ordinal: 0 }, { ordinal: 1 }], programs: [] });
    expect(await states(body.id)).toEqual(['claimed', 'waiting']);
    expect((await first.by.putProgram(first.task, build, program)).status).toBe(204);
    await first.by.compiled(first.task);
    const second = await take();
    expect(second.task).toMatchObject({
      tests: [{ ordinal: 2 }, { ordinal: 3 }],
      programs: [{ build, sha256: sha256(program), bytes: program.length }],
    });
    expect((await other.program(sha256(program))).body).toBe('the program');
    await second.by.report(second.task, {
      runs: [run(2, 'AC'), run(3, 'AC')],
      done: { kind: 'finished' },
    });
    const progress = await jury.next((message) => message.type === 'progress' && message.testsDone === 2);
    expect(progress).toMatchObject({ verdicts: [null, null, 'AC', 'AC'] });
    jury.close();
    expect((await api.detail(body.id)).verdict).toBeNull();
    await first.by.report(first.task, { runs: [run(0, 'AC'), run(1, 'AC')], done: { kind: 'finished' } });
    expect(await api.detail(body.id)).toMatchObject({ verdict: 'AC', testsDone: 4 });
    // The judging is over: its program is gone.
    expect(await programs()).toBe(0);
    expect((await host.program(sha256(program))).status).toBe(404);
  });

  it('that does not compile ends once, and its other tasks never were due', async () => {
    const { body } = await api.submit('main');
    const { by, task } = await take();
    const compile = { success: false, output: 'no', measurement: null };
    await by.report(task, { compile, done: { kind: 'finished' } });
    expect((await api.detail(body.id)).verdict).toBe('CE');
    expect(await states(body.id)).toEqual(['done', 'cancelled']);
  });

  it('whose compiling host dies is compiled elsewhere, and only then goes on', async () => {
    const { body } = await api.submit('main');
    const { task: lost } = await take();
    await api.tasks.expireLease(lost.id);
    const again = await take();
    expect(again.task).toMatchObject({ id: lost.id, fencingToken: 2 });
    expect((await host.putProgram(lost, build, program)).status).toBe(409);
    expect(await states(body.id)).toEqual(['claimed', 'waiting']);
    await again.by.compiled(again.task);
    const second = await take();
    // Nobody kept a program for it: it is compiled again, and that says the same.
    expect(second.task.programs).toEqual([]);
    await second.by.finish(second.task, ['AC', 'AC']);
    await again.by.finish(again.task, ['AC', 'WA']);
    expect((await api.detail(body.id)).verdict).toBe('WA');
  });

  it('is no compile error because another host cannot compile what one has compiled', async () => {
    const { body } = await api.submit('main');
    const first = await take();
    await first.by.compiled(first.task);
    const second = await take();
    await second.by.report(second.task, {
      compile: { success: false, output: 'unknown option', measurement: null },
      done: { kind: 'finished' },
    });
    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ verdict: null, judgings: [{ compile: { success: true } }] });
    expect(jury.judgings[0]?.error).toContain('JUDGE_COMPILERS_DISAGREE');
    await first.by.finish(first.task, ['WA']);
    expect((await api.detail(body.id)).verdict).toBe('WA');
  });

  it('is decided by its first failing test, whichever task is reported first', async () => {
    const { body } = await api.submit('main');
    const first = await take();
    await first.by.compiled(first.task);
    const second = await take();
    await second.by.finish(second.task, ['WA']);
    expect((await api.detail(body.id)).verdict).toBeNull();
    await first.by.finish(first.task, ['AC', 'TLE']);
    expect((await api.detail(body.id)).verdict).toBe('TLE');
  });

  it('ends early when an early task fails, and the host of the later one is notified', async () => {
    const { body } = await api.submit('main');
    const first = await take();
    await first.by.compiled(first.task);
    const second = await take();
    await first.by.finish(first.task, ['WA']);
    expect((await api.detail(body.id)).verdict).toBe('WA');
    const { id: taskId, fencingToken } = second.task;
    expect((await second.by.heartbeat([{ taskId, fencingToken }])).body.lost).toEqual([taskId]);
    expect((await second.by.finish(second.task, ['AC', 'AC'])).status).toBe(409);
  });

  it('of which nobody would compile any more is found by the sweep', async () => {
    const { body } = await api.submit('main');
    const first = await take();
    // As after a restore from a backup: done, and the others never released.
    await api.sql.query(`UPDATE judge_task SET state = 'done' WHERE id = $1`, [first.task.id]);
    const second = await take();
    expect(second.task).toMatchObject({ submissionId: body.id, tests: [{ ordinal: 2 }, { ordinal: 3 }] });
    await second.by.finish(second.task, ['WA']);
  });
});

describe('a program', () => {
  it('is taken from the host that has the task alone, of a bounded size, and left by no judging', async () => {
    await api.submit('main');
    const { by, task } = await take();
    const stranger = by === host ? other : host;
    expect((await stranger.putProgram(task, build, program)).status).toBe(409);
    expect((await by.putProgram(task, build, Buffer.alloc(16 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await by.putProgram(task, 'gcc', program)).status).toBe(400);
    expect(await programs()).toBe(0);
    await by.putProgram(task, build, program);
    await by.putProgram(task, build, Buffer.from('another'));
    expect(await programs()).toBe(1);
    await by.finish(task, ['WA']);
    await api.sql.query(
      `INSERT INTO judged_program (judging_id, build, sha256, bytes, data) VALUES ($1, $2, $2, 1, 'x')`,
      [task.judgingId, build],
    );
    await expect.poll(programs, { timeout: 10_000 }).toBe(0);
  });
});
