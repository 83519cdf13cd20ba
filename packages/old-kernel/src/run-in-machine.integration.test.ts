import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { OldKernelError, prepareMachine, runInMachine } from './index.ts';

const preparation = await prepareMachine();
const name = preparation.ready
  ? 'the machine with the old kernel'
  : `the machine with the old kernel (skipped: ${preparation.reason})`;

/** Emulators started by this process. */
async function emulators(starter: number | undefined): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.includes('qemu-system') && words.includes(`/boot-${String(starter)}-`)) found.push(pid);
  }
  return found;
}

describe.skipIf(!preparation.ready)(name, () => {
  it('runs Node on a kernel older than 6.3 with nothing but cgroup v2, and returns output and status', async () => {
    const lines: string[] = [];
    const result = await runInMachine({
      files: {
        '/root/hello.ts': { content: 'const n: number = 6 * 7; console.log(`node ${n}`); process.exit(9);' },
      },
      command: [
        'uname -r',
        'cat /sys/fs/cgroup/cgroup.controllers',
        'grep -c cgroup /proc/mounts',
        // The sandbox needs a root that pivot_root(2) accepts.
        'unshare -m sh -c "mount --bind /usr /usr && cd /usr && mkdir -p old && pivot_root . old" && echo pivoted',
        'echo to stderr >&2',
        'node hello.ts',
      ].join('\n'),
      timeoutMs: 45_000,
      onLine: (line) => lines.push(line),
    });
    const [release, controllers, mounts, ...rest] = result.output.trimEnd().split('\n');
    expect(release).toMatch(/^6\.1\./);
    expect(controllers?.split(' ')).toEqual(expect.arrayContaining(['cpu', 'cpuset', 'memory', 'pids']));
    expect(mounts).toBe('1');
    expect(rest).toEqual(['pivoted', 'to stderr', 'node 42']);
    expect(result.exitCode).toBe(9);
    expect(lines.join('\n')).toBe(result.output.trimEnd());
    expect(await emulators(process.pid)).toEqual([]);
  });

  it('reaches this machine over its network card, and its job hears what is said to it', async () => {
    const server = createServer((connection) => connection.end('from the host\n'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const { output } = await runInMachine({
        command: `nc 10.0.2.2 ${port} </dev/null; read -r line </dev/ttyS1; echo "heard $line"`,
        network: true,
        input: Readable.from(['a word\n']),
        timeoutMs: 45_000,
      });
      expect(output).toBe('from the host\nheard a word\n');
    } finally {
      server.close();
    }
  });

  it('is ended at the time limit', async () => {
    await expect(runInMachine({ command: 'sleep 1000', timeoutMs: 1000 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('1000 ms') as string,
    });
    expect(await emulators(process.pid)).toEqual([]);
  });

  it('is ended at once when its caller aborts, with what the job had printed until then', async () => {
    const controller = new AbortController();
    const ended = runInMachine({
      command: 'echo begun; sleep 1000',
      timeoutMs: 45_000,
      signal: controller.signal,
      onLine: () => controller.abort(),
    });
    await expect(ended).rejects.toBeInstanceOf(OldKernelError);
    await expect(ended).rejects.toMatchObject({ code: 'ABORTED', output: 'begun\n' });
    expect(await emulators(process.pid)).toEqual([]);
  });

  it('ends with the process that started it, however that dies', async () => {
    const index = join(import.meta.dirname, 'index.ts');
    const script = `import { runInMachine } from ${JSON.stringify(index)};
      await runInMachine({ command: 'sleep 1000', timeoutMs: 45_000 });`;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
    const patience = { timeout: 20_000, interval: 50 };
    await vi.waitFor(async () => expect(await emulators(starter.pid)).toHaveLength(1), patience);
    starter.kill('SIGKILL');
    await vi.waitFor(async () => expect(await emulators(starter.pid)).toEqual([]), patience);
  });

  it('reports the kernel’s last messages when the machine dies', async () => {
    await expect(
      runInMachine({ command: 'echo c >/proc/sysrq-trigger', timeoutMs: 45_000 }),
    ).rejects.toMatchObject({ code: 'NO_RESULT', message: expect.stringContaining('panic') as string });
  });
});
