import { idSchema } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { uuidV7 } from './uuid-v7.ts';

describe('an id', () => {
  it('is a UUID of version 7', () => {
    expect(idSchema.safeParse(uuidV7()).success).toBe(true);
    expect(uuidV7()[14]).toBe('7');
  });

  it('sorts by its instant', () => {
    const ids = [1, 1000, 1_700_000_000_000, 1_900_000_000_000].map((ms) => uuidV7(ms));
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
  });
});
