import { expect, it } from 'vitest';
import { Outage, partAway } from '../platform/errors/outage.ts';
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

it('answers those who have waited for long when the database is away, and keeps the others', async () => {
  let nowMs = 0;
  const queue = new LoginQueue(() => nowMs);
  const fails: ((error: Error) => void)[] = [];
  const run = (username: string): Promise<void> =>
    queue.run(
      { address: '10.0.0.1', browser: null, username },
      () => new Promise((_resolve, reject) => fails.push(reject)),
    );
  const endings = Array.from({ length: 300 }, (_, index) => run(`name${index}`).catch(partAway));
  nowMs = 4_001;
  const late = run('late').catch(partAway);
  fails.shift()?.(new Outage('database', 'timeout expired'));
  fails.shift()?.(new Outage('database', 'timeout expired'));
  expect(new Set(await Promise.all(endings))).toEqual(new Set(['database']));
  await new Promise((resolve) => setImmediate(resolve));
  expect([fails.length, queue.size]).toEqual([1, 0]);
  fails.shift()?.(new Outage('database', 'timeout expired'));
  expect(await late).toBe('database');
});

it('keeps those who wait when one attempt fails among others that end', async () => {
  let nowMs = 0;
  const queue = new LoginQueue(() => nowMs);
  const turn = (username: string) => ({ address: '10.0.0.1', browser: null, username });
  const first = queue.run(turn('one'), () => Promise.resolve());
  const held = Promise.withResolvers<void>();
  const second = queue.run(turn('two'), () => held.promise);
  await first;
  nowMs = 10_000;
  await queue.run(turn('three'), () => Promise.resolve());
  const blocker = Promise.withResolvers<void>();
  const fourth = queue.run(turn('four'), () => blocker.promise);
  const waiting = queue.run(turn('five'), () => Promise.resolve('done'));
  nowMs = 13_000;
  held.reject(new Outage('database', 'deadlock'));
  await expect(second).rejects.toThrow('deadlock');
  blocker.resolve();
  await fourth;
  await expect(waiting).resolves.toBe('done');
});

it('a browser with an id has room and turns of its own though others with ids fill theirs', async () => {
  const bench = new Bench();
  const run = (browser: string, username: string): Promise<void> =>
    bench.queue.run({ address: '10.0.0.1', browser, username }, async () => {
      bench.begun.push(browser);
    });
  // Two of them begin.
  const flood = Array.from({ length: 402 }, (_, index) => bench.run('10.0.0.1', `name${index}`));
  const guesses = Array.from({ length: 50 }, (_, one) =>
    Array.from({ length: 20 }, (_unused, index) => run(`guesser${one}`, `name${index}`)),
  ).flat();
  expect(() => run('guesser1', 'another')).toThrow(/too many/i);
  const honest = run('honest', 'team01');
  await bench.drain();
  await Promise.all([...flood, ...guesses, honest]);
  const before = bench.begun.slice(0, bench.begun.indexOf('honest'));
  expect(before.filter((one) => one === 'guesser1').length).toBeLessThanOrEqual(1);
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
