import { kernelAtLeast } from '../kernel-version.ts';
import type { AdvisoryRule } from './rule.ts';

export const memoryPeakMissing: AdvisoryRule = {
  id: 'memory-peak-missing',
  severity: 'warning',
  title: 'No memory.peak',
  applies: 'version 2 accounts memory on a kernel older than 5.19',
  happens:
    'The kernel does not report the peak memory of a group. Memory limits hold, but the figure shown for a run is the largest resident size instead.',
  remedy: 'Use kernel 5.19 or later, or version 1 of the memory controller.',
  source: 'Linux 5.19',
  find: ({ kernel, memoryController }) =>
    memoryController !== 2 || kernel === null || kernelAtLeast(kernel, 5, 19)
      ? null
      : `The kernel is ${kernel.release}.`,
};
