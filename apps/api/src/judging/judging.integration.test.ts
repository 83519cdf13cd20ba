import { Redis } from 'ioredis';
import { redisOptions } from '@sandglass/queue';
import type { Measurement, Scoreboard, TestOutput } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { condition, FakeHost, run } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
  host = await environment.host();
});

const allRight = ['AC', 'AC', 'AC', 'AC'] as const;

describe('a judging', () => {
  it('goes from the submission through the queue, a claim and a report to its verdict', async () => {
    const { body } = await api.submit('main');
    const task = await host.take();
    expect(task).toMatchObject({ submissionId: body.id, language: 'c', lazy: true, fencingToken: 1 });
    expect(task.tests.map(({ name }) => name)).toEqual(['sample/1', 'sample/2', 'secret/1', 'secret/2']);
    expect(Buffer.from(task.files[0]?.base64 ?? '', 'base64').toString()).toContain('int main');
    expect(task.limits.cpuUs).toBe(1_000_000);
    expect((await host.finish(task, allRight)).status).toBe(204);

    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({
      state: 'done',
      verdict: 'AC',
      testsDone: 4,
      maxCpuUs: 1003,
      judgehost: 'host1',
    });
    expect(jury.judgings[0]?.tests.map(({ verdict }) => verdict)).toEqual([...allRight]);
    expect(jury.judgings[0]?.tests[0]?.measurement?.gapUs).toBe(1000);
    await expect
      .poll(async () => (await api.get<Scoreboard>('/api/contests/main/scoreboard')).body.rows[0])
      .toMatchObject({
        team: { id: 'alpha' },
        solved: 1,
        cells: [{ solved: true, tries: 1, firstToSolve: true }],
      });
  });

  it('shows its team the verdict and the samples, and nothing of hidden tests', async () => {
    const { body } = await api.submit('main');
    await host.finish(await host.take(), ['AC', 'AC', 'WA']);
    const team = await api.detail(body.id, 'alpha');
    expect(team.verdict).toBe('WA');
    expect(team.judgings[0]?.tests.map(({ ordinal, verdict }) => [ordinal, verdict])).toEqual([
      [0, 'AC'],
      [1, 'AC'],
    ]);
    expect(JSON.stringify(team)).not.toMatch(/made up|secret message|secret\/1|host1/);
  });

  it('ends at a failed compilation with CE and the output of the compiler', async () => {
    const { body } = await api.submit('main');
    const task = await host.take();
    const compile = { success: false, output: 'sum.c:1: error', measurement: null };
    await host.report(task, { compile, done: { kind: 'finished' } });
    expect(await api.detail(body.id, 'alpha')).toMatchObject({
      verdict: 'CE',
      judgings: [{ compile: { success: false, output: 'sum.c:1: error' } }],
    });
  });

  it('applies a report once, though it comes twice, and says so both times', async () => {
    const { body } = await api.submit('main');
    const task = await host.take();
    const first = {
      compile: { success: true, output: '', measurement: null },
      runs: [run(0, 'AC'), run(1, 'AC')],
    };
    expect((await host.report(task, first)).status).toBe(204);
    expect((await host.report(task, first)).status).toBe(204);
    expect(await api.detail(body.id)).toMatchObject({ testsDone: 2, state: 'running' });
    const last = { runs: [run(2, 'AC'), run(3, 'AC')], done: { kind: 'finished' } as const };
    expect((await host.report(task, last)).status).toBe(204);
    expect((await host.report(task, last)).status).toBe(204);
    const events = await api.sql.query(
      `SELECT 1 FROM contest_event WHERE data->>'submissionId' = $1 AND data->>'type' = 'judging'`,
      [body.id],
    );
    expect(events.rowCount).toBe(1);
  });

  it('is not believed to be finished while results are missing', async () => {
    const { body } = await api.submit('main');
    await host.finish(await host.take(), ['AC', 'AC']);
    expect((await api.detail(body.id)).verdict).toBeNull();
    // Tried again, from the start.
    const again = await host.take();
    expect(again.tests).toHaveLength(4);
    await host.finish(again, allRight);
    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ verdict: 'AC', testsDone: 4 });
    expect(jury.judgings[0]?.error).toContain('JUDGE_REPORT_INCOMPLETE');
  });

  it('survives output with NUL bytes and invalid UTF-8', async () => {
    const { body } = await api.submit('main');
    const task = await host.take();
    const odd = {
      ...run(0, 'WA'),
      outputHead: Buffer.from([0, 255, 65]).toString('base64'),
      validatorMessage: 'found "\0"',
    };
    await host.report(task, {
      compile: { success: true, output: 'a\0b', measurement: null },
      runs: [odd],
      done: { kind: 'finished' },
    });
    const jury = await api.detail(body.id);
    expect(jury.verdict).toBe('WA');
    const said = await api.get<TestOutput>(`/api/submissions/${body.id}/tests/0`, 'jury');
    expect(said.body.output?.text).toBe('\0\uFFFDA');
  });
});

