/** The part of a contest package that is ours: names of its files, and what `sandglass/package.json` says. */
import { slugSchema } from '@sandglass/contracts';
import { z } from 'zod';

/** Rises when an older version could not read what a newer one writes. */
export const formatVersion = 1;

export const headerPath = 'sandglass/package.json';
/** Lines of `sha256sum`: every file of the package but this one. */
export const checksumPath = 'sandglass/SHA256SUMS';
const rowsFolder = 'sandglass/rows/';
const filesFolder = 'sandglass/files/';

export const rowsPath = (table: string): string => `${rowsFolder}${table}.ndjson`;
export const filePath = (sha256: string): string => `${filesFolder}${sha256}`;

export const packageHeaderSchema = z.object({
  format: z.literal('sandglass-contest'),
  version: z.number().int().positive(),
  contest: slugSchema,
  name: z.string().max(1000),
  exportedAt: z.iso.datetime({ offset: true }),
  /** Hashes of passwords are in it. */
  passwordHashes: z.boolean(),
  /** What it lacks, in words. */
  notes: z.array(z.string().max(2000)).max(200),
});
export type PackageHeader = z.infer<typeof packageHeaderSchema>;
