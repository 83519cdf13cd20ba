import { z } from 'zod';
import { hostVitalsSchema } from './host-vitals.ts';
import {
  bytesSchema,
  maxCpus,
  hostLineSchema,
  hostNameSchema,
  hostTextSchema,
  unknownPlace,
} from './primitives.ts';

const cpuNumbersSchema = z.array(z.number().int()).max(maxCpus);

/** Where one slot runs. */
export const slotPlacementSchema = z.object({
  ordinal: z.number().int().nonnegative(),
  cpus: cpuNumbersSchema.describe('CPUs its programs are pinned to'),
  siblings: cpuNumbersSchema.describe('other hardware threads of the same core'),
  node: z.number().int().describe('NUMA node of the core'),
  socket: z.number().int(),
  l3: hostLineSchema.nullable().describe('CPUs that share its L3 cache, as a list; null: unknown'),
  memoryNodes: z
    .array(z.number().int())
    .max(maxCpus)
    .nullable()
    .describe('nodes its memory is bound to; null: there is no choice'),
});

/** How the number of usable CPUs came about: each bound that was looked at, and which one decided. */
export const cpuDerivationSchema = z.object({
  usable: cpuNumbersSchema.describe('CPU numbers the process may use'),
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
      detail: hostLineSchema.describe(
        'where it was read and the text there, e.g. "cpu.max 400000/100000 at /a/b"',
      ),
    }),
  ),
  /** One line for people: "4 of 32: cpu.max 400000/100000". */
  summary: hostLineSchema,
  /** "2 sockets × 20 cores × 2 threads, 2 NUMA nodes, 2 L3 caches"; missing from hosts with older software. */
  machine: hostLineSchema.nullish(),
  placement: z.array(slotPlacementSchema).max(maxCpus).nullish(),
});
export type CpuDerivation = z.infer<typeof cpuDerivationSchema>;

export const advisorySchema = z.object({
  id: hostNameSchema,
  severity: z.enum(['info', 'warning', 'critical']),
  title: hostLineSchema,
  what: hostTextSchema.describe('what happens because of it'),
  remedy: hostTextSchema,
  source: hostLineSchema.optional(),
});
export type Advisory = z.infer<typeof advisorySchema>;

/** What a host is and how it feels; heavy parts (topology, advisories) are later refined in place. */
export const hostReportSchema = z
  .object({
    hostname: hostNameSchema,
    kernel: hostNameSchema,
    arch: hostNameSchema,
    cpuModel: hostLineSchema,
    cgroupMode: z.enum(['v1', 'v2', 'hybrid', 'none']),
    cpus: cpuDerivationSchema,
    load: z.tuple([z.number(), z.number(), z.number()]),
    dState: z.object({
      count: z.number().int().nonnegative(),
      waits: z.array(
        z.object({
          where: hostNameSchema.describe(`function of the kernel they wait in, or "${unknownPlace}"`),
          count: z.number().int(),
          what: hostTextSchema.nullish().describe('what that means, where it is known'),
          longestMs: z
            .number()
            .nullish()
            .describe('the longest wait of them, counted from the first report of it'),
          lasting: z
            .number()
            .int()
            .nullish()
            .describe('of them, those whose wait has lasted for 3 s and more'),
          tasks: z.array(hostNameSchema).max(1000).nullish().describe('names of some of them'),
          frames: z
            .array(hostNameSchema)
            .max(1000)
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
    disk: z.object({ path: hostLineSchema, totalBytes: bytesSchema, freeBytes: bytesSchema }).nullable(),
    stealRatio: z.number().nullable(),
    governors: z
      .array(hostNameSchema)
      .max(maxCpus)
      .nullish()
      .describe('frequency governors in use, each once; missing from hosts with older software'),
    psi: z.object({ cpuSome10: z.number(), ioSome10: z.number(), memorySome10: z.number() }).nullable(),
    vitals: hostVitalsSchema.nullish().describe('missing from hosts with older software'),
    advisories: z.array(advisorySchema).max(1000),
    ageMs: z
      .number()
      .nonnegative()
      .nullish()
      .describe('how long before it was sent its figures were read; missing from hosts with older software'),
    takenAt: z.iso.datetime(),
  })
  .meta({ id: 'HostReport' });
export type HostReport = z.infer<typeof hostReportSchema>;
