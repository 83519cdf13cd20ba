import { expect, it } from 'vitest';
import { instantOfInput, localInput } from './local-input.ts';

it('an input of date and time has an instant to the second, and gives it back', () => {
  const iso = '2026-11-28T09:05:07.000Z';
  expect(localInput(iso)).toMatch(/^2026-11-2\dT\d\d:05:07$/);
  expect(instantOfInput(localInput(iso))).toBe(iso);
  expect([instantOfInput(''), instantOfInput('2026-11')]).toEqual([null, '2026-11-01T00:00:00.000Z']);
  expect(instantOfInput('soon')).toBeNull();
});
