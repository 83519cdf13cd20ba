import { expect, it } from 'vitest';
import { confirmedBy, confirmText } from './definition-confirm.ts';

it.each([
  ['', 0, null],
  ['removal', Infinity, null],
  ['removal:3', 3, null],
  ['dangers', 0, ''],
  ['removal:3,dangers:0a1b2c3d4e5f6789', 3, '0a1b2c3d4e5f6789'],
])('"%s" is read and written', (text, submissions, dangers) => {
  expect(confirmedBy(text)).toEqual({ submissions, dangers });
  expect(confirmText({ submissions, dangers })).toBe(text);
});

it('nothing is confirmed by a request without it', () => {
  expect(confirmedBy(undefined)).toEqual({ submissions: 0, dangers: null });
});
