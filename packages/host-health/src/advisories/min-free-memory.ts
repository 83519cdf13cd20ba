import type { AdvisoryRule } from './rule.ts';

const leastShare = 0.004;
const mostWanted = 512 * 1024 * 1024;

const mebibytes = (bytes: number): string => String(Math.round(bytes / 1024 / 1024));

export const minFreeMemory: AdvisoryRule = {
  id: 'min-free-memory',
  severity: 'info',
  title: 'Little memory kept free for bursts',
  applies: '`vm.min_free_kbytes` is below 0.4 % of memory (at most 512 MiB are asked for)',
  happens:
    'When much test data has passed, all memory is page cache. A program that then asks for memory at once has to wait while the kernel makes room: a pause that counts as its wall time and partly as its CPU time.',
  remedy: 'sysctl -w vm.min_free_kbytes with about 1 % of memory, in KiB.',
  source: 'Linux, Documentation/admin-guide/sysctl/vm.rst, "min_free_kbytes"',
  find: ({ settings: { minFreeBytes }, memory }) => {
    const wanted = Math.min(memory.totalBytes * leastShare, mostWanted);
    if (minFreeBytes === null || minFreeBytes >= wanted) return null;
    return `vm.min_free_kbytes keeps ${mebibytes(minFreeBytes)} of ${mebibytes(memory.totalBytes)} MiB free.`;
  },
};
