import { expect, it } from 'vitest';
import { newToken } from './registration-token-repository.ts';

it('a token is never taken for an option of the command that joins', () => {
  for (let turn = 0; turn < 2000; turn += 1) expect(newToken()).toMatch(/^[0-9a-f]{64}$/);
});
