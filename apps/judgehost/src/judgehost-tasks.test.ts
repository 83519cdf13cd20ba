import { mkdir, mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HostUnderTest } from './testing/host-under-test.ts';

/** A folder with the least that an image has, for as long as a test needs it. */
async function anImage(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sandglass-image-'));
  await mkdir(join(folder.path, 'usr/bin'), { recursive: true });
  await mkdir(join(folder.path, 'bin'));
  await writeFile(join(folder.path, 'bin/sh'), '');
  return folder;
}

describe('a judgehost with a task', () => {
  it('reports compilation and every test of a task, and that it is finished', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
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
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
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
    await using folder = await anImage();
    const { path } = folder;
    const compiler = { compiler: '/usr/bin/gcc-9', runtime: null };
    const toolchains = [{ language: 'c', version: 'gcc 9', hostPaths: [], programs: compiler }];
    await using test = await HostUnderTest.started({ images: [{ name: 'finals', path, toolchains }] });
    const { api, queue, sandbox } = test;
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
    await api.until(() => api.heartbeats.some(({ compilers }) => compilers?.length === 1));
  });

  it('hands back a task whose image it lacks, and says so', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const task = api.addTask([['1', '42']], { image: 'finals' });
    await queue.push(task.id);
    expect(api.reportsOf(task.id)).toMatchObject([
      {
        runs: [],
        done: { kind: 'handed-back', lacks: expect.stringMatching(/"finals": it is not on this host/) },
      },
    ]);
  });

  it('fetches each file once, for any number of tasks', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const tests = [['same input', '42']] as const;
    await Promise.all([queue.push(api.addTask(tests).id), queue.push(api.addTask(tests).id)]);
    await queue.push(api.addTask(tests).id);
    expect(api.fileRequests).toHaveLength(2);
  });

  it('reports a file that cannot be had as its own failure, never as a verdict', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const task = api.addTask([['1', '42']]);
    api.files.clear();
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'HOST_API_REFUSED' });
    expect(api.reportsOf(task.id).flatMap(({ runs }) => runs)).toEqual([]);
  });

  it('reports a file that came damaged as its own failure', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const task = api.addTask([['1', '42']]);
    const [sha256] = api.files.keys();
    api.files.set(sha256 ?? '', Buffer.from('other bytes'));
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'HOST_FILE_DAMAGED' });
  });

  it('reports a language it has no compiler for as its own failure', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue } = test;
    const task = api.addTask([['1', '42']], { language: 'cpp' });
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'JUDGE_LANGUAGE_UNAVAILABLE' });
  });

  it('reports a sandbox that fails as its own failure, and rebuilds the slot', async () => {
    await using test = await HostUnderTest.started();
    const { api, queue, sandbox } = test;
    const task = api.addTask([['1', '42']]);
    sandbox.breakSlots();
    await queue.push(task.id);
    expect(api.endOf(task.id)).toMatchObject({ kind: 'error', code: 'JUDGE_COMPILE_FAILED' });
    await api.until(() => api.heartbeats.some(({ slots }) => slots.some(({ rebuilds }) => rebuilds === 1)));
  });
});
