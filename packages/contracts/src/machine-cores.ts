/** All cores of a host's machine and what each is for. The host reports this once, when it registers. */
import { z } from 'zod';
import { bytesSchema, maxCpus, hostLineSchema } from './primitives.ts';

const numberSchema = z.number().int().nonnegative();

/**
 * `slots`: it may have one, unless a quota or the configuration makes fewer; `kept` for the system; `slow`: faster
 * cores are there; `shut`: not usable by the judgehost.
 */
export const coreUseSchema = z.enum(['slots', 'kept', 'slow', 'shut']);
export type CoreUse = z.infer<typeof coreUseSchema>;

/** Cores for the same, whose numbers rise in equal steps: forty cores of a server are one or two runs. */
const coreRunSchema = z.object({
  use: coreUseSchema,
  /** Hardware threads of the first core. */
  cpus: z.array(numberSchema).min(1),
  count: z.number().int().positive().max(maxCpus),
  /** By how much the numbers of the next core are higher. */
  step: numberSchema,
});
export type CoreRun = z.infer<typeof coreRunSchema>;

export const machineCoresSchema = z
  .object({
    groups: z.array(
      z.object({
        socket: numberSchema,
        node: numberSchema,
        /** CPUs that share its L3 cache, as a list; null: unknown. */
        l3: hostLineSchema.nullable(),
        runs: z.array(coreRunSchema).min(1),
      }),
    ),
    /** NUMA nodes; a node without cores has memory alone. Bytes 0: no memory of its own; null: unknown. */
    nodes: z.array(z.object({ node: numberSchema, memoryBytes: bytesSchema.nullable() })).max(maxCpus),
  })
  .refine(
    ({ groups }) =>
      groups.flatMap(({ runs }) => runs).reduce((sum, { cpus, count }) => sum + cpus.length * count, 0) <=
      maxCpus,
    { path: ['groups'], error: `reports more than ${String(maxCpus)} CPUs` },
  );
export type MachineCores = z.infer<typeof machineCoresSchema>;

/** The hardware threads of each core of a run. */
export function coresOfRun({ cpus, count, step }: CoreRun): number[][] {
  return Array.from({ length: count }, (_, index) => cpus.map((cpu) => cpu + index * step));
}
