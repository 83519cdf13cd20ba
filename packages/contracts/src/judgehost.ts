import { z } from 'zod';
import { hostConditionSchema } from './host-condition.ts';
import { hostReportSchema } from './host-report.ts';
import { machineCoresSchema } from './machine-cores.ts';
import { fileReferenceSchema } from './judge-task.ts';
import {
  maxCpus,
  hostLineSchema,
  hostNameSchema,
  idSchema,
  imageNameSchema,
  instantSchema,
  slugSchema,
} from './primitives.ts';

export const compilerVersionSchema = z.object({
  language: slugSchema,
  version: hostLineSchema,
  image: imageNameSchema
    .nullable()
    .default(null)
    .describe('chroot image it was found in; null: what judges contests that name no image'),
});
export type CompilerVersion = z.infer<typeof compilerVersionSchema>;

const maxSlots = 1024;
/** Of every language in every image. */
const maxCompilers = 20_000;

/** POST /api/judgehost/register */
export const registerRequestSchema = z.object({
  name: slugSchema,
  slots: z.number().int().positive().max(maxSlots),
  compilers: z.array(compilerVersionSchema).max(maxCompilers),
  report: hostReportSchema,
  cores: machineCoresSchema.optional().describe('all that are switched on; missing from older software'),
  software: hostNameSchema.describe('version of Sandglass'),
  process: z
    .uuid()
    .optional()
    .describe(
      'chosen when the process starts: one that registers again keeps its tasks, those of another are due again; missing from older software',
    ),
});
export type RegisterRequest = z.infer<typeof registerRequestSchema>;

/**
 * What an administrator wants of a host. `drain`: it finishes what it has and takes nothing new. `off`: it hands back
 * what it has as well.
 */
export const hostModeSchema = z.enum(['on', 'drain', 'off']);
export type HostMode = z.infer<typeof hostModeSchema>;

/**
 * The restricted queue: hosts with restrictions take tasks from a queue of their own, which hosts with the same
 * restrictions share.
 */
const restrictedQueueSchema = z
  .string()
  .nullable()
  .default(null)
  .describe('of hosts with the same restrictions; null: the common queues');

export const registerAnswerSchema = z.object({
  judgehostId: z.string(),
  enabled: z.boolean(),
  mode: hostModeSchema.default('on'),
  /** Rises with every change of the mode. */
  modeSerial: z.number().int().nonnegative().default(0),
  redis: z.object({ url: z.string(), prefix: z.string() }),
  restrictedQueue: restrictedQueueSchema,
  heartbeatMs: z.number().int().positive(),
  serverTime: instantSchema,
});
export type RegisterAnswer = z.infer<typeof registerAnswerSchema>;

/** What one slot is doing right now. */
export const slotStateSchema = z.object({
  ordinal: z.number().int(),
  cpus: z.array(z.number().int()).max(maxCpus),
  state: z
    .enum(['idle', 'fetching', 'compiling', 'running', 'validating', 'calibrating', 'broken'])
    .describe('calibrating: the host measures itself; a task does not wait for it'),
  submissionId: hostNameSchema.nullable(),
  submissionNumber: z.number().int().nonnegative().nullish().describe('missing from older software'),
  contestId: hostNameSchema.nullish().describe('of that submission; missing from older software'),
  test: z.number().int().nullable(),
  sinceMs: z.number().int().nonnegative(),
  rebuilds: z.number().int().nonnegative(),
  handovers: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .describe(
      'times it went on in a new world while a run was still being taken apart; missing from older software',
    ),
  image: hostNameSchema
    .nullish()
    .describe('chroot image that the slot uses now; missing from older software'),
  imageChanges: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .describe('times it was rebuilt because a task needed another image'),
});
export type SlotState = z.infer<typeof slotStateSchema>;

/** POST /api/judgehost/heartbeat, every `heartbeatMs`. */
export const heartbeatSchema = z.object({
  slots: z.array(slotStateSchema).max(maxSlots),
  report: hostReportSchema,
  /** Present when they have changed: an image has gone. */
  compilers: z.array(compilerVersionSchema).max(maxCompilers).optional(),
  /** Tasks this host works on: their leases are renewed where the fencing token is still the latest. */
  running: z
    .array(z.object({ taskId: idSchema, fencingToken: z.number().int().positive() }))
    .max(10_000)
    .default([]),
  /** Missing from older software. */
  condition: hostConditionSchema.optional(),
  /** Which change of the mode the host knows of: what it says of itself counts only for that one. */
  modeSerial: z.number().int().nonnegative().optional(),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** A contest whose test data a host is to fetch ahead: GET /api/judgehost/contests/:contest/files. */
export const warmUpOrderSchema = z.object({ contestId: slugSchema, revision: z.string() });
export type WarmUpOrder = z.infer<typeof warmUpOrderSchema>;

export const contestFilesSchema = z.object({ files: z.array(fileReferenceSchema) });

export const heartbeatAnswerSchema = z.object({
  enabled: z.boolean(),
  mode: hostModeSchema.default('on'),
  modeSerial: z.number().int().nonnegative().default(0),
  /** When the answer was made. */
  serverTime: instantSchema,
  /** From the heartbeat’s arrival to this answer, ms: no part of the way between the two. */
  heldMs: z.number().nonnegative().default(0),
  warmUp: z.array(warmUpOrderSchema).default([]),
  restrictedQueue: restrictedQueueSchema,
  /** Of the `running` tasks, those whose lease was lost or which were cancelled: the host drops them at once. */
  lost: z.array(idSchema).default([]),
});
export type HeartbeatAnswer = z.infer<typeof heartbeatAnswerSchema>;

const someNames = z.array(slugSchema).min(1, 'must name at least one, or be null for all').nullable();

/** What a host may judge; null: anything. */
export const hostRestrictionsSchema = z.strictObject({
  contests: someNames.default(null),
  problems: someNames.default(null).describe('ids of problems'),
  languages: someNames.default(null),
});
export type HostRestrictions = z.infer<typeof hostRestrictionsSchema>;

/** A list that is given takes the place of the one before; null: all may be judged. One that is left out stays as it is. */
export const changeRestrictionsSchema = z.strictObject({
  contests: someNames.optional(),
  problems: someNames.optional().describe('ids of problems'),
  languages: someNames.optional(),
});
export type ChangeRestrictions = z.infer<typeof changeRestrictionsSchema>;

/** GET /api/judgehosts (jury and admin). */
export const judgehostSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    online: z.boolean(),
    lastSeenAt: instantSchema.nullable(),
    slots: z.array(slotStateSchema),
    compilers: z.array(compilerVersionSchema),
    report: hostReportSchema.nullable(),
    cores: machineCoresSchema
      .nullable()
      .default(null)
      .describe('as reported when it registered; null: older software'),
    software: z.string().nullable(),
    mode: hostModeSchema,
    modeReason: z.string().nullable().describe('why it is not on'),
    modeBy: z.string().nullable().describe('username; null: the host itself'),
    modeAt: instantSchema.nullable(),
    running: z.number().int().nonnegative().describe('tasks it holds a lease of'),
    drained: z.boolean().describe('it is to take nothing, and holds nothing any more'),
    restrictions: hostRestrictionsSchema,
    condition: hostConditionSchema.nullable().describe('null: never reported'),
    credential: z.object({
      madeAt: instantSchema.nullable(),
      revokedAt: instantSchema.nullable(),
      ownRedisUser: z.boolean().describe('reaches the queue’s keys only'),
    }),
  })
  .meta({ id: 'Judgehost' });
export type Judgehost = z.infer<typeof judgehostSchema>;
