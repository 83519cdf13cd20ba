import { z } from 'zod';
import {
  bytesSchema,
  idSchema,
  imageNameSchema,
  microsecondsSchema,
  sha256Schema,
  slugSchema,
} from './primitives.ts';
import { ordinaryKind, problemKindSchema } from './problem-kind.ts';
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
  boxBytes: bytesSchema
    .positive()
    .optional()
    .describe('of /box, /tmp and /dev/shm together; omitted: as the slot is'),
  processes: z.number().int().positive(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** Source files, small enough to travel inside the task. */
export const inlineFileSchema = z.object({ name: z.string(), base64: z.string() });

/** A file a judgehost fetches and puts somewhere under this name; folders are parted by `/`. */
export const namedFileSchema = z.object({ name: z.string(), file: fileReferenceSchema });
export type NamedFile = z.infer<typeof namedFileSchema>;

/** A larger one is compiled by every host that needs it. */
export const maxProgramBytes = 16 * 1024 * 1024;

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
    submissionNumber: z
      .number()
      .int()
      .optional()
      .describe('for its lines in the log; missing from older software'),
    contestId: slugSchema,
    problemVersion: idSchema.optional().describe('distinguishes tasks of one problem from those of others'),
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
    mayBlame: z
      .boolean()
      .default(true)
      .describe(
        'whether a program that breaks its slot is blamed here and now; false: it is an error of the task, JUDGE_BREAKS_SLOT, so that another host sees it first; missing from older software',
      ),
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

/** Four times what a host keeps of a compiler's output: the words that the host adds never make a report too long. */
const maxTextLength = 256 * 1024;

/**
 * POST /api/judgehost/tasks/:id/report: a batch of what happened since the last one.
 * Idempotent: a run already stored is not stored again; renews the lease.
 * 409 `JUDGE_TASK_LEASE_LOST`: the host drops the task.
 */
export const taskReportSchema = z
  .object({
    fencingToken: z.number().int().positive(),
    compile: z
      .object({
        success: z.boolean(),
        output: z.string().max(maxTextLength),
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
          message: z.string().max(maxTextLength),
        }),
        /** The task goes back to the queue and costs no try. */
        z.object({
          kind: z.literal('handed-back'),
          lacks: z
            .string()
            .max(maxTextLength)
            .optional()
            .describe('what this host lacks for it: others are asked first; omitted: the host is stopping'),
        }),
      ])
      .optional(),
  })
  .meta({ id: 'TaskReport' });
export type TaskReport = z.infer<typeof taskReportSchema>;
