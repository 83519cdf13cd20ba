/** Builds a supervisor for a slot, and does not wait for ever. */
import { broker } from './broker.ts';
import { SandboxError } from './errors.ts';
import { Supervisor, type SupervisorOwner } from './supervisor.ts';
import type { SlotOptions } from './types.ts';

/**
 * Asks the broker for a supervisor and waits until it has built its world.
 * @throws SandboxError SLOT_BUILD, also when the kernel does not come to an end with it; BROKER_SILENT
 */
export async function buildSupervisor(
  options: SlotOptions,
  patienceMs: number,
  owner: SupervisorOwner,
): Promise<Supervisor> {
  const supervisor = new Supervisor(await broker().makeSlot(options, patienceMs), owner);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    supervisor.distrust(new SandboxError('SLOT_BUILD'));
  }, patienceMs);
  try {
    await supervisor.built;
    return supervisor;
  } catch (error) {
    if (!late) throw error;
    throw new SandboxError('SLOT_BUILD', { text: await whatHoldsItUp(patienceMs) });
  } finally {
    clearTimeout(timer);
  }
}

/** In words for the administrator of the host. */
async function whatHoldsItUp(patienceMs: number): Promise<string> {
  const hangs = `The kernel does not make new slots: it was not ready after ${String(patienceMs / 1000)} s.`;
  const view = await broker()
    .hostView(false)
    .catch(() => null);
  const places = Map.groupBy(view?.blocked ?? [], ({ wchan }) => wchan);
  const known = [...places].filter(([place]) => place !== '' && place !== '0');
  const [most] = known.sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return hangs;
  const [place, { length }] = most;
  return `${hangs} ${length === 1 ? '1 task is' : `${String(length)} tasks are`} stuck in the kernel at ${place}.`;
}
