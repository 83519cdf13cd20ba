import { expect, it } from 'vitest';
import { LoginQueue } from './login-queue.ts';

/** Work that ends when the test says so, and the order in which it began. */
class Bench {
  readonly queue = new LoginQueue();
  readonly begun: string[] = [];
  readonly #ends: (() => void)[] = [];

  run(address: string, name: string): Promise<void> {
    return this.queue.run({ address, browser: null, username: name }, () => {
      this.begun.push(`${address} ${name}`);
      return new Promise<void>((resolve) => {
        this.#ends.push(resolve);
      });
    });
  }

  /** Lets everything end, one after the other. */
  async drain(): Promise<void> {
    while (this.#ends.length > 0) {
      this.#ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

it('an attempt does not wait behind all those of another address', async () => {
  const bench = new Bench();
  const flood = Array.from({ length: 300 }, (_, index) => bench.run('10.0.0.1', `name${index}`));
  const honest = bench.run('10.0.0.2', 'team01');
  await bench.drain();
  await Promise.all([...flood, honest]);
  expect(bench.begun.indexOf('10.0.0.2 team01')).toBeLessThan(5);
});

it('an attempt does not wait behind all those at another name', async () => {
  const bench = new Bench();
  const flood = Array.from({ length: 20 }, () => bench.run('10.0.0.1', 'admin'));
  const honest = bench.run('10.0.0.1', 'team01');
  await bench.drain();
  await Promise.all([...flood, honest]);
  expect(bench.begun.indexOf('10.0.0.1 team01')).toBeLessThan(5);
});

it('refuses more than a few of one name, and still takes other names', async () => {
  const bench = new Bench();
  const waiting = Array.from({ length: 22 }, () => bench.run('10.0.0.1', 'admin'));
  expect(() => bench.run('10.0.0.1', 'admin')).toThrow(/too many/i);
  const other = bench.run('10.0.0.1', 'jury');
  await bench.drain();
  await Promise.all([...waiting, other]);
  expect(bench.queue.size).toBe(0);
});

it('goes on after work that failed', async () => {
  const queue = new LoginQueue();
  const turn = { address: 'a', browser: null, username: 'b' };
  await expect(queue.run(turn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(queue.run(turn, () => Promise.resolve(1))).resolves.toBe(1);
});

it('takes a browser that somebody has logged in with though its address fills the queue', async () => {
  const bench = new Bench();
  const flood = Array.from({ length: 402 }, (_, index) => bench.run('10.0.0.1', `name${index}`));
  expect(() => bench.run('10.0.0.1', 'team01')).toThrow(/too many/i);
  const known = bench.queue.run(
    { address: '10.0.0.1', browser: 'known', username: 'team01' },
    async () => {},
  );
  await bench.drain();
  await Promise.all([...flood, known]);
});
