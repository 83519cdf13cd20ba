import { expect, it } from 'vitest';
import { Remembered } from './remembered.ts';

it('reads once for everybody who asks within its time, and again after it', async () => {
  let reads = 0;
  const remembered = new Remembered(1000, async () => (reads += 1));
  expect(await Promise.all([remembered.get(0), remembered.get(500), remembered.get(1000)])).toEqual([
    1, 1, 1,
  ]);
  expect(await remembered.get(1001)).toBe(2);
});

it('reads again after it was made to forget, and when it is asked to', async () => {
  let reads = 0;
  const remembered = new Remembered(1000, async () => (reads += 1));
  await remembered.get(0);
  remembered.forget();
  expect(await remembered.get(1)).toBe(2);
  expect(await remembered.readNow(2)).toBe(3);
  expect(await remembered.get(3)).toBe(3);
});

it('does not remember a reading that failed', async () => {
  let reads = 0;
  const remembered = new Remembered(1000, async () => {
    reads += 1;
    if (reads === 1) throw new Error('away');
    return reads;
  });
  await expect(remembered.get(0)).rejects.toThrow('away');
  expect(await remembered.get(1)).toBe(2);
});
