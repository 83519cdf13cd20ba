import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { sseFrame, SseConnections, type SseConnection } from './sse-connections.ts';
import type { StreamHolder } from './stream-holder.ts';

/** As much of a response as the streams use. */
class Response extends EventEmitter {
  ended = false;
  readonly socket = { destroySoon: (): void => {} };

  end(): void {
    this.ended = true;
  }
}

function connection(key: string, holder: Partial<StreamHolder> = {}): SseConnection & { response: Response } {
  return {
    holder: { key, maxStreams: 2, session: null, withoutSession: false, ...holder },
    response: new Response() as unknown as ServerResponse & Response,
  };
}

const session = (tokenHash: string, expiresAtMs = 1000) => ({ session: { tokenHash, expiresAtMs } });

it('counts the streams of a holder, until they are closed', () => {
  const left: SseConnection[] = [];
  const connections = new SseConnections((one) => left.push(one));
  const [one, two] = [connection('a'), connection('a')];
  connections.add(one);
  expect(connections.hasRoomFor(one.holder)).toBe(true);
  connections.add(two);
  expect(connections.hasRoomFor(one.holder)).toBe(false);
  expect(connections.size).toBe(2);
  one.response.emit('close');
  one.response.emit('close');
  expect(left).toEqual([one]);
  expect(connections.hasRoomFor(one.holder)).toBe(true);
});

it('ends the streams of a session, of all sessions, and those whose session has expired', () => {
  const connections = new SseConnections();
  const [one, two, late, visitor, script] = [
    connection('one', session('1')),
    connection('two', session('2')),
    connection('late', session('3', 10)),
    connection('visitor'),
    connection('script', { withoutSession: true }),
  ];
  for (const each of [one, two, late, visitor, script]) connections.add(each);
  expect(connections.sessions()).toEqual(['1', '2', '3']);
  connections.endSession('1');
  connections.endExpired(10);
  expect([one, two, late].map(({ response }) => response.ended)).toEqual([true, false, true]);
  connections.endWithoutSession();
  expect([script.response.ended, two.response.ended]).toEqual([true, false]);
  connections.endSession(null);
  expect([two.response.ended, visitor.response.ended]).toEqual([true, false]);
  connections.close();
  expect([visitor.response.ended, connections.size]).toEqual([true, 0]);
});

it('frames a message by its type', () => {
  expect(sseFrame({ type: 'hosts' })).toBe('event: hosts\ndata: {"type":"hosts"}\n\n');
});
