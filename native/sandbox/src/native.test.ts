import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { checkSent } from './broker.ts';
import { addon, received, type Channel } from './native.ts';
import { Paths } from './protocol.ts';

describe('a channel of the addon', () => {
  it('that is closed is told from an open one, and nothing done to it does harm', async () => {
    const [end, otherEnd] = addon().makePipe();
    if (end === undefined || otherEnd === undefined) throw new Error('no pipe');
    const heard: number[] = [];
    const channel = addon().openChannel(end, received, (size) => heard.push(size));
    const ended = Promise.withResolvers<number>();
    const other = addon().openChannel(otherEnd, received, ended.resolve);
    addon().keepAlive(other, true);
    const send = (): number => addon().send(channel, Buffer.from('a request'), 9, ['/dev/null'], [0]);
    addon().closeChannel(channel);
    expect(send()).toBe(-constants.errno.EPIPE);
    expect(() => checkSent(send(), new Paths())).toThrow(/send request/);
    expect(await ended.promise).toBe(0);
    addon().closeChannel(other);
    // The event loop has let go of the first one: its memory is free.
    addon().keepAlive(channel, true);
    addon().closeChannel(channel);
    expect(send()).toBe(-constants.errno.EPIPE);
    expect(heard).toEqual([]);
  });

  it('is nothing else: other values are refused by name', () => {
    for (const value of [undefined, null, 7, {}, Object.create(null)] as unknown[]) {
      const wrong = value as Channel;
      expect(() => addon().closeChannel(wrong)).toThrow(/must be a channel/);
      expect(() => addon().keepAlive(wrong, true)).toThrow(TypeError);
      expect(() => addon().send(wrong, Buffer.alloc(8), 8, [], [])).toThrow(TypeError);
    }
  });
});
