import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Turns an answer into a stream of server-sent events, which is written by hand from here on. */
export function beginEventStream(
  request: Pick<FastifyRequest, 'raw'>,
  reply: Pick<FastifyReply, 'raw' | 'hijack' | 'getHeaders'>,
): ServerResponse {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // A stream ends when the process stops: the connection must not outlive it as an idle one.
    connection: 'close',
    // nginx would collect the events otherwise.
    'x-accel-buffering': 'no',
  });
  request.raw.socket.setNoDelay(true);
  return reply.raw;
}
