/** What a download is checked by while it is written, and what its errors mean. */
import type { Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import { JudgehostError } from '../platform/errors.ts';

/** Passes bytes on, hashed and counted. */
export function countAndHash(hash: Hash, count: (length: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      count(chunk.length);
      done(null, chunk);
    },
  });
}

/** The bytes are not those of the file's name. */
export function isDamaged(error: unknown): boolean {
  return error instanceof JudgehostError && error.code === 'HOST_FILE_DAMAGED';
}

export function isFull(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown };
  return error instanceof JudgehostError && (code === 'ENOSPC' || code === 'EDQUOT');
}

/** The disk refuses every file. */
export function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM'].includes(code);
}
