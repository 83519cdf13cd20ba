import type { HostCondition, JudgeTask, RunReport, IntervalsAnswer } from '@sandglass/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventReader } from '../../testing/event-reader.ts';
import { condition, FakeHost, run } from '../../testing/fake-host.ts';
import type { Services } from '../../testing/services.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import { TestApi } from '../../testing/test-api.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
  host = await environment.host();
});

const second = 1_000_000;

/** Killed by the wall clock at 4 s with next to no CPU time: it waited for a core, or slept. */
function wallKill(ordinal: number, why: 'starved' | 'asleep'): RunReport {
  return {
    ...run(ordinal, 'WTL'),
    outcome: 'wall-limit',
    exitCode: null,
    signal: 9,
    cpuUs: 10_000,
    wallUs: 4 * second,
    gapUs: 3_990_000,
    runQueueUs: why === 'starved' ? 3 * second : 1000,
    blockIoUs: 0,
  };
}

function report(on: FakeHost, task: JudgeTask, runs: RunReport[]) {
  return on.report(task, {
    compile: { success: true, output: '', measurement: null },
    runs,
    done: { kind: 'finished' },
  });
}

const right = (...ordinals: number[]): RunReport[] => ordinals.map((ordinal) => run(ordinal, 'AC'));

describe('a suspect run', () => {
  it('is made again from its test on; the team sees one verdict, the jury every attempt', async () => {
    const { body } = await api.submit('main');
    const stream = await EventReader.open(api, 'main', 'alpha');
    const first = await host.take();
    await report(host, first, [...right(0), wallKill(1, 'starved')]);
    expect(await api.detail(body.id)).toMatchObject({ state: 'running', verdict: null, testsDone: 1 });
    expect(await api.detail(body.id, 'alpha')).toMatchObject({
      state: 'running',
      verdict: null,
      testsDone: null,
    });
    // The second test is a sample: not even its verdict is shown before.
    expect((await api.detail(body.id, 'alpha')).judgings[0]?.tests.map(({ verdict }) => verdict)).toEqual([
      'AC',
      null,
    ]);
    const again = await host.take();
    // There is no other host: at least another slot, if it has one.
    expect(again).toMatchObject({ id: first.id, fencingToken: 2, avoidSlot: 0 });
    expect(again.tests.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
    await report(host, again, right(1, 2, 3));

    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ state: 'done', verdict: 'AC', testsDone: 4, maxWallUs: 2000 });
    expect(jury.judgings[0]?.tests.map(({ verdict }) => verdict)).toEqual(['AC', 'AC', 'AC', 'AC']);
    expect(jury.judgings[0]?.tests[1]?.attempts).toMatchObject([
      { attempt: 1, verdict: 'WTL', suspect: true, judgehost: 'host1', measurement: { wallUs: 4 * second } },
      { attempt: 2, verdict: 'AC', suspect: false },
    ]);
    const team = await api.detail(body.id, 'alpha');
    expect(team).toMatchObject({ verdict: 'AC' });
    expect(JSON.stringify(team)).not.toContain('WTL');
    await stream.next((message) => message.type === 'submission' && JSON.stringify(message).includes('"AC"'));
    expect(JSON.stringify(stream.messages)).not.toContain('WTL');
    stream.close();
  });

  it('names for the jury the kernel that each attempt ran on, even if its host runs another by now', async () => {
    const runs = (kernel: string) =>
      api.sql.query(
        `UPDATE judgehost_figures SET report = jsonb_set(report, '{kernel}', to_jsonb($1::text))`,
        [kernel],
      );
    await runs('5.15.0');
    const { body } = await api.submit('main');
    await report(host, await host.take(), [wallKill(0, 'starved')]);
    await runs('6.8.0');
    await report(host, await host.take(), right(0, 1, 2, 3));
    await runs('7.0.0');
    const [test] = (await api.detail(body.id)).judgings[0]?.tests ?? [];
    expect(test?.attempts.map(({ kernel }) => kernel)).toEqual(['5.15.0', '6.8.0']);
    expect(test?.kernel).toBe('6.8.0');
    const [teams] = (await api.detail(body.id, 'alpha')).judgings[0]?.tests ?? [];
    expect(teams?.kernel).toBeNull();
  });

  it('that stays suspect is its verdict after two repeats', async () => {
    const { body } = await api.submit('main');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await api.detail(body.id)).verdict).toBeNull();
      const task = await host.take();
      await report(host, task, [wallKill(0, 'starved')]);
    }
    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ state: 'done', verdict: 'WTL', testsDone: 1 });
    expect(jury.judgings[0]?.tests[0]).toMatchObject({ suspect: true });
    expect(jury.judgings[0]?.tests[0]?.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(await api.detail(body.id, 'alpha')).toMatchObject({ verdict: 'WTL' });
  });

  it('avoids the slot on which its latest attempt was run, whichever the claim had named', async () => {
    const { body } = await api.submit('main');
    await report(host, await host.take(), [wallKill(0, 'starved')]);
    const second = await host.take();
    expect(second.avoidSlot).toBe(0);
    // The host has another slot, and goes there though slot 0 was free when it claimed.
    await report(host, second, [{ ...wallKill(0, 'starved'), slot: 1 }]);
    const third = await host.take();
    expect(third.avoidSlot).toBe(1);
    await report(
      host,
      third,
      right(0, 1, 2, 3).map((one) => ({ ...one, slot: 3 })),
    );
    expect(await api.detail(body.id)).toMatchObject({ verdict: 'AC' });
    // The chart of what slots did goes by the runs as well.
    const slotOf = async (): Promise<number | undefined> => {
      const now = Date.now();
      const path = `/api/monitor/intervals?from=${String(now - 60_000)}&until=${String(now + 1000)}`;
      const { intervals } = (await api.get<IntervalsAnswer>(path, 'jury')).body;
      return intervals.find(({ id }) => id === `${third.id}.${String(third.fencingToken)}`)?.slot;
    };
    await expect.poll(slotOf, { timeout: 20_000 }).toBe(3);
  });

  it('is not what a program is that sleeps: WTL at once', async () => {
    const { body } = await api.submit('main');
    await report(host, await host.take(), [...right(0), wallKill(1, 'asleep')]);
    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ state: 'done', verdict: 'WTL' });
    expect(jury.judgings[0]?.tests[1]).toMatchObject({ suspect: false, attempts: [] });
  });

  it('keeps its first attempt when the lease of the repeat is lost', async () => {
    const { body } = await api.submit('main');
    await report(host, await host.take(), [...right(0, 1), wallKill(2, 'starved')]);
    const lost = await host.take();
    await host.report(lost, { runs: right(2) });
    await api.tasks.expireLease(lost.id);
    const again = await host.take();
    expect([again.id, again.fencingToken]).toEqual([lost.id, 3]);
    expect(await api.detail(body.id)).toMatchObject({ testsDone: 2 });
    await report(host, again, [run(2, 'WA')]);
    const jury = await api.detail(body.id);
    expect(jury).toMatchObject({ verdict: 'WA', testsDone: 3 });
    expect(jury.judgings[0]?.tests[2]?.attempts.map(({ verdict }) => verdict)).toEqual(['WTL', 'WA']);
  });

  it('goes to another host where there is one', async () => {
    await api.submit('main');
    const task = await host.take();
    const other = await FakeHost.join(api, 'host2', services.redisUrl);
    await report(host, task, [wallKill(0, 'starved')]);
    const refused = await host.claim(task.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'JUDGE_TASK_NOT_DUE']);
    const taken = await other.claim(task.id);
    expect(taken.status).toBe(200);
    expect(taken.body.avoidSlot).toBeNull();
    await report(other, taken.body, [run(0, 'WA')]);
    await other.leave();
    await api.sql.query(`DELETE FROM judgehost WHERE name = 'host2'`);
  });
});

