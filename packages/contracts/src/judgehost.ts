import { z } from 'zod';
import {
  bytesSchema,
  cpusAtMost,
  hostLineSchema,
  hostNameSchema,
  idSchema,
  imageNameSchema,
  instantSchema,
  microsecondsSchema,
  sha256Schema,
  slugSchema,
} from './primitives.ts';
import { ordinaryKind, problemKindSchema } from './problem-kind.ts';
import { hostConditionSchema } from './host-condition.ts';
import { hostReportSchema } from './host-report.ts';
import { machineCoresSchema } from './machine-cores.ts';
import { measurementSchema, runReportSchema } from './run.ts';

/** A file a judgehost fetches: GET /api/judgehost/files/:sha256 with its token. */
export const fileReferenceSchema = z.object({ sha256: sha256Schema, bytes: bytesSchema });
export type FileReference = z.infer<typeof fileReferenceSchema>;

export const limitsSchema = z.object({
  cpuUs: microsecondsSchema.positive(),
  wallUs: microsecondsSchema.positive(),
  memoryBytes: bytesSchema.positive(),
  outputBytes: bytesSchema.positive(),
  fileBytes: bytesSchema.positive(),
  processes: z.number().int().positive(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** Source files, small enough to travel inside the task. */
export const inlineFileSchema = z.object({ name: z.string(), base64: z.string() });

/** A file a judgehost fetches and puts somewhere under this name; folders are parted by `/`. */
export const namedFileSchema = z.object({ name: z.string(), file: fileReferenceSchema });
export type NamedFile = z.infer<typeof namedFileSchema>;

/** A larger one is compiled by every host that needs it. */
export const programBytesAtMost = 16 * 1024 * 1024;

/** A compiled program: GET /api/judgehost/programs/:sha256 with the host's token, as long as its judging runs. */
export const knownProgramSchema = fileReferenceSchema.extend({
  build: sha256Schema.describe(
    'what made it: image, architecture, language and its version; only hosts of the same build use it',
  ),
});
export type KnownProgram = z.infer<typeof knownProgramSchema>;

/** PUT /api/judgehost/tasks/:id/program?build=…&fencingToken=…, before the compilation is reported. */
export const putProgramQuerySchema = z.object({
  build: sha256Schema,
  fencingToken: z.coerce.number().int().positive(),
});
export type PutProgramQuery = z.infer<typeof putProgramQuerySchema>;

/** POST /api/judgehost/tasks/:id/claim answers with this, or 409 when the task is no longer due. */
export const judgeTaskSchema = z
  .object({
    id: idSchema,
    judgingId: idSchema,
    submissionId: idSchema,
    contestId: slugSchema,
    problemVersion: idSchema.optional().describe('tells tasks of one problem from those of others'),
    /** Rises with every claim of this task: results under an older token are refused. */
    fencingToken: z.number().int().positive(),
    leaseMs: z.number().int().positive(),
    image: imageNameSchema
      .nullable()
      .default(null)
      .describe('chroot image everything of this task is compiled and run in; null: the host’s own system'),
    language: slugSchema,
    entryPoint: z.string().nullable(),
    files: z.array(inlineFileSchema),
    /** Files the package adds to every submission in this language, in place of those of the same name. */
    includes: z.array(namedFileSchema).default([]),
    kind: problemKindSchema.default({ ...ordinaryKind }),
    compileLimits: limitsSchema,
    limits: limitsSchema,
    validationLimits: limitsSchema,
    validator: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('default'), flags: z.array(z.string()) }),
      z.object({
        kind: z.literal('custom'),
        flags: z.array(z.string()),
        language: slugSchema,
        files: z.array(namedFileSchema),
      }),
    ]),
    tests: z.array(
      z.object({
        ordinal: z.number().int().nonnegative(),
        name: z.string(),
        input: fileReferenceSchema,
        answer: fileReferenceSchema,
        flags: z
          .array(z.string())
          .optional()
          .describe('validator flags of this test, instead of the problem’s'),
        args: z.array(z.string()).default([]).describe('command-line arguments of the program'),
        files: z.array(namedFileSchema).default([]).describe('found by the program in its working folder'),
      }),
    ),
    programs: z
      .array(knownProgramSchema)
      .nullable()
      .default(null)
      .describe(
        'the judging’s program as made for its other tasks, one per build; null: no other task needs it, it is not asked for',
      ),
    avoidSlot: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .default(null)
      .describe('slot of this host on which a run was suspect: it is made again on another one that is free'),
    /** Stop at the first test that is not accepted. */
    lazy: z.boolean(),
    /** How much of output and stderr is kept for the jury, bytes per stream. */
    keepBytes: bytesSchema,
  })
  .meta({ id: 'JudgeTask' });
export type JudgeTask = z.infer<typeof judgeTaskSchema>;

