import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { sha256 } from '../platform/lib/sha256.ts';

/** A JSON document serialised once, compressed once, and sent many times. */
export class RenderedDocument {
  readonly json: Buffer;
  readonly etag: string;
  #gzip: Buffer | undefined;

  constructor(value: unknown) {
    this.json = Buffer.from(JSON.stringify(value));
    this.etag = `"${sha256(this.json).slice(0, 32)}"`;
  }

  send(reply: FastifyReply): FastifyReply {
    const { headers } = reply.request;
    reply
      .header('etag', this.etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding, cookie, authorization');
    if (headers['if-none-match']?.includes(this.etag) === true) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (headers['accept-encoding']?.includes('gzip') !== true || this.json.length < 1024)
      return reply.send(this.json);
    this.#gzip ??= gzipSync(this.json, { level: 4 });
    return reply.header('content-encoding', 'gzip').send(this.#gzip);
  }
}
