import { describe, expect, it } from 'vitest';
import { Coalesced } from './coalesced.ts';

/** Each run ends when the test says so. */
function gated(): { readonly runs: string[]; readonly end: () => void; readonly work: Coalesced } {
  const runs: string[] = [];
  const open: (() => void)[] = [];
  const work = new Coalesced(async (key) => {
    runs.push(key);
    await new Promise<void>((resolve) => open.push(resolve));
  });
  return { runs, end: () => open.shift()?.(), work };
}

describe('coalesced work', () => {
  it('runs once more for all that ask while it runs', async () => {
    const { runs, end, work } = gated();
    const first = work.run('a');
    const later = [work.run('a'), work.run('a'), work.run('a')];
    end();
    await expect.poll(() => runs).toEqual(['a', 'a']);
    end();
    await Promise.all([first, ...later]);
    expect(runs).toEqual(['a', 'a']);
  });

  it('runs side by side for other keys, and again when it is asked again', async () => {
    const { runs, end, work } = gated();
    const both = [work.run('a'), work.run('b')];
    expect(runs).toEqual(['a', 'b']);
    end();
    end();
    await Promise.all(both);
    const again = work.run('a');
    end();
    await again;
    expect(runs).toEqual(['a', 'b', 'a']);
  });

  it('rejects with what failed, and goes on with the next call', async () => {
    let runs = 0;
    const work = new Coalesced(async () => {
      runs += 1;
      if (runs === 1) throw new Error('no');
    });
    await expect(work.run('a')).rejects.toThrow('no');
    await work.run('a');
    expect(runs).toBe(2);
  });
});
