/** Pressure stall information (Documentation/accounting/psi.rst): share of the last 10 s in which somebody waited, in percent. */
import type { HostReport } from '@sandglass/contracts';
import type { Tree } from './tree.ts';

/** Null when the kernel has it not, or switched off (`psi=0`: reading fails). */
export function readPressure(tree: Tree): HostReport['psi'] {
  const [cpu, io, memory] = (['cpu', 'io', 'memory'] as const).map((resource) => {
    const text = tree.whole(`/proc/pressure/${resource}`) ?? '';
    const value = /^some avg10=([\d.]+)/m.exec(text)?.[1];
    return value === undefined ? null : Number(value);
  });
  if (cpu === null || cpu === undefined || io === null || io === undefined) return null;
  return { cpuSome10: cpu, ioSome10: io, memorySome10: memory ?? 0 };
}
