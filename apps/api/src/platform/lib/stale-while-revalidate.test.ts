import { describe, expect, it } from 'vitest';
import { StaleWhileRevalidate } from './stale-while-revalidate.ts';

function setUp() {
  let time = 1_000_000;
  let searches = 0;
  const answers = new StaleWhileRevalidate<number>({
    freshMs: 5000,
    usableMs: 30_000,
    maxEntries: 2,
    now: () => time,
  });
  return {
    answers,
    get searches() {
      return searches;
    },
    pass: (ms: number): void => {
      time += ms;
    },
    find: async (): Promise<number> => {
      searches += 1;
      return searches;
    },
  };
}

describe('an answer that takes long to find', () => {
  it('is found once for all who ask at the same time', async () => {
    const { answers, find } = setUp();
    expect(await Promise.all([answers.get('a', find), answers.get('a', find)])).toEqual([1, 1]);
    expect(await answers.get('b', find)).toBe(2);
  });

  it('is returned as it is while it is fresh', async () => {
    const { answers, find, pass } = setUp();
    await answers.get('a', find);
    pass(4999);
    expect(await answers.get('a', find)).toBe(1);
  });

  it('is returned once more when it is no longer fresh, and found again for the next', async () => {
    const { answers, find, pass } = setUp();
    await answers.get('a', find);
    pass(6000);
    expect(await answers.get('a', find)).toBe(1);
    await Promise.resolve();
    expect(await answers.get('a', find)).toBe(2);
  });

  it('is waited for when the one there is too old', async () => {
    const { answers, find, pass } = setUp();
    await answers.get('a', find);
    pass(30_000);
    expect(await answers.get('a', find)).toBe(2);
  });

  it('that could not be found is looked for again', async () => {
    const { answers, find } = setUp();
    await expect(answers.get('a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    expect(await answers.get('a', find)).toBe(1);
  });

  it('is forgotten when too many others were asked for since', async () => {
    const { answers, find } = setUp();
    for (const key of ['a', 'b', 'c']) await answers.get(key, find);
    expect(await answers.get('c', find)).toBe(3);
    expect(await answers.get('a', find)).toBe(4);
  });
});
