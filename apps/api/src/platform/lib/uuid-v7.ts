import { randomBytes } from 'node:crypto';

/**
 * A UUID v7 (RFC 9562): 48 bits of milliseconds, then random; sorts by creation.
 * @param nowMs its fraction, where it has one, fills the next 12 bits (method 3 of section 6.2)
 */
export function uuidV7(nowMs = Date.now()): string {
  const bytes = randomBytes(16);
  const ms = Math.floor(nowMs);
  bytes.writeUIntBE(ms, 0, 6);
  if (nowMs !== ms) bytes.writeUInt16BE(Math.floor((nowMs - ms) * 4096), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
