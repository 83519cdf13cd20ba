import { JudgeError } from '@sandglass/judge';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiUnreachable, JudgehostError } from '../platform/errors.ts';
import { FailureWatch } from './failure-watch.ts';

describe('a host on which tasks fail', () => {
  let watch: FailureWatch;
  let changes: number;
  let disk: string | null;

  beforeEach(() => {
    vi.useFakeTimers();
    changes = 0;
    disk = null;
    watch = new FailureWatch({
      onChange: () => {
        changes += 1;
      },
      checkDisk: () => Promise.resolve(disk),
    });
  });
  afterEach(() => {
    watch.close();
    vi.useRealTimers();
  });

  const compiler = new Error('cc1plus is gone');

  it('takes nothing more after three in a row, of different problems, and says why', () => {
    for (const problem of ['a', 'a']) watch.failed(problem, compiler);
    expect([watch.allowed, watch.why]).toEqual([Infinity, null]);
    watch.failed('b', compiler);
    expect(watch.allowed).toBe(0);
    expect(watch.why).toBe('3 tasks in a row have failed here, the last by: cc1plus is gone');
    expect(changes).toBe(1);
  });

  it('goes on when it is one problem that fails, or when others are judged between', () => {
    for (let n = 0; n < 10; n += 1) watch.failed('broken', compiler);
    expect(watch.allowed).toBe(Infinity);
    watch.judged();
    for (const problem of ['a', 'b']) watch.failed(problem, compiler);
    watch.judged();
    watch.failed('c', compiler);
    expect([watch.allowed, changes]).toEqual([Infinity, 0]);
  });

  it('goes on where a compiler was never there, or the api or the package is to blame', () => {
    const lacking = new JudgeError('JUDGE_LANGUAGE_UNAVAILABLE', { language: 'java' });
    const away = new Error('the files could not be had', {
      cause: new ApiUnreachable('http://api', 'refused'),
    });
    for (const problem of ['a', 'b', 'c', 'd']) {
      watch.failed(problem, lacking);
      watch.failed(problem, away);
    }
    expect([watch.allowed, changes]).toEqual([Infinity, 0]);
  });

  const flood = async (prove: () => Promise<string | null>, tasks = 30): Promise<void> => {
    for (let n = 0; n < tasks; n += 1) {
      watch.failed(['a', 'b'][n % 2]!, compiler, prove);
      await vi.advanceTimersByTimeAsync(0);
    }
  };

  it('goes on where a known program is judged well: a flood of submissions that fail is not its fault', async () => {
    let proofs = 0;
    await flood(() => {
      proofs += 1;
      return Promise.resolve(null);
    });
    expect([watch.allowed, watch.why, changes]).toEqual([Infinity, null, 0]);
    expect(proofs).toBe(10);
  });

  it('takes nothing more where the known program fails too, and says both', async () => {
    await flood(() => Promise.resolve('CE: cc1plus: not found'), 3);
    expect(watch.allowed).toBe(0);
    expect(watch.why).toBe(
      '3 tasks in a row have failed here, the last by: cc1plus is gone; a known program fails as well: CE: cc1plus: not found',
    );
  });

  it('is well again when the single task fails by its own fault', async () => {
    await flood(() => Promise.resolve('nothing runs'), 3);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(watch.allowed).toBe(1);
    await flood(() => Promise.resolve(null), 1);
    expect([watch.allowed, watch.why]).toEqual([Infinity, null]);
  });

  it('believes a task that is judged during the proof more than the proof', async () => {
    const proof = Promise.withResolvers<string | null>();
    for (const problem of ['a', 'b', 'c']) watch.failed(problem, compiler, () => proof.promise);
    watch.judged();
    proof.resolve('too late');
    await vi.advanceTimersByTimeAsync(0);
    expect(watch.allowed).toBe(Infinity);
  });

  it('tries a single task after half a minute, and is well again when that is judged', async () => {
    for (const problem of ['a', 'b', 'c']) watch.failed(problem, compiler);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(watch.allowed).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(watch.allowed).toBe(1);
    expect(watch.why).not.toBeNull();
    watch.judged();
    expect([watch.allowed, watch.why]).toEqual([Infinity, null]);
  });

  it('waits longer each time that task fails too, four minutes at most', async () => {
    for (const problem of ['a', 'b', 'c']) watch.failed(problem, compiler);
    for (const seconds of [30, 60, 120, 240, 240]) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(watch.allowed).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(watch.allowed).toBe(1);
      watch.failed('a', compiler);
      expect(watch.allowed).toBe(0);
    }
  });

  it('takes nothing at once when its disk is full, and no task until it can be written', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const error = new JudgehostError('HOST_DISK', { folder: '/f', cause: full.message }, { cause: full });
    watch.failed('a', new Error('the files could not be had', { cause: error }));
    expect(watch.allowed).toBe(0);
    expect(watch.why).toContain('the disk cannot be written');
    disk = 'no space left on device';
    await vi.advanceTimersByTimeAsync(120_000);
    expect(watch.allowed).toBe(0);
    disk = null;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(watch.allowed).toBe(1);
  });

  it('learns nothing more from what was begun before it stopped', () => {
    for (const problem of ['a', 'b', 'c']) watch.failed(problem, compiler);
    watch.failed('d', new Error('another'));
    expect(watch.why).toContain('cc1plus');
    // But one that is judged shows that it can.
    watch.judged();
    expect(watch.allowed).toBe(Infinity);
  });
});
