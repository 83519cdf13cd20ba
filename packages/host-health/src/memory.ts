/** /proc/meminfo, in bytes. */
import type { HostReport } from '@sandglass/contracts';
import type { Tree } from './tree.ts';

export function readMemory(tree: Tree): HostReport['memory'] {
  const text = tree.whole('/proc/meminfo') ?? '';
  const bytes = (name: string): number | null => {
    const match = new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(text);
    return match === null ? null : Number(match[1]) * 1024;
  };
  const cached = (bytes('Cached') ?? 0) + (bytes('Buffers') ?? 0) + (bytes('SReclaimable') ?? 0);
  return {
    totalBytes: bytes('MemTotal') ?? 0,
    // Kernels before 3.14 do not estimate it.
    availableBytes: bytes('MemAvailable') ?? (bytes('MemFree') ?? 0) + cached,
    cacheBytes: cached,
    swapTotalBytes: bytes('SwapTotal') ?? 0,
    swapFreeBytes: bytes('SwapFree') ?? 0,
  };
}
