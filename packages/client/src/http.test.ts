import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ClientError } from './client-error.ts';
import { Http } from './http.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** A server that is away for the first so many requests. */
async function awayFor(times: number, retryAfter: string): Promise<{ http: Http; asked: () => number }> {
  let asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    if (asked <= times) response.writeHead(503, { 'retry-after': retryAfter });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { http: new Http(`http://127.0.0.1:${port}`, undefined), asked: () => asked };
}

it('what changes nothing is asked again when a server that was away wants it', async () => {
  const { http, asked } = await awayFor(2, '0');
  expect((await http.request('GET', '/x')).status).toBe(200);
  expect(asked()).toBe(3);
});

it('so is a submission with a key', async () => {
  const { http, asked } = await awayFor(1, '0');
  expect((await http.request('POST', '/x', { idempotencyKey: 'k' })).status).toBe(200);
  expect(asked()).toBe(2);
});

it.each([
  ['what would be done twice', 'POST', '0'],
  ['a server that is away for long', 'GET', '600'],
])('%s is reported at once', async (_what, method, retryAfter) => {
  const { http, asked } = await awayFor(9, retryAfter);
  await expect(http.request(method, '/x', method === 'POST' ? {} : undefined)).rejects.toBeInstanceOf(
    ClientError,
  );
  expect(asked()).toBe(1);
});
