import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

describe('removing in batches', () => {
  it('goes on until a batch is not full', async () => {
    const batches = [50, 50, 7, 50];
    expect(
      await inBatches(
        50,
        () => false,
        async () => batches.shift() ?? 0,
      ),
    ).toBe(107);
    expect(batches).toEqual([50]);
  });

  it('ends between two batches when it is stopped', async () => {
    let batches = 0;
    const removed = await inBatches(
      10,
      () => batches === 3,
      async () => {
        batches += 1;
        return 10;
      },
    );
    expect(removed).toBe(30);
  });
});
