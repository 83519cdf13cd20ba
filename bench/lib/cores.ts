import { createHostReader } from '@sandglass/host-health';

/** One CPU of every physical core this process may use, in the order in which a judgehost's slots take them. */
export async function coreCpus(): Promise<number[]> {
  const { slots } = await createHostReader().plan();
  return slots.map(({ cpus }) => cpus[0] ?? 0);
}
