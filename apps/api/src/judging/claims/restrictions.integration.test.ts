import type { Judgehost, WarmUpAnswer } from '@sandglass/contracts';
import { openJudgeQueue } from '@sandglass/queue';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../testing/fake-host.ts';
import { type TestEnvironment, withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';

let environment: TestEnvironment;
let api: TestApi;
let kept: FakeHost;

withTestEnvironment(async (started) => {
  environment = started;
  ({ api } = environment);
  await api.makeContest('finals');
  await api.makeContest('practice');
  await api.importPackage('another');
  kept = await environment.host('kept');
});

async function restrict(restrictions: object | null, host = 'kept') {
  const { body } = await api.get<{ judgehosts: Judgehost[] }>('/api/judgehosts', 'admin');
  const id = body.judgehosts.find(({ name }) => name === host)?.id;
  return api.request<Judgehost>('PATCH', `/api/judgehosts/${String(id)}`, {
    as: 'admin',
    body: { restrictions: { contests: null, problems: null, languages: null, ...restrictions } },
  });
}

describe('a host that is kept for some work and asks the common queues all the same', () => {
  it('gets nothing else, which waits for a host that may have it', async () => {
    expect((await restrict({ contests: ['finals'] })).body.restrictions).toEqual({
      contests: ['finals'],
      problems: null,
      languages: null,
    });
    await api.submit('practice');
    const refused = await kept.claim(await kept.nextTask());
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('this one is restricted to other work');
    // Its own work is not kept from it by what it may not have.
    const own = await api.submit('finals');
    const task = await kept.take();
    expect(task.submissionId).toBe(own.body.id);
    await kept.finish(task, ['AC', 'AC', 'AC', 'AC']);

    // One worker fewer that the task may come to in vain.
    await kept.leave();
    const other = await environment.host('other');
    const taken = await other.take();
    expect(taken.contestId).toBe('practice');
    await other.finish(taken, ['AC', 'AC', 'AC', 'AC']);
    await other.leave();
    kept = await environment.host('kept');
  });

  it('may be kept for problems and languages, and be freed again', async () => {
    await restrict({ problems: ['another'] });
    await api.submit('finals');
    expect((await kept.claim(await kept.nextTask())).status).toBe(409);
    await restrict({ languages: ['java'] });
    await restrict(null);
    await kept.heartbeat();
    const task = await kept.take();
    await kept.finish(task, ['AC', 'AC', 'AC', 'AC']);
  });

  it('cannot be kept for nothing at all', async () => {
    const { status, body } = await restrict({ languages: [] });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('must name at least one, or be null for all');
  });
});

describe('the queue of a restricted host', () => {
  const all = ['AC', 'AC', 'AC', 'AC'] as const;

  /** What the queue offers a host while it judges all it may. */
  async function judgeAll(
    host: FakeHost,
    count: number,
  ): Promise<{ offered: string[]; languages: string[] }> {
    const languages: string[] = [];
    const offered: string[] = [];
    while (languages.length < count) {
      const task = await host.nextTask();
      offered.push(task);
      const claimed = await host.claim(task);
      if (claimed.status !== 200) continue;
      languages.push(claimed.body.language);
      await host.finish(claimed.body, [...all]);
    }
    return { offered, languages };
  }

  it('holds what it may judge and nothing else; nothing waits because of it, in any order', async () => {
    await kept.leave();
    const java = await environment.host('java');
    const free = await environment.host('free');
    await free.register([
      { language: 'c', version: 'gcc 12' },
      { language: 'java', version: '17' },
    ]);
    await restrict({ languages: ['java'] }, 'java');
    expect((await java.heed()).restrictedQueue).toMatch(/^[0-9a-f]{16}$/);
    // Left over from the tests before, when it still looked in the common queue.
    const early = java.backlog;
    // The host with all languages is busy with the first of them while the others line up.
    const first = await api.submit('finals');
    const busy = await free.take();
    expect(busy.submissionId).toBe(first.body.id);
    for (let count = 0; count < 12; count += 1) {
      await api.submit(
        count % 2 === 0 ? 'finals' : 'practice',
        'alpha',
        count % 3 === 2 ? inJava(count) : {},
      );
    }
    const own = await judgeAll(java, 4);
    expect(own.languages).toEqual(['java', 'java', 'java', 'java']);
    // On a busy machine one may be offered twice.
    expect(new Set(own.offered).size).toBeLessThanOrEqual(early + 4);
    await free.finish(busy, [...all]);
    // This one is offered all of them, some twice where that takes long: those that the other one took in between are
    // refused.
    const rest = await judgeAll(free, 8);
    expect(rest.languages).toEqual(Array.from({ length: 8 }, () => 'c'));
    expect(new Set(rest.offered.filter((task) => task !== busy.id)).size).toBeLessThanOrEqual(12);
    await java.leave();
    await free.leave();
  });

  it('is filled with what waits already, and left when the host is freed', async () => {
    const late = await environment.host('late');
    await late.leave();
    await api.submit('finals', 'beta', inJava(100));
    await api.submit('finals', 'beta');
    await restrict({ languages: ['java'] }, 'late');
    await late.heed();
    expect(await judgeAll(late, 1)).toMatchObject({ offered: { length: 1 }, languages: ['java'] });

    // The copy in the common queue went with the claim: a host that looks there is not offered it.
    const queue = openJudgeQueue(environment.services.redisUrl);
    await expect.poll(() => queue.depth(), { timeout: 30_000 }).toMatchObject({ waiting: 1 });
    await restrict(null, 'late');
    expect((await late.heed()).restrictedQueue).toBeNull();
    expect(await judgeAll(late, 1)).toMatchObject({ offered: { length: 1 }, languages: ['c'] });
    await queue.close();
    await late.leave();
  });

  function inJava(count: number): Record<string, unknown> {
    const content = `class Main { public static void main(String[] words) {} } // ${String(count)}`;
    return { language: 'java', files: [{ name: 'Main.java', content }] };
  }
});

describe('test data ahead of time', () => {
  it('goes to hosts that may judge the contest, and of it what they may judge', async () => {
    await api.importPackage('product');
    await api.makeContest('two', {
      problems: [
        { label: 'A', problem: 'sum', colour: '#ff0000' },
        { label: 'B', problem: 'product', colour: '#00ff00' },
      ],
    });
    const part = await environment.host('part');
    const none = await environment.host('none');
    const whole = await environment.host('whole');
    await restrict({ problems: ['product'] }, 'part');
    await restrict({ contests: ['finals'] }, 'none');
    const asked = await api.request<WarmUpAnswer>('POST', '/api/contests/two/warm-up', {
      as: 'jury',
      body: {},
    });
    const names = asked.body.hosts.map(({ judgehost }) => judgehost);
    expect(names).toEqual(expect.arrayContaining(['part', 'whole']));
    expect(names).not.toContain('none');
    const orderOf = async (host: FakeHost): Promise<string | undefined> =>
      (await host.heed()).warmUp.find(({ contestId }) => contestId === 'two')?.revision;
    expect(await orderOf(none)).toBeUndefined();
    expect(await orderOf(whole)).toBe(asked.body.revision);
    expect(await orderOf(part)).toMatch(new RegExp(`^${asked.body.revision}-`));
    expect((await part.contestFiles('two')).length).toBeLessThanOrEqual(
      (await whole.contestFiles('two')).length,
    );
    await Promise.all([part, none, whole].map((host) => host.leave()));
  });

  it('is asked of the hosts that are named, and of no other until all are asked', async () => {
    await api.makeContest('three');
    const one = await environment.host('one');
    const other = await environment.host('other');
    const ask = async (body: object) =>
      api.request<WarmUpAnswer & { errors: unknown }>('POST', '/api/contests/three/warm-up', {
        as: 'jury',
        body,
      });
    const isOrdered = async (host: FakeHost): Promise<boolean> =>
      (await host.heed()).warmUp.some(({ contestId }) => contestId === 'three');
    const audited = async (): Promise<unknown[]> => {
      const { rows } = await api.sql.query<{ actor: string; details: unknown }>(
        `SELECT actor, details FROM audit_log WHERE action = 'contest.warm-up' AND target = 'three' ORDER BY id`,
      );
      return rows;
    };

    const wrong = await ask({ judgehosts: ['one', 'onne'] });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ path: 'judgehosts[1]', message: 'there is no judgehost "onne", or it was revoked' }],
    ]);
    const nobody = await ask({ judgehosts: [] });
    expect([nobody.status, nobody.body.errors]).toEqual([
      400,
      [{ path: 'judgehosts', message: 'must name at least one; leave it out for all' }],
    ]);
    expect(await audited()).toEqual([]);

    const asked = await ask({ judgehosts: ['one'] });
    expect(asked.body.hosts.map(({ judgehost }) => judgehost)).toEqual(['one']);
    expect(await audited()).toEqual([{ actor: 'jury', details: { judgehosts: ['one'] } }]);
    expect([await isOrdered(one), await isOrdered(other)]).toEqual([true, false]);

    const all = await ask({});
    expect(all.body.hosts.map(({ judgehost }) => judgehost)).toEqual(
      expect.arrayContaining(['one', 'other']),
    );
    expect([await isOrdered(one), await isOrdered(other)]).toEqual([true, true]);
    expect((await audited()).at(-1)).toEqual({ actor: 'jury', details: {} });
    await Promise.all([one, other].map((host) => host.leave()));
  });
});
