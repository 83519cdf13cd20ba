import { createHash } from 'node:crypto';

/** Lower-case hexadecimal SHA-256. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
