import { expect, it } from 'vitest';
import { initialsOf } from './team-picture.tsx';

it.each([
  ['University of Cape Town', 'UCT'],
  ['University 07', 'U07'],
  ['University 12345', 'U123'],
  ['of the', 'OT'],
  ['早稲田大学', '早'],
  ['école (n° 42)', 'É42'],
  ['', ''],
])('initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