describe('the moment for a repeat', () => {
  const healthy = condition();
  const unhealthy = condition({
    state: 'unhealthy',
    reasons: [{ sign: 'gap', state: 'unhealthy', text: 'a test' }],
  });
  const moods = new Map<FakeHost, HostCondition>();
  const feels = (who: FakeHost, how: HostCondition) => {
    moods.set(who, how);
    return who.heartbeat([], { condition: how });
  };
  let beats: NodeJS.Timeout;
  const waiting = expect.stringContaining('waits for a healthy host with nothing else to do');
  let other: FakeHost;
  let task: JudgeTask;

  beforeAll(async () => {
    other = await FakeHost.join(api, 'host3', services.redisUrl);
    // However slow this machine is, nobody is silent.
    beats = setInterval(() => {
      for (const [who, how] of moods) void feels(who, how);
    }, 1000);
  });
  afterAll(async () => {
    clearInterval(beats);
    await feels(host, healthy);
    await other.leave();
    await api.sql.query(`DELETE FROM judgehost WHERE name = 'host3'`);
  });

  /** The task of a new submission, taken by this host, to whichever host the queue offers it. */
  async function taken(by: FakeHost): Promise<JudgeTask> {
    const { body } = await api.submit('main');
    const { rows } = await api.sql.query<{ id: string }>(
      'SELECT t.id FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE j.submission_id = $1',
      [body.id],
    );
    const claimed = await by.claim(rows[0]?.id ?? '');
    expect(claimed.status).toBe(200);
    return claimed.body;
  }

  /** A run that was suspect on `host`; how the two hosts feel then. */
  async function suspectWhen(here: HostCondition, there: HostCondition): Promise<void> {
    task = await taken(host);
    await feels(host, here);
    await feels(other, there);
    await report(host, task, [wallKill(0, 'starved')]);
    await api.tasks.waitPatiently(task.id);
  }

  async function refused(by: FakeHost): Promise<void> {
    const { status, body } = await by.claim(task.id);
    expect([status, body.code, body.detail]).toEqual([409, 'JUDGE_TASK_NOT_DUE', waiting]);
  }

  /** The queue offers it now, to one of the two: what was offered before is not what is meant. */
  async function offeredAnew(): Promise<void> {
    const sinceLast = 'SELECT enqueued_at AS at FROM judge_task WHERE id = $1';
    await expect
      .poll(async () => (await api.sql.query<{ at: Date | null }>(sinceLast, [task.id])).rows[0]?.at, {
        timeout: 8000,
      })
      .not.toBeNull();
  }

  async function ends(by: FakeHost): Promise<void> {
    const { status, body } = await by.claim(task.id);
    expect(status).toBe(200);
    await report(by, body, right(0, 1, 2, 3));
    expect(await api.detail(task.submissionId, 'alpha')).toMatchObject({ state: 'done', verdict: 'AC' });
  }

  it('is not while the other host has something else to do, and comes when that is done', async () => {
    const held = await taken(other);
    await suspectWhen(healthy, healthy);
    await refused(other);
    await refused(host);
    await report(other, held, right(0, 1, 2, 3));
    await offeredAnew();
    await refused(host);
    await ends(other);
  });

  it('is not while every host is unhealthy, and comes with the first that is healthy', async () => {
    await suspectWhen(unhealthy, unhealthy);
    await refused(other);
    await refused(host);
    await feels(other, healthy);
    await offeredAnew();
    await ends(other);
  });

  it('is on the same host, healthy again, rather than on an unhealthy one', async () => {
    await suspectWhen(healthy, unhealthy);
    await offeredAnew();
    await refused(other);
    await ends(host);
  });

  it('waits for no longer than a while: then any eligible host takes it', async () => {
    await suspectWhen(unhealthy, unhealthy);
    await refused(other);
    await api.tasks.endPatience(task.id);
    await offeredAnew();
    await ends(other);
  });
});

describe('tasks of one judging', () => {
  it('are decided by the repeat, though the others end before it', async () => {
    const several = await TestApi.start(services, 'pieces', { testsPerTask: 2 });
    const { body } = await several.submit('main', 'beta');
    const first = await host.take();
    await host.compiled(first);
    const later = await host.take();
    // Reported before the task is done: another task must not take it for a verdict.
    await host.report(first, { runs: [wallKill(0, 'starved')] });
    await report(host, later, right(2, 3));
    expect((await api.detail(body.id)).verdict).toBeNull();
    await report(host, first, []);
    expect((await api.detail(body.id)).verdict).toBeNull();
    await report(host, await host.take(), right(0, 1));
    expect(await api.detail(body.id)).toMatchObject({ verdict: 'AC', testsDone: 4 });
    await several.stop();
  });
});
