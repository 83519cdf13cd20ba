import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostReport } from '@sandglass/contracts';
import { createApiClient } from './api-client.ts';
import { readConfig } from './config.ts';
import type { HostImage } from './host-images.ts';
import type { CreateSlot } from './host-slot.ts';
import { Judgehost } from './judgehost.ts';
import { createLog } from './log.ts';
import { FakeApi } from './testing/fake-api.ts';
import { FakeSandbox } from './testing/fake-sandbox.ts';
import { HandQueue } from './testing/hand-queue.ts';
import { aHostReport, twoCores } from './testing/host-report.ts';

const silent = createLog('silent', 'test');

describe('a judgehost', () => {
  let folder: string;
  let api: FakeApi;
  let sandbox: FakeSandbox;
  let queue: HandQueue;
  let host: Judgehost;
  let readReport: () => Promise<HostReport>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-host-'));
    api = new FakeApi();
    await api.start();
    sandbox = new FakeSandbox();
    sandbox.output = '42\n';
    queue = new HandQueue();
    queue.told = () => host.told();
    readReport = () => Promise.resolve(aHostReport());
    host = makeHost();
  });
  afterEach(async () => {
    await host.stop();
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function makeHost(
    environment: Record<string, string> = {},
    createSlot: CreateSlot = sandbox.createSlot,
    images: readonly HostImage[] = [],
  ): Judgehost {
    const config = readConfig({
      SANDGLASS_URL: api.url,
      SANDGLASS_TOKEN: 'a-token-of-enough-length',
      SANDGLASS_HOST_NAME: 'judge-1',
      SANDGLASS_DATA: folder,
      ...environment,
    });
    return new Judgehost(config, {
      api: createApiClient(config.url, config.token),
      createSlot,
      toolchains: [
        {
          language: 'c',
          version: 'gcc 12',
          hostPaths: [],
          programs: { compiler: '/usr/bin/gcc', runtime: null },
        },
      ],
      images,
      placements: [
        { ordinal: 0, cpus: [0] },
        { ordinal: 1, cpus: [1] },
      ],
      readReport: () => readReport(),
      readCores: () => Promise.resolve(twoCores),
      startWorker: queue.start,
      software: '0.1.0',
      log: silent,
    });
  }

  async function anImage(): Promise<string> {
    const path = join(folder, 'images/finals');
    await mkdir(join(path, 'usr/bin'), { recursive: true });
    await mkdir(join(path, 'bin'));
    await writeFile(join(path, 'bin/sh'), '');
    return path;
  }

  it('registers with its slots, cores and compilers, and takes as many tasks as it has slots', async () => {
    await host.start();
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

  it('gives a slot its next task while the api still takes the last results of the one before', async () => {
    await host.start();
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

  it('registers when the api starts later', async () => {
    api.down = true;
    const started = host.start();
    await api.more(2);
    expect(api.registrations).toHaveLength(0);
    api.down = false;
    await started;
    expect(api.registrations).toHaveLength(1);
  });

  it('reports compilation and every test of a task, and that it is finished', async () => {
    await host.start();
    const task = api.addTask([
      ['1', '42'],
      ['2', '42'],
      ['3', '42'],
    ]);
    await queue.push(task.id);
    const reports = api.reportsOf(task.id);
    expect(reports.find(({ compile }) => compile !== undefined)?.compile?.success).toBe(true);
    expect(reports.flatMap(({ runs }) => runs.map(({ ordinal, verdict }) => [ordinal, verdict]))).toEqual([
      [0, 'AC'],
      [1, 'AC'],
      [2, 'AC'],
    ]);
    expect(api.endOf(task.id)).toEqual({ kind: 'finished' });
  });

  it('stops a lazy task at the first test that is not accepted', async () => {
    await host.start();
    const task = api.addTask([
      ['1', '42'],
      ['2', 'another answer'],
      ['3', '42'],
    ]);
    await queue.push(task.id);
    const runs = api.reportsOf(task.id).flatMap((report) => report.runs);
    expect(runs.map(({ verdict }) => verdict)).toEqual(['AC', 'WA']);
    expect(api.endOf(task.id)).toEqual({ kind: 'finished' });
  });

  it('judges in the image a task names, and without one on the same slots', async () => {
    const path = await anImage();
    const compiler = { compiler: '/usr/bin/gcc-9', runtime: null };
    const toolchains = [{ language: 'c', version: 'gcc 9', hostPaths: [], programs: compiler }];
    host = makeHost({}, sandbox.createSlot, [{ name: 'finals', path, toolchains }]);
    await host.start();
    expect(api.registrations.at(-1)?.compilers).toEqual([
      { language: 'c', version: 'gcc 12', image: null },
      { language: 'c', version: 'gcc 9', image: 'finals' },
    ]);
    const compilers: (string | undefined)[] = [];
    for (const image of ['finals', 'finals', null]) {
      const before = sandbox.specs.length;
      const task = api.addTask([['1', '42']], { image });
      await queue.push(task.id);
      expect(api.endOf(task.id)).toEqual({ kind: 'finished' });
      compilers.push(sandbox.specs[before]?.argv[0]);
    }
    expect(compilers).toEqual(['/usr/bin/gcc-9', '/usr/bin/gcc-9', '/usr/bin/gcc']);
    // Two slots at the start, one of them moved once: the second task stayed, the third took the other.
    expect(sandbox.options.map(({ rootfs }) => rootfs)).toEqual([undefined, undefined, path]);

    await rm(path, { recursive: true });
    sandbox.breakSlots();
    const orphan = api.addTask([['1', '42']], { image: 'finals' });
    await queue.push(orphan.id);
    expect(api.endOf(orphan.id)).toMatchObject({
      kind: 'handed-back',
      lacks: expect.stringContaining('"finals"'),
    });
    await api.until(() => api.heartbeats.some(({ compilers: told }) => told?.length === 1));
  });

  it('hands back a task whose image it lacks, and says so', async () => {
    await host.start();
    const task = api.addTask([['1', '42']], { image: 'finals' });
    await queue.push(task.id);
    expect(api.reportsOf(task.id)).toMatchObject([
      {
        runs: [],
        done: { kind: 'handed-back', lacks: expect.stringMatching(/"finals": it is not on this host/) },
      },
    ]);
  });

  it('claims again with the same words when it got no answer, and calls another claim otherwise', async () => {
    await host.start();
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
    await host.start();
    const before = sandbox.specs.length;
    await queue.push(crypto.randomUUID());
    expect(api.reports).toEqual([]);
    expect(sandbox.specs).toHaveLength(before);
  });

  it('fetches each file once, whatever the number of tasks', async () => {
    await host.start();
    const tests = [['same input', '42']] as const;
    await Promise.all([queue.push(api.addTask(tests).id), queue.push(api.addTask(tests).id)]);
    await queue.push(api.addTask(tests).id);
    expect(api.fileRequests).toHaveLength(2);
  });

  it('reports a file that cannot be had as its own failure, never as a verdict', async () => {
    await host.start();
    const task = api.addTask([['1', '42']]);
    api.files.clear();
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'HOST_API_REFUSED' });
    expect(api.reportsOf(task.id).flatMap(({ runs }) => runs)).toEqual([]);
  });

  it('reports a file that came damaged as its own failure', async () => {
    await host.start();
    const task = api.addTask([['1', '42']]);
    const [sha256] = api.files.keys();
    api.files.set(sha256 ?? '', Buffer.from('other bytes'));
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'HOST_FILE_DAMAGED' });
  });

  it('reports a language it has no compiler for as its own failure', async () => {
    await host.start();
    const task = api.addTask([['1', '42']], { language: 'cpp' });
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'JUDGE_LANGUAGE_UNAVAILABLE' });
  });

  it('reports a sandbox that fails as its own failure, and builds the slot anew', async () => {
    await host.start();
    const task = api.addTask([['1', '42']]);
    sandbox.breakSlots();
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'JUDGE_COMPILE_FAILED' });
    await api.until(() => api.heartbeats.some(({ slots }) => slots.some(({ rebuilds }) => rebuilds === 1)));
  });

  it('tells of a broken slot and takes fewer tasks; with none left it takes none', async () => {
    await host.start();
    sandbox.breakSlots();
    sandbox.refuse = true;
    await queue.push(api.addTask([['1', '42']]).id);
    expect(queue.concurrency).toBe(1);
    await api.until(() => api.heartbeats.at(-1)?.slots.some(({ state }) => state === 'broken') === true);
    await queue.push(api.addTask([['1', '42']]).id);
    expect(queue.paused).toBe(true);
  });

  it('names running tasks in its heartbeats, with what each slot does', async () => {
    await host.start();
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
    await host.start();
    readReport = () => Promise.reject(new Error('the disk is gone'));
    sandbox.hang = '/program/program';
    const task = api.addTask([['1', '42']]);
    void queue.push(task.id);
    await api.until(() => api.heartbeats.at(-1)?.running.length === 1);
    expect(api.heartbeats.at(-1)?.running).toEqual([{ taskId: task.id, fencingToken: 1 }]);
  });

  it('drops a task at once when a heartbeat tells that its lease is lost', async () => {
    await host.start();
    sandbox.hang = '/program/program';
    const task = api.addTask([['1', '42']]);
    const dropped = queue.push(task.id);
    await api.until(() => api.heartbeats.at(-1)?.running.length === 1);
    api.heartbeatAnswer = { lost: [task.id] };
    await dropped;
    expect(api.endOf(task.id)).toBeUndefined();
  });

  it('drops a task at once when a report is answered with 409', async () => {
    await host.start();
    sandbox.hang = '/program/program';
    api.reportStatus = 409;
    const task = api.addTask([['1', '42']]);
    await queue.push(task.id);
    expect(api.reportsOf(task.id)).toHaveLength(1);
  });

  it('hands back what runs when it is stopped', async () => {
    await host.start();
    sandbox.hang = '/program/program';
    const task = api.addTask([['1', '42']]);
    const running = queue.push(task.id);
    await api.until(() => api.heartbeats.at(-1)?.running.length === 1);
    await host.stop();
    await running;
    expect(api.endOf(task.id)).toEqual({ kind: 'handed-back' });
  });

  it('takes no tasks while the jury has disabled it', async () => {
    await host.start();
    api.heartbeatAnswer = { enabled: false };
    await api.more(3);
    expect(queue.paused).toBe(true);
    api.heartbeatAnswer = { enabled: true };
    await api.more(3);
    expect(queue.paused).toBe(false);
  });

  it('keeps its results while the api is away, and registers anew when it is forgotten', async () => {
    await host.start();
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

  it('starts without a slot that works, and takes nothing', async () => {
    host = makeHost({}, async (options) => {
      const slot = await sandbox.createSlot(options);
      return { ...slot, run: () => Promise.reject(new Error('the kernel says no')) };
    });
    await host.start();
    expect([queue.options?.concurrency, queue.paused]).toEqual([1, true]);
  });

  it('hands back a task that waits for a file when it is stopped', async () => {
    await host.start();
    const task = api.addTask([['1', '42']]);
    api.fileStatus = 503;
    const running = queue.push(task.id);
    await api.until(() => api.fileRequests.length > 1);
    await host.stop();
    await running;
    expect(api.endOf(task.id)).toEqual({ kind: 'handed-back' });
  });

  it('hands back a task whose claim is answered after it was stopped, and runs none of it', async () => {
    await host.start();
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

  it('serves its figures', async () => {
    await host.stop();
    host = makeHost({ METRICS_PORT: '0' });
    await host.start();
    await queue.push(api.addTask([['1', '42']]).id);
    const text = await (await fetch(`http://127.0.0.1:${String(host.metricsPort)}/metrics`)).text();
    expect(text).toContain('sandglass_judgehost_runs_total{verdict="AC"} 1');
    expect(text).toContain('sandglass_judgehost_slots{state="idle"} 2');
    expect(text).toContain('sandglass_judgehost_tasks_total{end="finished"} 1');
  });
});