describe('our own failures', () => {
  it('are tried some times, then are a judging error for the jury, and for the team the judging goes on', async () => {
    const { body } = await api.submit('main');
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const task = await host.take();
      expect(
        (
          await host.report(task, {
            done: { kind: 'error', code: 'SANDBOX_SETUP', message: `no space, ${attempt}` },
          })
        ).status,
      ).toBe(204);
      // The only host there is: the task waits before it comes there again, longer each time.
      if (attempt > 1 && attempt < 6) expect(await api.tasks.waits(task.id)).toBe(true);
      await api.tasks.endWait(task.id);
    }
    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ state: 'done', verdict: 'JE' });
    expect(jury.judgings[0]?.error?.split('\n')).toHaveLength(6);
    expect(jury.judgings[0]?.error).toContain('try 1 on host1: SANDBOX_SETUP: no space, 1');
    const team = await api.detail(body.id, 'alpha');
    expect(team).toMatchObject({ state: 'running', verdict: null });
    expect(JSON.stringify(team)).not.toContain('SANDBOX');
  });

  describe('a program that seems to have broken its slot', () => {
    const broken = { kind: 'error', code: 'JUDGE_BREAKS_SLOT', message: 'three times' } as const;

    it('may be blamed by the only host there is when it is tried again there', async () => {
      const { body } = await api.submit('main');
      const first = await host.take();
      expect(first.mayBlame).toBe(false);
      await host.report(first, { done: broken });
      expect(await api.tasks.waits(first.id)).toBe(true);
      await api.tasks.endWait(first.id);
      const again = await host.take();
      expect(again.mayBlame).toBe(true);
      await host.finish(again, ['RTE']);
      expect(await api.detail(body.id)).toMatchObject({ verdict: 'RTE' });
    });

    it('may be blamed by the host that is the second to see it, and by no other', async () => {
      const { body } = await api.submit('main');
      const first = await host.take();
      await host.report(first, { done: { kind: 'error', code: 'HOST_DISK', message: 'full' } });
      const other = await FakeHost.join(api, 'host2', services.redisUrl);
      try {
        // Claims go by the id: which host the queue offers it to is not what this is about.
        const elsewhere = await other.claim(first.id);
        expect(elsewhere.body).toMatchObject({ id: first.id, mayBlame: false });
        await other.report(elsewhere.body, { done: broken });
        const again = await host.claim(first.id);
        expect(again.body).toMatchObject({ id: first.id, mayBlame: true });
        await host.finish(again.body, allRight);
        expect(await api.detail(body.id)).toMatchObject({ verdict: 'AC' });
      } finally {
        await other.leave();
        await api.sql.query(`DELETE FROM judgehost WHERE name = 'host2'`);
      }
    });
  });

  it('a task handed back costs no try', async () => {
    const { body } = await api.submit('main');
    for (let attempt = 1; attempt <= 4; attempt += 1)
      await host.report(await host.take(), { done: { kind: 'handed-back' } });
    await host.finish(await host.take(), allRight);
    expect(await api.detail(body.id)).toMatchObject({ verdict: 'AC', judgings: [{ error: null }] });
  });

  it('a test that could not be judged is tried again, and judged when that works', async () => {
    const { body } = await api.submit('main', 'beta');
    await host.finish(await host.take(), ['AC', 'JE']);
    expect(await api.detail(body.id)).toMatchObject({ state: 'running', verdict: null });
    await host.finish(await host.take(), allRight);
    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ verdict: 'AC', testsDone: 4 });
    expect(jury.judgings[0]?.error).toContain('try 1 on host1: JUDGE_VALIDATION_ERROR');
  });

  it('a compiler that was stopped because its host starved it is no compile error', async () => {
    const { body } = await api.submit('main', 'beta');
    const starved: Measurement = {
      ...run(0, 'AC'),
      outcome: 'wall-limit',
      exitCode: null,
      signal: 9,
      cpuUs: 10_000,
      wallUs: 75_000_000,
      gapUs: 74_990_000,
      runQueueUs: 70_000_000,
      blockIoUs: 0,
    };
    const compile = { success: false, output: 'Compilation was stopped', measurement: starved };
    // Reported before the end of the task as well as with it.
    const first = await host.take();
    await host.report(first, { compile });
    await host.report(first, { done: { kind: 'finished' } });
    await host.report(await host.take(), { compile, done: { kind: 'finished' } });
    const jury = await api.detail(body.id);
    expect(jury.verdict).toBeNull();
    expect(jury.judgings[0]?.error).toContain('JUDGE_COMPILER_STARVED: wall-clock kill at 10 ms');
    expect(JSON.stringify(await api.detail(body.id, 'beta'))).not.toMatch(/CE|stopped/);
    const { id } = first;
    await api.tasks.endWait(id);
    await host.finish(await host.take(), allRight);
    expect((await api.detail(body.id, 'beta')).verdict).toBe('AC');
  });

  it('a test that can never be judged makes a judging error, not a verdict', async () => {
    const { body } = await api.submit('main');
    for (let attempt = 1; attempt <= 3; attempt += 1) await host.finish(await host.take(), ['AC', 'JE']);
    expect((await api.detail(body.id)).verdict).toBe('JE');
    const team = await api.detail(body.id, 'alpha');
    expect(team.verdict).toBeNull();
    expect(team).toMatchObject({ state: 'running', waitsForJury: true, testsDone: null });
    expect(JSON.stringify(team)).not.toContain('JE');
  });

  it('are left to another host only as long as one takes tasks, and does not leave them lying', async () => {
    const other = await FakeHost.join(api, 'host2', services.redisUrl);
    const { body } = await api.submit('main', 'beta');
    const failed = await host.take();
    // What the other is offered it leaves lying: it reaches the api, and not the queue.
    await host.report(failed, { done: { kind: 'error', code: 'HOST_INTERNAL', message: 'why ever' } });
    expect((await host.claim(failed.id)).status).toBe(409);
    const allowed = { slots: 0, of: 1, why: 'every slot is broken' };
    await other.heartbeat([], { condition: condition({ allowed }) });
    const taken = await host.claim(failed.id);
    expect(taken.status).toBe(200);

    await other.heartbeat([], { condition: condition() });
    await host.report(taken.body, { done: { kind: 'handed-back', lacks: 'what it is' } });
    expect((await host.claim(failed.id)).status).toBe(409);
    await api.tasks.releasedEarlier(failed.id, 31);
    const again = await host.claim(failed.id);
    expect(again.status).toBe(200);
    await host.finish(again.body, allRight);
    expect((await api.detail(body.id)).verdict).toBe('AC');
    await other.leave();
    await api.sql.query(`DELETE FROM judgehost WHERE name = 'host2'`);
  });

  it('a flushed Redis loses nothing', async () => {
    const redis = new Redis(redisOptions(services.redisUrl));
    const disable = (enabled: boolean): Promise<unknown> =>
      api.sql.query('UPDATE judgehost SET enabled = $1', [enabled]);
    await disable(false);
    const ids = [];
    for (let i = 0; i < 5; i += 1)
      ids.push((await api.submit('main', i % 2 === 0 ? 'alpha' : 'beta')).body.id);
    await redis.flushall();
    await disable(true);
    for (const _ of ids) await host.finish(await host.take(), allRight);
    for (const id of ids) expect((await api.detail(id)).verdict).toBe('AC');
    redis.disconnect();
  });
});

