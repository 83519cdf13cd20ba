import { describe, expect, it } from 'vitest';
import type { FileReference, JudgeTask } from '@sandglass/contracts';
import { TestFeed } from './test-feed.ts';

function reference(n: number): FileReference {
  return { sha256: n.toString(16).padStart(64, '0'), bytes: 1 };
}

function aTask(count: number): Pick<JudgeTask, 'tests' | 'validator'> {
  return {
    validator: { kind: 'default', flags: ['case_sensitive'] },
    tests: Array.from({ length: count }, (_, ordinal) => ({
      ordinal,
      name: `secret/${String(ordinal)}`,
      input: reference(ordinal * 2),
      answer: reference(ordinal * 2 + 1),
      args: [],
      files: [],
      ...(ordinal === 1 ? { flags: ['float_tolerance', '1e-6'] } : {}),
    })),
  };
}

/** A cache that counts who holds what. */
class CountingCache {
  readonly held = new Map<string, number>();
  readonly asked: string[] = [];
  readonly failing = new Set<string>();

  acquire({ sha256 }: FileReference): Promise<{ path: string; release: () => void }> {
    this.asked.push(sha256);
    if (this.failing.has(sha256)) return Promise.reject(new Error(`cannot fetch ${sha256}`));
    this.held.set(sha256, (this.held.get(sha256) ?? 0) + 1);
    const release = (): void => {
      this.held.set(sha256, (this.held.get(sha256) ?? 0) - 1);
    };
    return Promise.resolve({ path: `/cache/${sha256}`, release });
  }

  get stillHeld(): number {
    return [...this.held.values()].reduce((sum, count) => sum + count, 0);
  }
}

describe('the tests of a task', () => {
  it('are fetched a few ahead of the one that runs, each once', async () => {
    const cache = new CountingCache();
    const feed = new TestFeed(cache, aTask(20));
    feed.start();
    expect(cache.asked).toHaveLength(12);
    for (const test of feed.sources()) {
      await test.files();
      test.release?.();
    }
    expect(cache.asked).toHaveLength(40);
    await new Promise(setImmediate);
    expect(cache.stillHeld).toBe(0);
    feed.close();
  });

  it('have their own validator flags or the problem’s', () => {
    const flags = [...new TestFeed(new CountingCache(), aTask(2)).sources()].map((test) => test.flags);
    expect(flags).toEqual([['case_sensitive'], ['float_tolerance', '1e-6']]);
  });

  it('fail with the reason only when it is their turn', async () => {
    const cache = new CountingCache();
    cache.failing.add(reference(3).sha256);
    const feed = new TestFeed(cache, aTask(3));
    feed.start();
    const [first, second] = [...feed.sources()];
    expect(await first?.files()).toMatchObject({ inputPath: `/cache/${reference(0).sha256}` });
    await expect(second?.files()).rejects.toThrow('cannot fetch');
    feed.close();
    await Promise.resolve();
    first?.release?.();
  });

  it('hold nothing after they are closed', async () => {
    const cache = new CountingCache();
    const feed = new TestFeed(cache, aTask(10));
    feed.start();
    for (const test of feed.sources()) {
      await test.files();
      break;
    }
    feed.close();
    await new Promise(setImmediate);
    expect(cache.stillHeld).toBe(0);
  });
});
