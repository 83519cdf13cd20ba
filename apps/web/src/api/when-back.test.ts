import { expect, it } from 'vitest';
import { ApiError, toApiError } from './api-error.ts';
import { whenBack } from './when-back.ts';

const away = (retryAfter: string | null) => toApiError(503, null, retryAfter);

/** Fails so often, then answers. */
function failing(refusal: ApiError, times: number): { send: () => Promise<string>; sent: () => number } {
  let sent = 0;
  return {
    send: async () => {
      sent += 1;
      await Promise.resolve();
      if (sent <= times) throw refusal;
      return 'taken';
    },
    sent: () => sent,
  };
}

it('what a server that is away refused is sent again after the time it named', async () => {
  const waits: number[] = [];
  const { send, sent } = failing(away('2'), 2);
  const answer = await whenBack(send, (ms) => {
    waits.push(ms);
    return Promise.resolve();
  });
  expect([answer, sent()]).toEqual(['taken', 3]);
  for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(2000);
});

it('not for ever', async () => {
  const { send, sent } = failing(away('1'), 100);
  await expect(whenBack(send, () => Promise.resolve())).rejects.toBeInstanceOf(ApiError);
  expect(sent()).toBe(5);
});

it.each([
  ['one that names no time', away(null)],
  ['one that names a long time', away('600')],
  ['one that names nonsense', away('soon')],
  ['a refusal for another reason', toApiError(429, null, '1')],
])('%s is reported at once', async (_what, error) => {
  const { send, sent } = failing(error, 100);
  await expect(whenBack(send, () => Promise.resolve())).rejects.toBe(error);
  expect(sent()).toBe(1);
});
