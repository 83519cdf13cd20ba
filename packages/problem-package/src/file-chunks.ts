import { open } from 'node:fs/promises';

const chunkBytes = 1024 * 1024;

/**
 * A file's bytes in order, at most 1 MiB at a time in one buffer that is used again: look at a
 * chunk before asking for the next. Small files cost one small buffer; a test set has hundreds.
 */
export async function* fileChunks(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, 1), chunkBytes));
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
