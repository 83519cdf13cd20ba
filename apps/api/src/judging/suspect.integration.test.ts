import type { JudgeTask, RunReport, SubmissionDetail } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import { FakeHost, run } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import { withStand } from '../testing/stand.ts';
import { TestApi } from '../testing/test-api.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;

withStand(async (stand) => {
  ({ api, services } = stand);
  await api.makeContest('main');
  host = await stand.host();
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

async function detail(id: string, as: string): Promise<SubmissionDetail> {
  return (await api.get<SubmissionDetail>(`/api/submissions/${id}`, as)).body;
}

const right = (...ordinals: number[]): RunReport[] => ordinals.map((ordinal) => run(ordinal, 'AC'));

describe('a suspect run', () => {
  it('is made again from its test on; the team sees one verdict, the jury every attempt', async () => {
    const { body } = await api.submit('main');
    const stream = await EventReader.open(api, 'main', 'alpha');
    const first = await host.take();
    await report(host, first, [...right(0), wallKill(1, 'starved')]);
    for (const seen of [await detail(body.id, 'alpha'), await detail(body.id, 'jury')])
      expect(seen).toMatchObject({ state: 'running', verdict: null, testsDone: 1 });
    // The second test is a sample: not even its verdict is told meanwhile.
    expect((await detail(body.id, 'alpha')).judgings[0]?.tests.map(({ verdict }) => verdict)).toEqual([
      'AC',
      null,
    ]);
    const again = await host.take();
    // There is no other host: at least another slot, if it has one.
    expect(again).toMatchObject({ id: first.id, fencingToken: 2, avoidSlot: 0 });
    expect(again.tests.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
    await report(host, again, right(1, 2, 3));

    const jury = await detail(body.id, 'jury');
    expect(jury).toMatchObject({ state: 'done', verdict: 'AC', testsDone: 4, maxWallUs: 2000 });
    expect(jury.judgings[0]?.tests.map(({ verdict }) => verdict)).toEqual(['AC', 'AC', 'AC', 'AC']);
    expect(jury.judgings[0]?.tests[1]?.attempts).toMatchObject([
      { attempt: 1, verdict: 'WTL', suspect: true, judgehost: 'host1', measurement: { wallUs: 4 * second } },
      { attempt: 2, verdict: 'AC', suspect: false },
    ]);
    const team = await detail(body.id, 'alpha');
    expect(team).toMatchObject({ verdict: 'AC' });
    expect(JSON.stringify(team)).not.toContain('WTL');
    await stream.next((message) => message.type === 'submission' && JSON.stringify(message).includes('"AC"'));
    expect(JSON.stringify(stream.messages)).not.toContain('WTL');
    stream.close();
  });

  it('that stays suspect is its verdict after two repeats', async () => {
    const { body } = await api.submit('main');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await detail(body.id, 'jury')).verdict).toBeNull();
      const task = await host.take();
      await report(host, task, [wallKill(0, 'starved')]);
    }
    const jury = await detail(body.id, 'jury');
    expect(jury).toMatchObject({ state: 'done', verdict: 'WTL', testsDone: 1 });
    expect(jury.judgings[0]?.tests[0]).toMatchObject({ suspect: true });
    expect(jury.judgings[0]?.tests[0]?.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(await detail(body.id, 'alpha')).toMatchObject({ verdict: 'WTL' });
  });

  it('is not what a program is that sleeps: WTL at once', async () => {
    const { body } = await api.submit('main');
    await report(host, await host.take(), [...right(0), wallKill(1, 'asleep')]);
    const jury = await detail(body.id, 'jury');
    expect(jury).toMatchObject({ state: 'done', verdict: 'WTL' });
    expect(jury.judgings[0]?.tests[1]).toMatchObject({ suspect: false, attempts: [] });
  });

  it('keeps its first attempt when the lease of the repeat is lost', async () => {
    const { body } = await api.submit('main');
    await report(host, await host.take(), [...right(0, 1), wallKill(2, 'starved')]);
    const lost = await host.take();
    await host.report(lost, { runs: right(2) });
    await api.sql.query(`UPDATE judge_task SET lease_until = now() - interval '1 s' WHERE id = $1`, [
      lost.id,
    ]);
    const again = await host.take();
    expect([again.id, again.fencingToken]).toEqual([lost.id, 3]);
    expect(await detail(body.id, 'jury')).toMatchObject({ testsDone: 2 });
    await report(host, again, [run(2, 'WA')]);
    const jury = await detail(body.id, 'jury');
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

describe('pieces of one judging', () => {
  it('are decided by the repeat, though the others end before it', async () => {
    const pieces = await TestApi.start(services, 'pieces', { testsPerTask: 2 });
    const { body } = await pieces.submit('main', 'beta');
    const first = await host.take();
    await host.compiled(first);
    const later = await host.take();
    // Told before the task is done: another piece must not take it for a verdict.
    await host.report(first, { runs: [wallKill(0, 'starved')] });
    await report(host, later, right(2, 3));
    expect((await detail(body.id, 'jury')).verdict).toBeNull();
    await report(host, first, []);
    expect((await detail(body.id, 'jury')).verdict).toBeNull();
    await report(host, await host.take(), right(0, 1));
    expect(await detail(body.id, 'jury')).toMatchObject({ verdict: 'AC', testsDone: 4 });
    await pieces.stop();
  });
});
