import type { AdvisoryRule } from './rule.ts';

const leastBytes = 2 * 1024 ** 3;

export const littleDisk: AdvisoryRule = {
  id: 'little-disk',
  severity: 'critical',
  title: 'Little disk space left',
  applies: 'less than 2 GiB are free where the judgehost keeps its data',
  happens: 'Test data and outputs of programs need more; tasks fail with HOST_DISK and go to other hosts.',
  remedy: 'Make room, or set a smaller cache with SANDGLASS_CACHE_BYTES.',
  source: 'docs/judgehosts.md, "When things go wrong": `HOST_DISK`',
  find: ({ disk }) =>
    disk === null || disk.freeBytes >= leastBytes
      ? null
      : `${String(Math.round(disk.freeBytes / 1024 / 1024))} MiB are free at ${disk.path}.`,
};
