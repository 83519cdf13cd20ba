import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueMark } from '../../judging/queue/queue-mark.ts';
import { openRedis } from './redis-connection.ts';

describe('a Redis that accepts and never answers', () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  beforeEach(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('holds nobody up: the sweep’s question for its mark ends with an error', async () => {
    const { port } = server.address() as AddressInfo;
    const redis = openRedis(`redis://127.0.0.1:${port}`, () => {}, 100);
    try {
      await expect(new QueueMark(redis, 'test').read()).rejects.toThrow(/timed out/i);
    } finally {
      redis.disconnect();
    }
  });
});
