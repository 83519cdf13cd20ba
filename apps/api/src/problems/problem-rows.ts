/** What the JSON columns of problem versions, test cases and the jury's submissions hold. */
import type { ProblemLimitValues } from '@sandglass/domain';
import { z } from 'zod';

const storedFileSchema = z.object({ name: z.string(), sha256: z.string(), bytes: z.number() });
export const storedFilesSchema = z.array(storedFileSchema);
export type StoredFileRow = Readonly<z.infer<typeof storedFileSchema>>;

/** Files a package adds to the submissions in one language, or in any (`default`). */
export const includesSchema = z.array(z.object({ language: z.string(), files: storedFilesSchema }));
export type IncludesRow = Readonly<z.infer<typeof includesSchema>[number]>;

/** A sample's files as contestants see them; null: as they are judged. */
export const displaySchema = z
  .object({
    input: storedFileSchema,
    answer: storedFileSchema,
    downloadInput: storedFileSchema,
    downloadAnswer: storedFileSchema,
    /** Shown instead of all the others. */
    interaction: storedFileSchema.nullable(),
  })
  .nullable();
export type DisplayRow = Readonly<NonNullable<z.infer<typeof displaySchema>>>;

/** Every one is named: what is not would be dropped. */
export const limitsSchema = z.object({
  timeLimitMs: z.number(),
  memoryMiB: z.number(),
  outputMiB: z.number(),
  codeKiB: z.number(),
  compilationTimeS: z.number(),
  compilationMemoryMiB: z.number(),
  validationTimeS: z.number(),
  validationMemoryMiB: z.number(),
  validationOutputMiB: z.number(),
  wallTimeMs: z.number().exactOptional(),
  processes: z.number().exactOptional(),
  fileSizeMiB: z.number().exactOptional(),
  boxMiB: z.number().exactOptional(),
} satisfies Record<keyof ProblemLimitValues, z.ZodType>);

export const validatorSchema = z.object({
  kind: z.enum(['default', 'custom']),
  flags: z.array(z.string()),
  language: z.string().exactOptional(),
  files: storedFilesSchema.exactOptional(),
});
export type ValidatorRow = Readonly<z.infer<typeof validatorSchema>>;

export interface StatementFile {
  readonly language: string;
  readonly format: 'markdown' | 'html' | 'pdf';
  readonly sha256: string;
  readonly bytes: number;
  readonly resources: readonly StoredFileRow[];
}

export interface SampleFile extends DisplayRow {
  readonly ordinal: number;
  readonly name: string;
}
