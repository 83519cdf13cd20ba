import { basename } from 'node:path';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../platform/errors/api-error.ts';
import type { BlobCache } from './blob-cache.ts';

export interface SendFileOptions {
  readonly name: string;
  readonly type?: string;
  /** Show it in the browser instead of saving it. */
  readonly inline?: boolean;
  /** `immutable`: the address names the content. `private`: the browser may keep it for a minute. */
  readonly cache?: 'immutable' | 'private';
  /** The asker got other bytes than its name says. */
  readonly fresh?: boolean;
}

/** Streams a stored file. Content that people uploaded is never allowed to be a page of ours. */
export async function sendFile(
  reply: FastifyReply,
  files: BlobCache,
  sha256: string,
  options: SendFileOptions,
): Promise<FastifyReply> {
  if (reply.request.headers['if-none-match'] === `"${sha256}"`) return reply.code(304).send();
  const file = await files.read(sha256, options.fresh);
  if (file === null) throw new ApiError('FILE_UNKNOWN', { file: options.name });
  reply
    .header('etag', `"${sha256}"`)
    .header('content-length', file.bytes)
    .header(
      'cache-control',
      options.cache === 'immutable' ? 'private, max-age=31536000, immutable' : 'private, max-age=60',
    )
    .header('content-disposition', contentDisposition(options.name, options.inline === true))
    .type(options.type ?? mediaType(options.name));
  if (options.type === undefined && mediaType(options.name) === types['svg']) {
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  }
  return reply.send(file.stream);
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
export function contentDisposition(name: string, inline: boolean): string {
  const plain = basename(name).replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(basename(name)).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  zip: 'application/zip',
  // As a picture it runs no scripts; opened by itself it is kept from them by its own policy, below.
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  in: 'text/plain; charset=utf-8',
  ans: 'text/plain; charset=utf-8',
};

/** Only types that cannot run scripts; everything else is bytes. */
export function mediaType(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}
