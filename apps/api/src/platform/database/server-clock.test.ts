import { expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

/** A server whose clock is ahead by that, asked by a process whose clock goes on by 10 ms with every look at it. */
function clock(aheadMs: { value: number }): ServerClock {
  let nowMs = 1_000_000;
  const now = (): number => (nowMs += 10);
  const query = (): Promise<never[]> => Promise.resolve([{ ms: nowMs + 5 + aheadMs.value }] as never[]);
  return new ServerClock({ query }, now);
}

it('two clocks that agree but for moments are one', async () => {
  const ahead = { value: 120 };
  const server = clock(ahead);
  expect(await server.aheadMs()).toBe(0);
  ahead.value = -180;
  expect(await server.aheadMs()).toBe(0);
});

it('a server’s clock that differs is known, and the reported difference does not vary', async () => {
  const ahead = { value: -60_000 };
  const server = clock(ahead);
  expect(await server.aheadMs()).toBe(-60_000);
  ahead.value = -59_900;
  expect(await server.aheadMs()).toBe(-60_000);
  ahead.value = 0;
  expect(await server.aheadMs()).toBe(0);
});
