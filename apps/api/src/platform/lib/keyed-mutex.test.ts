import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

describe('turns', () => {
  it('are taken one after the other for one key, side by side for others, and leave nothing behind', async () => {
    const turns = new KeyedMutex();
    const events: string[] = [];
    const gates = new Map<string, () => void>();
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await new Promise<void>((resolve) => gates.set(name, resolve));
      events.push(`${name} ends`);
      return name;
    };
    const all = [turns.run('a', work('a1')), turns.run('a', work('a2')), turns.run('b', work('b1'))];
    await expect.poll(() => events).toEqual(['a1 begins', 'b1 begins']);
    gates.get('a1')?.();
    await expect.poll(() => events).toEqual(['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins']);
    gates.get('b1')?.();
    gates.get('a2')?.();
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
    expect(turns.size).toBe(0);
  });

  it('go on after one that failed', async () => {
    const turns = new KeyedMutex();
    const failing = turns.run('a', () => Promise.reject(new Error('no')));
    const next = turns.run('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
    expect(turns.size).toBe(0);
  });
});
it('nobody waits longer than they may, and who comes next still waits for those before', async () => {
  const turns = new KeyedMutex(10);
  const { promise: stuck, resolve: goOn } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = turns.run('team', async () => {
    await stuck;
    done.push('first');
  });
  await expect(turns.run('team', () => Promise.resolve(done.push('second')))).rejects.toMatchObject({
    name: 'Outage',
  });
  await expect(turns.run('team', () => Promise.resolve(done.push('third')))).rejects.toThrow(
    'nothing before it succeeded',
  );
  const fourth = turns.run('team', () => Promise.resolve(done.push('fourth')));
  goOn();
  await Promise.all([first, fourth]);
  expect(done).toEqual(['first', 'fourth']);
  await expect.poll(() => turns.size).toBe(0);
});

it('a long line that moves is no reason to send anybody away', async () => {
  const turns = new KeyedMutex(200);
  const work = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  await Promise.all(Array.from({ length: 30 }, () => turns.run('team', work)));
  expect(turns.size).toBe(0);
});
