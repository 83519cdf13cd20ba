import type { FileReference } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { WarmUps } from './warm-up.ts';

const file = (n: number, bytes = 10): FileReference => ({ sha256: String(n).padStart(64, '0'), bytes });
const order = (contestId: string, revision = '1') => ({ contestId, revision });

/** A cache and an api in memory; `until` resolves when a condition holds after something was fetched or asked. */
function setUp(files: Record<string, FileReference[]>, cacheBytes = 1000) {
  const fetched: string[] = [];
  const listeners = new Set<() => void>();
  const state = { failing: false };
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const warmUps = new WarmUps({
    api: {
      contestFiles: (contest) => {
        setImmediate(changed);
        return Promise.resolve(files[contest] ?? []);
      },
    },
    cache: {
      acquire: ({ sha256 }) => {
        setImmediate(changed);
        if (state.failing) return Promise.reject(new Error('the disk is full'));
        fetched.push(sha256);
        return { path: sha256, release: () => {} };
      },
    },
    cacheBytes,
    log: createLog('silent', 'test'),
    againMs: 5,
  });
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
        setTimeout(listener, 5);
      });
    }
  };
  return { warmUps, fetched, state, until };
}

describe('a warm-up', () => {
  it('fetches every file of the contest once, and reports its progress', async () => {
    const { warmUps, fetched, until } = setUp({ finals: [file(1), file(2), file(3), file(4), file(5)] });
    warmUps.order([order('finals')]);
    warmUps.order([order('finals')]);
    await until(() => warmUps.figures[0]?.state === 'done');
    expect(fetched.length).toBe(5);
    expect(warmUps.figures).toEqual([
      {
        contestId: 'finals',
        revision: '1',
        state: 'done',
        files: 5,
        filesDone: 5,
        bytes: 50,
        bytesDone: 50,
        error: null,
      },
    ]);
    await warmUps.close();
  });

  it('is made again when a problem was imported again, and forgotten when nobody wants it any more', async () => {
    const { warmUps, fetched, until } = setUp({ finals: [file(1)] });
    warmUps.order([order('finals')]);
    await until(() => warmUps.figures[0]?.state === 'done');
    warmUps.order([order('finals', '2')]);
    await until(() => fetched.length === 2 && warmUps.figures[0]?.state === 'done');
    warmUps.order([]);
    expect(warmUps.figures).toEqual([]);
    await warmUps.close();
  });

  it('says what failed, and tries again', async () => {
    const { warmUps, state, until } = setUp({ finals: [file(1)] });
    state.failing = true;
    warmUps.order([order('finals')]);
    await until(() => warmUps.figures[0]?.state === 'failed');
    expect(warmUps.figures[0]?.error).toBe('the disk is full');
    state.failing = false;
    await until(() => warmUps.figures[0]?.state === 'done');
    expect(warmUps.figures[0]?.error).toBeNull();
    await warmUps.close();
  });

  it('does not begin what the cache cannot hold', async () => {
    const { warmUps, fetched, until } = setUp({ finals: [file(1, 900), file(2, 900)] });
    warmUps.order([order('finals')]);
    await until(() => warmUps.figures[0]?.state === 'failed');
    expect(warmUps.figures[0]?.error).toBe(
      '1800 bytes do not fit into the cache of 1000 (SANDGLASS_CACHE_BYTES)',
    );
    expect(fetched).toEqual([]);
    await warmUps.close();
  });
});
