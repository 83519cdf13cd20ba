import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { expectToHold } from './lib/bounded.ts';
import { drive } from './lib/drive.ts';
import { plain, propertyTarget } from './lib/target.ts';
import { propertyTargets, targets } from './targets.ts';

describe('a fuzz target that needs no server', () => {
  it.each(propertyTargets.filter(({ needs }) => needs === 'nothing'))(
    'holds for a moment: $name',
    expectToHold,
  );
});

describe('fuzz targets', () => {
  it('have names of their own', () => {
    expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
  });
});

describe('a property that does not hold', () => {
  it('is found, with the smallest input and the seed', async () => {
    const target = propertyTarget<string[]>({
      name: 'no-such-corpus',
      summary: '',
      needs: 'nothing',
      open: () =>
        Promise.resolve(
          plain(fc.array(fc.string()), (words) => {
            if (words.length > 1) throw new Error('two words');
          }),
        ),
    });
    const { finding } = await drive(target, { milliseconds: 60_000, seeds: [5] });
    expect(finding).toMatchObject({
      input: ['', ''],
      file: null,
      reason: expect.stringContaining('two words'),
    });
    expect(finding?.seed).toBeGreaterThanOrEqual(5);
  });
});
