import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes of a program's output as text: invalid UTF-8 is replaced, cut at `maxBytes` with a note. */
export function boundedText(bytes: Uint8Array, maxBytes: number, totalBytes = bytes.length): string {
  const text = new TextDecoder().decode(bytes.subarray(0, maxBytes));
  const left = totalBytes - Math.min(bytes.length, maxBytes);
  return left > 0 ? `${text}\n[${String(left)} more bytes are not kept]` : text;
}

/** At most `length` UTF-16 units, never half a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/**
 * The first bytes of a file that was written a moment ago. Synchronous on purpose: the pages are in
 * memory, the read costs some ten µs, and three trips through libuv's pool cost ten times that per test.
 */
export function readHead(path: string, maxBytes: number): Buffer {
  if (maxBytes <= 0) return Buffer.alloc(0);
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(maxBytes);
    let length = 0;
    while (length < maxBytes) {
      const read = readSync(file, buffer, length, maxBytes - length, null);
      if (read === 0) break;
      length += read;
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