export const claimRequestSchema = z.object({
  // The sandbox has no higher ordinals.
  slot: z.number().int().nonnegative().max(4095),
  nonce: z
    .uuid()
    .optional()
    .describe(
      'one per claim, the same when it is repeated because the answer was lost: the lease is then the same too; missing from older software',
    ),
});
export type ClaimRequest = z.infer<typeof claimRequestSchema>;

/** Four times what a host keeps of a compiler's output: what it adds in words never makes a report too long. */
const textAtMost = 256 * 1024;

/**
 * POST /api/judgehost/tasks/:id/report: a batch of what happened since the last one.
 * Idempotent: a run already stored is not stored again; renews the lease.
 * 409 `JUDGE_TASK_LEASE_LOST` tells the host to drop the task.
 */
export const taskReportSchema = z
  .object({
    fencingToken: z.number().int().positive(),
    compile: z
      .object({
        success: z.boolean(),
        output: z.string().max(textAtMost),
        measurement: measurementSchema.nullable(),
      })
      .optional(),
    runs: z.array(runReportSchema).max(4096),
    /** Present in the last report of the task. */
    done: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('finished') }),
        /** Our own failure: the task is tried elsewhere, then becomes a judging error. */
        z.object({
          kind: z.literal('error'),
          code: z.string().max(100),
          message: z.string().max(textAtMost),
        }),
        /** The task goes back to the queue and costs no try. */
        z.object({
          kind: z.literal('handed-back'),
          lacks: z
            .string()
            .max(textAtMost)
            .optional()
            .describe('what this host lacks for it: others are asked first; omitted: the host is stopping'),
        }),
      ])
      .optional(),
  })
  .meta({ id: 'TaskReport' });
export type TaskReport = z.infer<typeof taskReportSchema>;

export const compilerVersionSchema = z.object({
  language: slugSchema,
  version: hostLineSchema,
  image: imageNameSchema
    .nullable()
    .default(null)
    .describe('chroot image it was found in; null: what judges contests that name no image'),
});
export type CompilerVersion = z.infer<typeof compilerVersionSchema>;

const slotsAtMost = 1024;
/** Of every language in every image. */
const compilersAtMost = 20_000;

/** POST /api/judgehost/register */
export const registerRequestSchema = z.object({
  name: slugSchema,
  slots: z.number().int().positive().max(slotsAtMost),
  compilers: z.array(compilerVersionSchema).max(compilersAtMost),
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

/** Hosts that are kept for some work take it from queues of their own: those of their lane. */
const laneSchema = z
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
  lane: laneSchema,
  heartbeatMs: z.number().int().positive(),
  serverTime: instantSchema,
});
export type RegisterAnswer = z.infer<typeof registerAnswerSchema>;

/** What one slot is doing right now. */
export const slotStateSchema = z.object({
  ordinal: z.number().int(),
  cpus: z.array(z.number().int()).max(cpusAtMost),
  state: z
    .enum(['idle', 'fetching', 'compiling', 'running', 'validating', 'calibrating', 'broken'])
    .describe('calibrating: the host measures itself; a task does not wait for it'),
  submissionId: hostNameSchema.nullable(),
  contestId: hostNameSchema.nullish().describe('of that submission; missing from older software'),
  test: z.number().int().nullable(),
  sinceMs: z.number().int().nonnegative(),
  rebuilds: z.number().int().nonnegative(),
  image: hostNameSchema.nullish().describe('chroot image it stands on now; missing from older software'),
  imageChanges: z
    .number()
    .int()
    .nonnegative()
    .nullish()
    .describe('times it was built anew because a task needed another image'),
});
export type SlotState = z.infer<typeof slotStateSchema>;

/** POST /api/judgehost/heartbeat, every `heartbeatMs`. */
export const heartbeatSchema = z.object({
  slots: z.array(slotStateSchema).max(slotsAtMost),
  report: hostReportSchema,
  /** Present when they have changed: an image has gone. */
  compilers: z.array(compilerVersionSchema).max(compilersAtMost).optional(),
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
  lane: laneSchema,
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
      .describe('as it told when it registered; null: older software'),
    software: z.string().nullable(),
    mode: hostModeSchema,
    modeReason: z.string().nullable().describe('why it is not on'),
    modeBy: z.string().nullable().describe('username; null: the host itself'),
    modeAt: instantSchema.nullable(),
    running: z.number().int().nonnegative().describe('tasks it holds a lease of'),
    drained: z.boolean().describe('it is to take nothing, and holds nothing any more'),
    restrictions: hostRestrictionsSchema,
    condition: hostConditionSchema.nullable().describe('null: never told'),
    credential: z.object({
      madeAt: instantSchema.nullable(),
      revokedAt: instantSchema.nullable(),
      ownRedisUser: z.boolean().describe('reaches the queue’s keys only'),
    }),
  })
  .meta({ id: 'Judgehost' });
export type Judgehost = z.infer<typeof judgehostSchema>;
