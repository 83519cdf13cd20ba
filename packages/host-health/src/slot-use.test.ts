import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHostReader } from './host-reader.ts';
import { cgroupV2, machineFiles, MemoryTree, writeTree } from './test-machine.ts';
import { HostTree } from './tree.ts';

const pod = '/sys/fs/cgroup/pod';
const statOf = (group: string): string => `${pod}/sandglass-${group}/cpu.stat`;
const old = statOf('41-7788-0-1');
const tenHoursUs = 36_000_000_000;

/** Control groups that can be kept from answering. */
class FailingHost extends MemoryTree {
  fails: 'no' | 'folder' | 'file' = 'no';
  emptied: string | null = null;
  /** Waited for before the counter is returned. */
  gate: Promise<void> = Promise.resolve();

  override listing(folder: string): Promise<string[] | null> {
    if (this.fails === 'folder') return Promise.resolve(null);
    return folder === this.emptied ? Promise.resolve([]) : super.listing(folder);
  }

  override async text(file: string): Promise<string | null> {
    if (file !== old) return super.text(file);
    await this.gate;
    return this.fails === 'file' ? null : super.text(file);
  }
}

/** A host of four CPUs whose slot is old; `next` gives a report a second after the one before. */
function host(): { tree: FailingHost; next: (usedUs: number) => Promise<number | null | undefined> } {
  const tree = new FailingHost(
    machineFiles({ sockets: 1, coresPerSocket: 4, smt: false, files: cgroupV2('/pod') }),
  );
  const reader = createHostReader({}, tree);
  let totalUs = tenHoursUs;
  const next = async (usedUs: number): Promise<number | null | undefined> => {
    vi.advanceTimersByTime(1000);
    totalUs += usedUs;
    tree.write({ [old]: `usage_usec ${String(totalUs)}\n` });
    return (await reader.read()).vitals?.slotCores;
  };
  return { tree, next };
}

describe('the cores that slots kept busy', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it.each(['folder', 'file'] as const)(
    'are not known while a %s cannot be read nor just after, when what was used in a whole life would pass for new',
    async (what) => {
      const { tree, next } = host();
      expect(await next(0)).toBeNull();
      expect(await next(500_000)).toBe(0.5);
      tree.fails = what;
      expect(await next(500_000)).toBeNull();
      tree.fails = 'no';
      expect(await next(500_000)).toBeNull();
      expect(await next(250_000)).toBe(0.25);
    },
  );

  it('are not known where a group comes to light that has used more than a new one can', async () => {
    const { tree, next } = host();
    await next(0);
    tree.write({ [statOf('41-7788-1-2')]: 'usage_usec 4000001\n' });
    expect(await next(0)).toBeNull();
    tree.write({ [statOf('41-7788-1-3')]: 'usage_usec 3000000\n' });
    expect(await next(500_000)).toBe(3.5);
  });

  it('are never more than there are', async () => {
    const { next } = host();
    await next(0);
    expect(await next(4_100_000)).toBe(4);
  });

  it('are not known where the groups of another folder take the place of those before', async () => {
    const { tree, next } = host();
    tree.write({ '/sys/fs/cgroup/sandglass-9-7788-0-1/cpu.stat': 'usage_usec 1000000\n' });
    await next(0);
    tree.emptied = pod;
    expect(await next(0)).toBeNull();
    expect(await next(0)).toBe(0);
  });

  it('are neither those of the report before, when control groups are late, nor of a time between two reports', async () => {
    const { tree, next } = host();
    await next(0);
    expect(await next(500_000)).toBe(0.5);
    const { promise, resolve } = Promise.withResolvers<void>();
    tree.gate = promise;
    expect(await next(100_000)).toBeNull();
    setTimeout(resolve, 50);
    // Answered now, but begun in the report before.
    expect(await next(100_000)).toBeNull();
    expect(await next(100_000)).toBeNull();
    expect(await next(100_000)).toBe(0.1);
  });
});

it('a folder that is not there is distinguished from one that cannot be read', async () => {
  const root = await writeTree({ '/full/name': '' });
  try {
    await symlink('loop', path.join(root, 'loop'));
    const tree = new HostTree(root);
    expect(await tree.listing('/full')).toEqual(['name']);
    expect(await tree.listing('/missing')).toEqual([]);
    expect(await tree.listing('/loop')).toBeNull();
    expect(await tree.names('/loop')).toEqual([]);
  } finally {
    await rm(root, { recursive: true });
  }
});
