import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { throttledUs } from './throttling.ts';

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true });
});

async function tree(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'sandglass-throttling-'));
  made.push(root);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

describe('the time that a quota took', () => {
  it('is summed over all groups up the path in v2', async () => {
    const root = await tree({
      'proc/self/cgroup': '0::/a/b\n',
      'sys/fs/cgroup/a/b/cpu.stat': 'usage_usec 5\nthrottled_usec 70\n',
      'sys/fs/cgroup/a/cpu.stat': 'nr_throttled 1\nthrottled_usec 500\n',
      'sys/fs/cgroup/cpu.stat': 'usage_usec 9\n',
    });
    expect(await throttledUs(root)).toBe(570);
  });

  it('is given in nanoseconds by v1', async () => {
    const root = await tree({
      'proc/self/cgroup': '4:cpu,cpuacct:/a\n3:memory:/b\n0::/\n',
      'sys/fs/cgroup/cpu,cpuacct/a/cpu.stat': 'nr_periods 1\nthrottled_time 2000000\n',
    });
    expect(await throttledUs(root)).toBe(2000);
  });

  it('is unknown where no file says it', async () => {
    expect(await throttledUs(await tree({ 'proc/self/cgroup': '3:memory:/b\n' }))).toBeNull();
    expect(await throttledUs(await tree({}))).toBeNull();
  });
});
