import type { AdvisoryRule } from './rule.ts';

/** Pages that were swapped out long ago and never missed are no sign of anything. */
const noticeableBytes = 16 * 1024 * 1024;

export const swapInUse: AdvisoryRule = {
  id: 'swap-in-use',
  severity: 'warning',
  title: 'Swap is in use',
  applies: 'at least 16 MiB are swapped out',
  happens:
    'Programs never swap here, but compilers, the page cache of test data and the host itself wait for the disk.',
  remedy: 'Find what uses the memory, then: swapoff -a',
  source: 'proc_meminfo(5), "SwapTotal" and "SwapFree"; swapoff(8)',
  find: ({ memory }) => {
    const used = memory.swapTotalBytes - memory.swapFreeBytes;
    return used < noticeableBytes ? null : `${String(Math.round(used / 1024 / 1024))} MiB are swapped out.`;
  },
};
