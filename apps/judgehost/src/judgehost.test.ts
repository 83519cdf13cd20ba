import { twoCores } from '@sandglass/contracts/testing/host-report';
import { describe, expect, it } from 'vitest';
import { FakeSandbox } from './testing/fake-sandbox.ts';
import { HostUnderTest } from './testing/host-under-test.ts';

describe('a judgehost', () => {
  it('registers with its slots, cores and compilers, and takes as many tasks as it has slots', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    expect(api.registrations).toMatchObject([
      {
        name: 'judge-1',
        slots: 2,
        cores: twoCores,
        compilers: [{ language: 'c', version: 'gcc 12' }],
      },
    ]);
    expect(queue.concurrency).toBe(2);
  });

  it('registers when the api starts later', async () => {
    await using test = await HostUnderTest.make();
    const { api, host } = test;
    api.down = true;
    const started = host.start();
    await api.more(2);
    expect(api.registrations).toHaveLength(0);
    api.down = false;
    await started;
    expect(api.registrations).toHaveLength(1);
  });

  it('gives a slot its next task while the api still takes the last results of the one before', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const gate = Promise.withResolvers<void>();
    api.reportGate = gate.promise;
    const tasks = [1, 2, 3].map(() => api.addTask([['1', '42']]));
    const pushed = tasks.map(({ id }) => queue.push(id));
    // Three tasks on two slots, and no answer to any report yet.
    await api.until(() => api.reports.length === 3);
    gate.resolve();
    await Promise.all(pushed);
    for (const { id } of tasks) expect(api.endOf(id)).toEqual({ kind: 'finished' });
  });

  it('claims again with the same words when it got no answer, and calls another claim otherwise', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const [first, second] = [api.addTask([['1', '42']]), api.addTask([['1', '42']])];
    api.claimStatus = 503;
    const pushed = queue.push(first.id);
    await api.until(() => api.nonces.length >= 2);
    api.claimStatus = 200;
    await pushed;
    await queue.push(second.id);
    const [one, again, ...more] = api.nonces;
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(one);
    expect(more.at(-1)).not.toBe(one);
    expect(api.endOf(first.id)).toEqual({ kind: 'finished' });
  });

  it('leaves a task alone that is not due', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue, sandbox } = test;
    const before = sandbox.specs.length;
    await queue.push(crypto.randomUUID());
    expect(api.reports).toEqual([]);
    expect(sandbox.specs).toHaveLength(before);
  });

  it('takes no tasks while the jury has disabled it', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    api.heartbeatAnswer = { enabled: false };
    await api.more(3);
    expect(queue.paused).toBe(true);
    api.heartbeatAnswer = { enabled: true };
    await api.more(3);
    expect(queue.paused).toBe(false);
  });

  it('starts without a slot that works, and takes nothing', async () => {
    const sandbox = new FakeSandbox();
    await using test = await HostUnderTest.started({
      createSlot: async (options) => {
        const slot = await sandbox.createSlot(options);
        return { ...slot, run: () => Promise.reject(new Error('the kernel says no')) };
      },
    });
    expect([test.queue.options?.concurrency, test.queue.paused]).toEqual([1, true]);
  });

  it('reports a broken slot and takes fewer tasks; with none left it takes none', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue, sandbox } = test;
    sandbox.breakSlots();
    sandbox.refuse = true;
    await queue.push(api.addTask([['1', '42']]).id);
    expect(queue.concurrency).toBe(1);
    await api.until(() => api.heartbeats.at(-1)?.slots.some(({ state }) => state === 'broken') === true);
    await queue.push(api.addTask([['1', '42']]).id);
    expect(queue.paused).toBe(true);
  });

  it('keeps its results while the api is away, and registers again when the api has forgotten it', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const task = api.addTask([['1', '42']]);
    const judged = queue.push(task.id);
    await api.until(() => api.reportsOf(task.id).length > 0);
    api.down = true;
    await api.more(3);
    api.down = false;
    await judged;
    expect(api.endOf(task.id)).toEqual({ kind: 'finished' });
    api.token = 'the hosts were deleted';
    await api.more(3);
    api.token = 'a-token-of-enough-length';
    await api.until(() => api.registrations.length === 2);
    // As the same process: what it works on stays its own.
    const [first, second] = api.registrations;
    expect(first?.process).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.process).toBe(first?.process);
  });

  it('serves its figures', async () => {
    await using test = await HostUnderTest.started({}, { METRICS_PORT: '0' });
    const { api, host, queue } = test;
    await queue.push(api.addTask([['1', '42']]).id);
    const text = await (await fetch(`http://127.0.0.1:${String(host.metricsPort)}/metrics`)).text();
    expect(text).toContain('sandglass_judgehost_runs_total{verdict="AC"} 1');
    expect(text).toContain('sandglass_judgehost_slots{state="idle"} 2');
    expect(text).toContain('sandglass_judgehost_tasks_total{end="finished"} 1');
  });
});