describe('judging again', () => {
  it('keeps the old verdict until the new one is there, then moves the scoreboard', async () => {
    await api.makeContest('again');
    const { body } = await api.submit('again', 'beta');
    await host.finish(await host.take(), ['WA']);
    const asked = await api.request('POST', `/api/submissions/${body.id}/rejudge`, { as: 'jury' });
    expect(asked.status).toBe(200);
    expect(await api.detail(body.id, 'beta')).toMatchObject({ state: 'done', verdict: 'WA' });
    await host.finish(await host.take(), allRight);
    await expect.poll(() => api.detail(body.id, 'beta')).toMatchObject({ verdict: 'AC' });
    expect((await api.detail(body.id, 'beta')).judgings).toHaveLength(1);
    expect((await api.detail(body.id)).judgings.map(({ verdict, valid }) => [verdict, valid])).toEqual([
      ['AC', true],
      ['WA', false],
    ]);
    await expect
      .poll(async () => (await api.get<Scoreboard>('/api/contests/again/scoreboard')).body.rows[0])
      .toMatchObject({ team: { id: 'beta' }, solved: 1 });
  });

  it('asked for several times at the same moment is done once', async () => {
    const { body } = await api.submit('again', 'beta');
    await host.finish(await host.take(), ['WA']);
    const asked = await Promise.all(
      [1, 2, 3].map(() =>
        api.request<{ judgingId: string }>('POST', `/api/submissions/${body.id}/rejudge`, { as: 'jury' }),
      ),
    );
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(asked.map((answer) => answer.body.judgingId)).size).toBe(1);
    await host.finish(await host.take(), ['TLE']);
    await expect.poll(() => api.detail(body.id, 'beta')).toMatchObject({ verdict: 'TLE' });
    const judgings = (await api.detail(body.id)).judgings;
    expect(judgings.map(({ valid }) => valid)).toEqual([true, false]);
  });

  it('takes the place of a judging that never ended, which is cancelled', async () => {
    const { body } = await api.submit('again', 'beta');
    const stuck = await host.take();
    await api.request('POST', `/api/submissions/${body.id}/rejudge`, { as: 'jury' });
    await host.finish(await host.take(), allRight);
    await expect.poll(() => api.detail(body.id, 'beta')).toMatchObject({ state: 'done', verdict: 'AC' });
    expect((await api.detail(body.id)).judgings.map(({ state, valid }) => [state, valid])).toEqual([
      ['done', true],
      ['cancelled', false],
    ]);
    const running = [{ taskId: stuck.id, fencingToken: stuck.fencingToken }];
    expect((await host.heartbeat(running)).body.lost).toEqual([stuck.id]);
    expect((await host.finish(stuck, ['WA'])).status).toBe(409);
    expect((await api.detail(body.id, 'beta')).verdict).toBe('AC');
  });

  it('is not for teams', async () => {
    const { body } = await api.submit('main');
    expect((await api.request('POST', `/api/submissions/${body.id}/rejudge`, { as: 'alpha' })).status).toBe(
      403,
    );
    await host.finish(await host.take(), allRight);
  });
});
