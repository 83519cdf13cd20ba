import { aHostReport } from '@sandglass/contracts/testing/host-report';
import { describe, expect, it } from 'vitest';
import { HostUnderTest } from './testing/host-under-test.ts';

describe('a judgehost with leases', () => {
  it('names running tasks in its heartbeats, with what each slot does', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue, sandbox } = test;
    sandbox.hang = '/program/program';
    const task = api.addTask([['1', '42']]);
    void queue.push(task.id);
    await api.until(() => api.heartbeats.at(-1)?.slots.some(({ state }) => state === 'running') === true);
    const heartbeat = api.heartbeats.at(-1);
    expect(heartbeat?.running).toEqual([{ taskId: task.id, fencingToken: 1 }]);
    expect(heartbeat?.slots).toContainEqual(
      expect.objectContaining({ state: 'running', submissionId: task.submissionId, test: 0 }),
    );
  });

  it('renews its leases though it can no longer say how the host is', async () => {
    let readReport = () => Promise.resolve(aHostReport());
    await using test = await HostUnderTest.started({ readReport: () => readReport() });
    const { api, queue, sandbox } = test;
    readReport = () => Promise.reject(new Error('the disk is gone'));
    sandbox.hang = '/program/program';
    const task = api.addTask([['1', '42']]);
    void queue.push(task.id);
    await api.until(() => api.heartbeats.at(-1)?.running.length === 1);
    expect(api.heartbeats.at(-1)?.running).toEqual([{ taskId: task.id, fencingToken: 1 }]);
  });

  it('drops a task at once when a heartbeat’s answer says that its lease is lost', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue, sandbox } = test;
    sandbox.hang = '/program/program';
    const task = api.addTask([['1', '42']]);
    const dropped = queue.push(task.id);
    await api.until(() => api.heartbeats.at(-1)?.running.length === 1);
    api.heartbeatAnswer = { lost: [task.id] };
    await dropped;
    expect(api.endOf(task.id)).toBeUndefined();
  });

  it('drops a task at once when a report is answered with 409', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue, sandbox } = test;
    sandbox.hang = '/program/program';
    api.reportStatus = 409;
    const task = api.addTask([['1', '42']]);
    await queue.push(task.id);
    expect(api.reportsOf(task.id)).toHaveLength(1);
  });

  it('hands back what runs when it is stopped', async () => {
    await using test = await HostUnderTest.started();
    const { api, host, queue, sandbox } = test;
    sandbox.hang = '/program/program';
    const task = api.addTask([['1', '42']]);
    const running = queue.push(task.id);
    await api.until(() => api.heartbeats.at(-1)?.running.length === 1);
    await host.stop();
    await running;
    expect(api.endOf(task.id)).toEqual({ kind: 'handed-back' });
  });

  it('hands back a task that waits for a file when it is stopped', async () => {
    await using test = await HostUnderTest.started();
    const { api, host, queue } = test;
    const task = api.addTask([['1', '42']]);
    api.fileStatus = 503;
    const running = queue.push(task.id);
    await api.until(() => api.fileRequests.length > 1);
    await host.stop();
    await running;
    expect(api.endOf(task.id)).toEqual({ kind: 'handed-back' });
  });

  it('hands back a task whose claim is answered after it was stopped, and runs none of it', async () => {
    await using test = await HostUnderTest.started();
    const { api, host, queue, sandbox } = test;
    const task = api.addTask([['1', '42']]);
    const { promise, resolve } = Promise.withResolvers<void>();
    api.claimGate = promise;
    const before = sandbox.specs.length;
    const running = queue.push(task.id);
    await api.until(() => api.claims === 1);
    const stopped = host.stop();
    resolve();
    await Promise.all([running, stopped]);
    expect(api.reportsOf(task.id)).toEqual([{ fencingToken: 1, runs: [], done: { kind: 'handed-back' } }]);
    expect(sandbox.specs).toHaveLength(before);
  });
});
