/** The root side believes no descriptor and no number that its client sends. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broker } from '../src/broker.ts';
import { Decoder, Encoder } from '../src/encoder.ts';
import { createSlot, sandboxExecutable } from '../src/index.ts';
import type { RunSpec, SlotOptions } from '../src/index.ts';
import { openAs, openChannel, received } from '../src/native.ts';
import { decodeFailure, decodeHead, encodeRun, Paths, reply } from '../src/protocol.ts';
import { Bench, limits, megabyte, obstacle, text } from './harness.ts';

const moduleUrl = new URL('../src/index.ts', import.meta.url).href;

/** Sends a run whose only descriptor is opened as the test likes, past every check of our own client. */
async function stepRefused(spec: Partial<RunSpec>, descriptor: number): Promise<string> {
  const socket = await broker().makeSlot({ ordinal: 11, uidBase: 62000 });
  return new Promise((resolve) => {
    const channel = openChannel(socket, (size) => {
      const decoder = new Decoder(Buffer.from(received.subarray(0, size)));
      const { type } = decodeHead(decoder);
      if (type === reply.ready) {
        const encoder = new Encoder();
        const paths = new Paths();
        encodeRun(encoder, paths, 1, { argv: ['/bin/true'], limits, ...spec });
        channel.send(encoder.bytes, encoder.size, [String(descriptor)], [openAs.descriptor]);
        return;
      }
      channel.close();
      resolve(type === reply.failure ? decodeFailure(decoder).step : 'it ran');
    });
  });
}

describe.skipIf(obstacle !== undefined)('a client is given no more than it had', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open({ ordinal: 12 });
  });
  afterAll(async () => {
    await bench.close();
  });

  it.each<[string, Partial<RunSpec>, string]>([
    ['an output into procfs', { stdout: { path: '/proc/self/timerslack_ns', maxBytes: 9 } }, 'stdout'],
    ['an input from procfs', { stdin: { path: '/proc/version' } }, 'stdin'],
    ['a file from sysfs', { files: [{ path: 'a', source: '/sys/kernel/uevent_seqnum' }] }, 'files.source'],
    ['a bind of procfs', { binds: [{ source: '/proc/self', target: '/judge/p' }] }, 'binds.source'],
    ['a bind of a device', { binds: [{ source: '/dev/null', target: '/judge/n' }] }, 'binds.source'],
    ['a bind over the system', { binds: [{ source: '/etc/passwd', target: '/etc/passwd' }] }, 'binds.target'],
    ['a bind over the box', { binds: [{ source: '/usr', target: '/box/usr' }] }, 'binds.target'],
    ['too much captured', { stdout: { captureBytes: 300 * megabyte } }, 'captureBytes'],
    ['an impossible nice value', { nice: -21 }, 'nice'],
    ['too many open files', { limits: { ...limits, openFiles: 2_000_000 } }, 'limits.openFiles'],
  ])('%s is refused by name, and the slot goes on', async (_, spec, field) => {
    await expect(bench.run(['/bin/true'], spec)).rejects.toMatchObject({
      step: expect.stringContaining(field) as string,
    });
    expect((await bench.run(['/bin/true'])).exitCode).toBe(0);
    expect(bench.rebuilds).toBe(0);
  });

  it.each<[string, Partial<RunSpec>, string, string | number]>([
    ['to write what it may only read', { stdout: { path: '', maxBytes: 9 } }, 'stdout', 'r'],
    ['to read what it may only write', { stdin: { path: '' } }, 'stdin', 'a'],
    ['to copy what it may only name', { files: [{ path: 'a', source: '' }] }, 'files.source', 0o10000000],
  ])('a descriptor is not used %s', async (_, spec, field, flags) => {
    const fd = openSync(bench.programs.file('plain', 'x'), flags);
    expect(await stepRefused(spec, fd)).toContain(field);
    closeSync(fd);
  });

  it('a failed bind leaves nothing behind, not even the place it was meant for', async () => {
    const folder = join(bench.programs.folder, 'folder');
    mkdirSync(folder);
    // The second cannot be made: its parent is a file.
    const binds = [
      { source: bench.programs.file('one', '1'), target: '/judge/one' },
      { source: folder, target: '/judge/one/two' },
    ];
    await expect(bench.run(['/bin/true'], { binds })).rejects.toMatchObject({ code: 'SETUP' });
    expect(text((await bench.sh('ls /judge')).stdout)).toBe('');
  });

  it.each<[string, Partial<SlotOptions>, string]>([
    ['a box of petabytes', { box: { bytes: 2 ** 50, inodes: 64 } }, 'box.bytes'],
    ['a slot beyond the last', { ordinal: 4096 }, 'ordinal'],
    ['more CPUs than any machine has', { cpus: Array.from({ length: 1025 }, (_, i) => i) }, 'cpus'],
    ['a root made of procfs', { rootfs: '/proc/self' }, 'rootfs'],
    [
      'a bind over a folder of ours',
      { extraBinds: [{ source: '/usr', target: '/tmp' }] },
      'extraBinds.target',
    ],
  ])('%s is refused by name', async (_, options, field) => {
    await expect(createSlot({ ordinal: 13, uidBase: 62000, ...options })).rejects.toMatchObject({
      code: 'SLOT_BUILD',
      step: expect.stringContaining(field) as string,
    });
  });

  it('a launched judgehost cannot choose the users that programs run as', () => {
    const script = `
      const { createSlot } = await import(${JSON.stringify(moduleUrl)});
      const own = await createSlot({ ordinal: 0, uidBase: 64000 });
      await own.close();
      console.log(await createSlot({ ordinal: 0, uidBase: 65000 }).catch((error) => error.step));
      process.exit();`;
    const words = ['launch', '--user', '59000', '--group', '59000', '--uid-base', '64000', '--'];
    const node = [process.execPath, '--input-type=module', '-e', script];
    const launched = spawnSync(sandboxExecutable, [...words, ...node], { encoding: 'utf8', timeout: 30_000 });
    expect(launched.stdout + launched.stderr).toContain('uidBase is another than the broker');
    words[2] = '64001';
    expect(spawnSync(sandboxExecutable, [...words, '/bin/true'], { encoding: 'utf8' }).stderr).toContain(
      'one of the users that programs run as',
    );
  });
});
