import { z } from 'zod';
import { hostVitalsSchema } from './host-vitals.ts';
import { bytesSchema, unknownPlace } from './primitives.ts';

/** Where one slot runs (S11). */
export const slotPlacementSchema = z.object({
  ordinal: z.number().int().nonnegative(),
  cpus: z.array(z.number().int()).describe('CPUs its programs are pinned to'),
  siblings: z.array(z.number().int()).describe('other hardware threads of the same core'),
  node: z.number().int().describe('NUMA node of the core'),
  socket: z.number().int(),
  l3: z.string().nullable().describe('CPUs that share its L3 cache, as a list; null: not told'),
  memoryNodes: z
    .array(z.number().int())
    .nullable()
    .describe('nodes its memory is bound to; null: there is no choice'),
});

/** How the number of usable CPUs came about (S14): each bound that was looked at, and which one decided. */
export const cpuDerivationSchema = z.object({
  usable: z.array(z.number().int()).describe('CPU numbers the process may use'),
  slots: z.number().int().positive(),
  online: z.number().int().positive(),
  bounds: z.array(
    z.object({
      source: z.enum([
        'online',
        'affinity',
        'cpuset',
        'quota',
        'core-kind',
        'physical-cores',
        'hardware-threads',
        'reserved',
        'configured',
      ]),
      cpus: z.number().positive(),
      detail: z
        .string()
        .describe('where it was read and what stood there, e.g. "cpu.max 400000/100000 at /a/b"'),
    }),
  ),
  /** One line for people: "4 of 32: cpu.max 400000/100000". */
  summary: z.string(),
  /** "2 sockets × 20 cores × 2 threads, 2 NUMA nodes, 2 L3 caches"; missing from hosts with older software. */
  machine: z.string().nullish(),
  placement: z.array(slotPlacementSchema).nullish(),
});
export type CpuDerivation = z.infer<typeof cpuDerivationSchema>;

export const advisorySchema = z.object({
  id: z.string(),
  severity: z.enum(['info', 'warning', 'critical']),
  title: z.string(),
  what: z.string().describe('what happens because of it'),
  remedy: z.string(),
  source: z.string().optional(),
});
export type Advisory = z.infer<typeof advisorySchema>;

/** What a host is and how it feels; heavy parts (topology, advisories) are later refined in place. */
export const hostReportSchema = z
  .object({
    hostname: z.string(),
    kernel: z.string(),
    arch: z.string(),
    cpuModel: z.string(),
    cgroupMode: z.enum(['v1', 'v2', 'hybrid', 'none']),
    cpus: cpuDerivationSchema,
    load: z.tuple([z.number(), z.number(), z.number()]),
    dState: z.object({
      count: z.number().int().nonnegative(),
      waits: z.array(
        z.object({
          where: z.string().describe(`function of the kernel they wait in, or "${unknownPlace}"`),
          count: z.number().int(),
          what: z.string().nullish().describe('what that means, where it is known'),
          longestMs: z
            .number()
            .nullish()
            .describe('the longest wait of them, counted from the first report of it'),
          lasting: z
            .number()
            .int()
            .nullish()
            .describe('of them, those whose wait has lasted for 3 s and more'),
          tasks: z.array(z.string()).nullish().describe('names of some of them'),
          frames: z
            .array(z.string())
            .nullish()
            .describe(
              'innermost functions of the kernel, where stacks may be read: most of them wait like this',
            ),
        }),
      ),
    }),
    memory: z.object({
      totalBytes: bytesSchema,
      availableBytes: bytesSchema,
      cacheBytes: bytesSchema,
      swapTotalBytes: bytesSchema,
      swapFreeBytes: bytesSchema,
    }),
    disk: z.object({ path: z.string(), totalBytes: bytesSchema, freeBytes: bytesSchema }).nullable(),
    stealRatio: z.number().nullable(),
    governors: z
      .array(z.string())
      .nullish()
      .describe('frequency governors in use, each once; missing from hosts with older software'),
    psi: z.object({ cpuSome10: z.number(), ioSome10: z.number(), memorySome10: z.number() }).nullable(),
    vitals: hostVitalsSchema.nullish().describe('missing from hosts with older software'),
    advisories: z.array(advisorySchema),
    ageMs: z
      .number()
      .nonnegative()
      .nullish()
      .describe('how long before it was sent its figures were read; missing from hosts with older software'),
    takenAt: z.iso.datetime(),
  })
  .meta({ id: 'HostReport' });
export type HostReport = z.infer<typeof hostReportSchema>;
