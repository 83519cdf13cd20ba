import { describe, expect, it } from 'vitest';
import { HostUnderTest } from './testing/host-under-test.ts';
import { aHostReport } from '@sandglass/contracts/testing/host-report';

/** What a machine of two slots with a hundred stuck tasks reports. */
const stuck = { ...aHostReport(), dState: { count: 100, waits: [] } };

/** Started, and in the middle of a task that does not end by itself. */
async function busy({ api, host, queue, sandbox }: HostUnderTest) {
  await host.start();
  sandbox.hang = '/program/program';
  const task = api.addTask([['1', '42']]);
  const running = queue.push(task.id);
  await api.until(() => api.heartbeats.at(-1)?.running.length === 1);
  return { task, running };
}

describe('a judgehost', () => {
  it('that is to drain finishes what it has and takes nothing new', async () => {
    await using test = await HostUnderTest.make();
    const { api, queue, sandbox } = test;
    const { task, running } = await busy(test);
    api.heartbeatAnswer = { enabled: false, mode: 'drain', modeSerial: 1 };
    await api.until(() => api.heartbeats.at(-1)?.modeSerial === 1);
    expect(queue.paused).toBe(true);
    expect(api.heartbeats.at(-1)).toMatchObject({
      running: [{ taskId: task.id }],
      condition: { allowed: { slots: 0, of: 2, why: 'it is to finish what it has and take nothing new' } },
    });
    sandbox.let();
    await running;
    expect(api.endOf(task.id)).toEqual({ kind: 'finished' });
  });

  it('that is switched off hands back what it has', async () => {
    await using test = await HostUnderTest.make();
    const { api } = test;
    const { task, running } = await busy(test);
    api.heartbeatAnswer = { enabled: false, mode: 'off', modeSerial: 1 };
    await running;
    expect(api.endOf(task.id)).toEqual({ kind: 'handed-back' });
  });

  it('whose sandbox fails its test takes nothing, says why, and tests again when it is enabled', async () => {
    // Programs of this sandbox write what a test wants, and never what the calibration program should.
    await using test = await HostUnderTest.make({ calibrationProgram: '/calibration' });
    const { api, host, queue, sandbox } = test;
    sandbox.output = 'nonsense';
    await host.start();
    await api.until(() => api.heartbeats.length > 0);
    expect(queue.paused).toBe(true);
    expect(api.heartbeats.at(-1)?.condition).toMatchObject({
      untrusted: 'slot 0: the calibration program computed "", not 89246a9a00049ef0',
      allowed: { slots: 0 },
    });
    const before = sandbox.specs.length;
    api.heartbeatAnswer = { modeSerial: 1 };
    await api.until(() => sandbox.specs.length > before);
    await api.more(2);
    expect(queue.paused).toBe(true);
  });

  it('that is unhealthy halves its tasks at once and says why', async () => {
    let report = aHostReport();
    await using test = await HostUnderTest.make({ readReport: () => Promise.resolve(report) });
    const { api, host, queue } = test;
    await host.start();
    await api.until(() => api.heartbeats.length > 1);
    expect(queue.concurrency).toBe(2);
    expect(api.heartbeats.at(-1)?.condition).toMatchObject({
      state: 'healthy',
      allowed: { slots: 2, why: null },
    });
    report = { ...stuck, load: [0, 0, 0] };
    await api.until(() => api.heartbeats.at(-1)?.condition?.state === 'unhealthy');
    await api.until(() => api.heartbeats.at(-1)?.condition?.allowed.slots === 1);
    expect(queue.concurrency).toBe(1);
    expect(api.heartbeats.at(-1)?.condition?.allowed.why).toContain('100 tasks are stuck in the kernel');
  });

  it('does not mind tasks that are frozen on purpose', async () => {
    let report = aHostReport();
    await using test = await HostUnderTest.make({ readReport: () => Promise.resolve(report) });
    const { api, host } = test;
    await host.start();
    const frozen = {
      where: 'do_freezer_trap',
      count: 100,
      lasting: 100,
      what: 'freezer: Stopped on purpose.',
    };
    const hung = { where: 'fuse_wait', count: 4, lasting: 4, what: 'FUSE: It does not answer.' };
    report = { ...report, dState: { count: 104, waits: [frozen, hung] } };
    // The four others make it unhealthy, and are all it speaks of.
    await api.until(() => api.heartbeats.at(-1)?.condition?.state === 'unhealthy');
    const reasons = api.heartbeats.at(-1)?.condition?.reasons.map(({ sign, text }) => `${sign}: ${text}`);
    expect(reasons?.[0]).toContain('stuck: 4 tasks hang in the kernel (state D), 4 of them for at least 3 s');
  });

  it('measures its clock against the api’s', async () => {
    await using test = await HostUnderTest.make();
    const { api, host } = test;
    api.clockOffsetMs = -3_600_000;
    await host.start();
    await api.until(() => (api.heartbeats.at(-1)?.condition?.clock ?? null) !== null);
    const { skewMs = 0, roundTripMs = 0 } = api.heartbeats.at(-1)?.condition?.clock ?? {};
    expect(Math.abs(skewMs - 3_600_000)).toBeLessThan(roundTripMs / 2 + 5);
  });

  it('reports the last failure of its own', async () => {
    await using test = await HostUnderTest.make();
    const { api, host, queue } = test;
    await host.start();
    const task = api.addTask([['1', '42']], { language: 'smalltalk' });
    await queue.push(task.id);
    await api.more(2);
    await api.until(() => (api.heartbeats.at(-1)?.condition?.lastError ?? null) !== null);
    expect(api.heartbeats.at(-1)?.condition?.lastError?.code).toMatch(/^JUDGE_LANGUAGE_/);
  });

  it('that fails task after task takes nothing more and says why', async () => {
    await using test = await HostUnderTest.make();
    const { api, host, queue } = test;
    await host.start();
    for (let n = 0; n < 3; n += 1) {
      const task = api.addTask([[String(n), '42']]);
      for (const sha256 of api.files.keys()) api.files.set(sha256, Buffer.from('other bytes'));
      await queue.push(task.id);
    }
    await api.until(() => api.heartbeats.at(-1)?.condition?.allowed.slots === 0);
    expect(api.heartbeats.at(-1)?.condition?.allowed.why).toMatch(/^3 tasks in a row have failed here/);
    expect(queue.paused).toBe(true);
  });

  it('on which one team’s tasks fail, and a known program does not, goes on with everybody’s', async () => {
    await using test = await HostUnderTest.make();
    const { api, host, queue, sandbox } = test;
    const culprit = 77;
    sandbox.fails = ({ limits }) => limits.processes === culprit;
    await host.start();
    const flood = Array.from({ length: 12 }, (_, n) => {
      const task = api.addTask([[String(n), '42']]);
      task.limits = { ...task.limits, processes: culprit };
      return task;
    });
    for (const { id } of flood) await queue.push(id);
    const honest = api.addTask([['1', '42']]);
    await queue.push(honest.id);
    const ended = (id: string) => api.reportsOf(id).find(({ done }) => done !== undefined)?.done?.kind;
    await api.until(() => [honest, ...flood].every(({ id }) => ended(id) !== undefined));
    expect(ended(honest.id)).toBe('finished');
    expect(flood.map(({ id }) => ended(id))).toEqual(flood.map(() => 'error'));
    const allowed = api.heartbeats.flatMap(({ condition }) => condition?.allowed.slots ?? []);
    expect(Math.min(...allowed)).toBeGreaterThan(0);
    expect(queue.paused).toBe(false);
  });
});
