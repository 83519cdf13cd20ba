import { kernelAtLeast } from '../kernel-version.ts';
import type { AdvisoryRule } from './rule.ts';

export const kernelBefore63: AdvisoryRule = {
  id: 'kernel-before-6.3',
  severity: 'warning',
  title: 'Kernel older than 6.3',
  applies: 'the kernel is older than 6.3',
  happens:
    'Every IPC namespace is freed with an RCU grace period of its own, one after the other. Judges that make one per run fill the host with namespaces that wait, and programs get wall-time limits that are not theirs. Slots here keep one IPC and one network namespace for all their runs and clean them in between, so a run makes none; other software on the host still can.',
  remedy:
    'Nothing is needed for correct judging, as long as nothing else here makes namespaces in great number; kernel 6.3 or later removes the cause.',
  source: 'Linux commit da27f796a832, "ipc,namespace: batch free ipc_namespace structures"',
  find: ({ kernel }) =>
    kernel === null || kernelAtLeast(kernel, 6, 3) ? null : `The kernel is ${kernel.release}.`,
};
