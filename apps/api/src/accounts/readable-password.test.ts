import { expect, it } from 'vitest';
import { readablePassword } from './readable-password.ts';

it('a made password can be read aloud, has nothing that looks like something else, and is another one each time', () => {
  const made = Array.from({ length: 1000 }, readablePassword);
  for (const password of made) expect(password).toMatch(/^(?:(?:[bdfgkmnprstvz][aeiou]){2}-){3}[2-9]{2}$/);
  expect(new Set(made).size).toBe(1000);
});
