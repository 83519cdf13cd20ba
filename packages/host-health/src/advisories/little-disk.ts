import type { AdvisoryRule } from './rule.ts';

const leastBytes = 2 * 1024 ** 3;

export const littleDisk: AdvisoryRule = {
  id: 'little-disk',
  severity: 'critical',
  title: 'Little disk space left',
  check: ({ disk }) =>
    disk === null || disk.freeBytes >= leastBytes
      ? null
      : {
          what: `${Math.round(disk.freeBytes / 1024 / 1024)} MiB are free at ${disk.path}. Test data and outputs of programs need more.`,
          remedy: 'Make room, or set a smaller cache.',
        },
};
