import { kernelAtLeast } from '../kernel-version.ts';
import type { AdvisoryRule } from './rule.ts';

export const memoryPeakNotResettable: AdvisoryRule = {
  id: 'memory-peak-not-resettable',
  severity: 'info',
  title: 'memory.peak cannot be reset',
  applies: 'version 2 accounts memory on a kernel from 5.19 to 6.11',
  happens:
    "A group's peak only ever grows, so that groups are made ahead and replaced instead of used again. It costs a little time between runs, none in them.",
  remedy: 'Nothing is needed; kernel 6.12 or later removes the cost.',
  source: 'Linux 6.12',
  find: ({ kernel, memoryController }) =>
    memoryController !== 2 || kernel === null || !kernelAtLeast(kernel, 5, 19) || kernelAtLeast(kernel, 6, 12)
      ? null
      : `The kernel is ${kernel.release}.`,
};
