/**
 * A real machine with an older kernel, for tests: Debian's 6.1 cloud kernel (older than 6.3, pure cgroup v2) under
 * plain emulation, with busybox and Node inside. It boots in seconds and needs neither KVM nor, once its packages
 * are installed, root. Left out on purpose: disks, more than one job per boot.
 */
export { OldKernelError, oldKernelErrors } from './errors.ts';
export type { OldKernelErrorCode } from './errors.ts';
export type { GuestFile, GuestFiles } from './guest-files.ts';
export { prepareMachine } from './prepare.ts';
export type { Machine, Preparation } from './prepare.ts';
export { runInMachine } from './run-in-machine.ts';
export type { MachineJob, MachineResult } from './run-in-machine.ts';
export { runPartsInMachine } from './parts.ts';
export type { MachinePart, PartResult } from './parts.ts';
export { checkoutFiles, guestCheckout, liveNamespacesSource, sandboxFiles } from './checkout.ts';
export { packageFiles } from './package-files.ts';
export { compilerFiles } from './compiler-files.ts';
