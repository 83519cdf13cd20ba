import { beforeEach, describe, expect, it } from 'vitest';
import { answered, keyFor } from './unanswered.ts';

const place = 'ada c A';
const minute = 60_000;

describe('the key of a submission', () => {
  beforeEach(() => answered(place));

  it('stays the same until it was accepted, for the same content', () => {
    const key = keyFor(place, 'print(1)', 0);
    expect(keyFor(place, 'print(1)', 5 * minute)).toBe(key);
    answered(place);
    expect(keyFor(place, 'print(1)', 5 * minute)).not.toBe(key);
  });

  it('is another for another content, problem or account', () => {
    const key = keyFor(place, 'print(1)', 0);
    expect(keyFor('ada c B', 'print(1)', 0)).not.toBe(key);
    expect(keyFor('bob c A', 'print(1)', 0)).not.toBe(key);
    expect(keyFor(place, 'print(2)', 0)).not.toBe(key);
  });

  it('is another when the same is submitted much later, counted from the first press', () => {
    const key = keyFor(place, 'print(1)', 0);
    expect(keyFor(place, 'print(1)', 9 * minute)).toBe(key);
    expect(keyFor(place, 'print(1)', 11 * minute)).not.toBe(key);
  });
});
