import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { checkSent } from './broker.ts';
import { addon, openChannel, received, type Channel } from './native.ts';
import { Paths } from './protocol.ts';

function pipe(): [number, number] {
  const [end, otherEnd] = addon().makePipe();
  if (end === undefined || otherEnd === undefined) throw new Error('no pipe');
  return [end, otherEnd];
}

describe('a channel of the addon', () => {
  it('that is closed differs from an open one, and nothing done to it does harm', async () => {
    const [end, otherEnd] = pipe();
    const heard: number[] = [];
    const channel = openChannel(end, (size) => heard.push(size));
    const ended = Promise.withResolvers<number>();
    const other = openChannel(otherEnd, ended.resolve);
    other.keepAlive(true);
    const send = (): number => channel.send(Buffer.from('a request'), 9, ['/dev/null'], [0]);
    channel.close();
    expect(send()).toBe(-constants.errno.EPIPE);
    expect(() => checkSent(send(), new Paths())).toThrow(/send request/);
    expect(await ended.promise).toBe(0);
    other.close();
    // The event loop has let go of the first one: its memory is free.
    channel.keepAlive(true);
    channel.close();
    expect(send()).toBe(-constants.errno.EPIPE);
    expect(heard).toEqual([]);
  });

  it('is nothing else: its methods refuse other values', () => {
    const { prototype } = addon().Channel;
    for (const value of [undefined, null, 7, {}, Object.create(prototype)] as unknown[]) {
      const wrong = value as Channel;
      expect(() => {
        prototype.close.call(wrong);
      }).toThrow(TypeError);
      expect(() => {
        prototype.keepAlive.call(wrong, true);
      }).toThrow(TypeError);
      expect(() => prototype.send.call(wrong, Buffer.alloc(8), 8, [], [])).toThrow(TypeError);
    }
  });

  it('is made of a descriptor that the event loop can listen to, a buffer and a function', () => {
    const { Channel } = addon();
    const wrong = Channel as unknown as new (...values: unknown[]) => Channel;
    const [end, otherEnd] = pipe();
    try {
      expect(() => new wrong('0', received, () => undefined)).toThrow(TypeError);
      expect(() => new wrong(end, 'text', () => undefined)).toThrow();
      expect(() => new wrong(end, received, {})).toThrow(/must be a function/);
      expect(() => new Channel(-1, received, () => undefined)).toThrow(/Bad file descriptor/);
      expect(() => (Channel as unknown as (fd: number) => void)(end)).toThrow(TypeError);
    } finally {
      for (const fd of [end, otherEnd]) openChannel(fd, () => undefined).close();
    }
  });

  it('sends no byte that lies behind its buffer', () => {
    const [end, otherEnd] = pipe();
    const channel = openChannel(end, () => undefined);
    expect(() => channel.send(Buffer.alloc(8), 9, [], [])).toThrow(RangeError);
    for (const one of [channel, openChannel(otherEnd, () => undefined)]) one.close();
  });

  it.each([
    ['ends', ''],
    ['exits', 'process.exit(0);'],
    ['listens until it is stopped', 'channel.keepAlive(true);'],
  ])('is closed with its thread, when that %s', async (_, end) => {
    const [worker, left] = await new Promise<[Worker, number]>((resolve, reject) => {
      const made = new Worker(
        `const { parentPort, workerData } = require('node:worker_threads');
        import(workerData).then(({ addon, openChannel }) => {
          const [end, otherEnd] = addon().makePipe();
          const channel = openChannel(end, () => undefined);
          parentPort.postMessage(otherEnd);
          ${end}
        });`,
        { eval: true, workerData: new URL('native.ts', import.meta.url).href, trackUnmanagedFds: false },
      );
      made.on('message', (fd: number) => {
        resolve([made, fd]);
      });
      made.on('error', reject);
    });
    const ended = Promise.withResolvers<number>();
    const other = openChannel(left, ended.resolve);
    other.keepAlive(true);
    if (end.startsWith('channel')) await worker.terminate();
    expect(await ended.promise).toBe(0);
    other.close();
  });
});
