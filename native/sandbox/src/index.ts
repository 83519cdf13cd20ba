/** The native sandbox as the judgehost sees it: `createSlot`, `slot.run`, `slot.close`, `probe`. */
import { broker } from './broker.ts';
import { NativeSlot } from './slot.ts';
import type { HostView, ProbeReport, Slot, SlotOptions } from './types.ts';

export { inheritedBrokerLoss } from './broker.ts';
export { SandboxError, sandboxErrors } from './errors.ts';
export type { SandboxErrorCode } from './errors.ts';
export { sandboxExecutable } from './native.ts';
export type * from './interactive-types.ts';
export { runInteractive } from './interactive.ts';
export { nothingRun } from './result-protocol.ts';
export type * from './types.ts';
export { slotUsers } from './users.ts';

/**
 * Builds a slot: its namespaces, mount tree, control groups and supervisor.
 * @throws SandboxError NOT_ROOT, NOT_BUILT, BROKER_LOST, SLOT_BUILD (with step and errno), INVALID
 */
export async function createSlot(options: SlotOptions): Promise<Slot> {
  const slot = new NativeSlot(options);
  await slot.build();
  return slot;
}

/**
 * Says what this host offers, found by trying.
 * @throws SandboxError NOT_ROOT, NOT_BUILT, BROKER_LOST
 */
export function probe(): Promise<ProbeReport> {
  return broker().probe();
}

/**
 * Where the host's stuck tasks wait in the kernel, or how many namespaces there are: what only root may see.
 * @throws SandboxError NOT_ROOT, NOT_BUILT, BROKER_LOST, BROKER_SILENT
 */
export async function hostView(options: { readonly namespaces: boolean }): Promise<HostView> {
  return broker().hostView(options.namespaces);
}
