import { expect, it, vi } from 'vitest';
import { VerifiedPasswords } from './verified-passwords.ts';

it('a password is compared once with the same hash, and again with another', async () => {
  const verify = vi.fn((hash: string, password: string) => Promise.resolve(hash === `hash of ${password}`));
  const verified = new VerifiedPasswords(verify);
  for (let round = 0; round < 3; round += 1) {
    expect(await verified.verify('hash of one', 'one')).toBe(true);
    expect(await verified.verify('hash of one', 'two')).toBe(false);
  }
  expect(verify).toHaveBeenCalledTimes(2);
  expect(await verified.verify('hash of two', 'two')).toBe(true);
  expect(verify).toHaveBeenCalledTimes(3);
});
