import { awardIdSchema } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { awardIdOf } from './award-id.ts';

it('is readable, and what the api takes, regardless of the letters', () => {
  expect(awardIdOf('  Best Café costume! ')).toBe('best-cafe-costume');
  for (const citation of ['最佳服装', '🦊', 'a'.repeat(200), '-', 'جائزة', 'Å 1', '最'.repeat(200)])
    expect(awardIdSchema.safeParse(awardIdOf(citation)).success).toBe(true);
  expect(awardIdOf('最佳服装')).not.toBe(awardIdOf('最佳'));
});
