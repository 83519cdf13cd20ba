import { z } from 'zod';
import { bytesSchema, hostLineSchema, hostNameSchema } from './primitives.ts';

/** Share of a whole, 0…1. */
const shareSchema = z.number().min(0).max(1);

/** Where the CPUs' time went between two readings; together 1. */
export const cpuSplitSchema = z.object({
  user: shareSchema.describe('programs, nice ones included'),
  system: shareSchema.describe('the kernel, interrupts included'),
  ioWait: shareSchema.describe('idle with a task waiting for a disk'),
  steal: shareSchema.describe('taken by the hypervisor for others'),
  idle: shareSchema,
});
export type CpuSplit = z.infer<typeof cpuSplitSchema>;

/** A CPU quota that stopped us between two readings: of the groups on our way up, the one that did so longest. */
export const throttlingSchema = z.object({
  group: hostLineSchema.describe('path of the control group in its hierarchy'),
  share: shareSchema.describe('share of its periods in which it was stopped'),
  stoppedMs: z.number().nonnegative().describe('CPU time withheld, summed over CPUs'),
});
export type Throttling = z.infer<typeof throttlingSchema>;

/**
 * Figures of a host beyond those every report has; null where the kernel does not report it or our rights do not
 * suffice.
 */
export const hostVitalsSchema = z
  .object({
    cpu: cpuSplitSchema.nullable().describe('null in the first report'),
    quota: z
      .boolean()
      .nullish()
      .describe(
        'whether a CPU quota is above us; null: not known now; missing from hosts with older software',
      ),
    throttling: throttlingSchema
      .nullable()
      .describe('null: no quota above us, not known now, or the first report'),
    slotCores: z
      .number()
      .nonnegative()
      .nullish()
      .describe(
        'cores that the programs in slots kept busy between two readings; null: not known; missing from hosts with older software',
      ),
    memory: z.object({
      freeBytes: bytesSchema.describe('used for nothing, not even cache'),
      dirtyBytes: bytesSchema.describe('waiting to be written to disk'),
      minFreeBytes: bytesSchema.nullable().describe('vm.min_free_kbytes: what the kernel keeps for itself'),
    }),
    cgroups: z
      .object({
        live: z.number().int().nonnegative().describe('on the whole host, or as far down as we see'),
        dying: z
          .number()
          .int()
          .nonnegative()
          .nullable()
          .describe('removed but not yet freed by the kernel; null: unknown (v1)'),
      })
      .nullable(),
    namespaces: z
      .array(z.object({ kind: hostNameSchema, count: z.number().int().nonnegative() }))
      .max(100)
      .describe(
        'with a process in them that we may look at, by kind; empty: none may be looked at, or none could for long',
      ),
    namespacesAgeMs: z
      .number()
      .nonnegative()
      .nullish()
      .describe(
        'how long before the report they were counted; null: not counted; missing from hosts with older software',
      ),
    tasks: z
      .object({ running: z.number().int(), total: z.number().int() })
      .describe('runnable threads, and all threads'),
    temperatureC: z.number().nullable().describe('of the hottest sensor of the CPUs'),
  })
  .meta({ id: 'HostVitals' });
export type HostVitals = z.infer<typeof hostVitalsSchema>;
