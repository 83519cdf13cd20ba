import { kernelAtLeast } from '../kernel-version.ts';
import type { AdvisoryRule } from './rule.ts';

export const kernelBefore63: AdvisoryRule = {
  id: 'kernel-before-6.3',
  severity: 'warning',
  title: 'Kernel older than 6.3',
  source: 'Linux commit da27f796a832',
  check: ({ kernel }) =>
    kernel === null || kernelAtLeast(kernel, 6, 3)
      ? null
      : {
          what:
            `Kernel ${kernel.release} frees every IPC namespace with an RCU grace period of its own, one after the other. ` +
            'Judges that make one per run stall whole hosts; slots here keep theirs and make none per run.',
          remedy: 'Nothing is needed for correct judging; kernel 6.3 or later removes the cause.',
        },
};
