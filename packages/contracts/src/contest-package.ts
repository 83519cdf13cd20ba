import { z } from 'zod';
import { slugSchema } from './primitives.ts';

/** GET /api/admin/contests/:contest/package */
export const exportPackageQuerySchema = z.strictObject({
  passwordHashes: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'with the hashes of the passwords of team accounts: who has the file can try passwords against them',
    ),
});

/** POST /api/admin/contest-packages */
export const importPackageQuerySchema = z.strictObject({
  dryRun: z.enum(['true', 'false']).default('false').describe('show what would be made, and make nothing'),
  as: slugSchema
    .optional()
    .describe('another id for the contest; what differs from what is here gets an id that begins with it'),
  version: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('of the dry run that was read: the import is refused where it would do something else'),
});

/** What of a package exists beside contests: its ids are those of the whole installation. */
export const packagedKinds = ['organisations', 'groups', 'teams', 'persons', 'accounts', 'problems'] as const;
export type PackagedKind = (typeof packagedKinds)[number];

const countSchema = z.number().int().nonnegative();
const comparisonSchema = z.object({
  created: countSchema,
  same: countSchema.describe('here already: used as they are'),
  renamed: countSchema.describe('here with other content: made under another id'),
});

export const packageConflictSchema = z.object({
  kind: z.enum(['contest', 'submissions', ...packagedKinds]),
  /** Empty: more than one. */
  id: z.string(),
  message: z.string(),
});
export type PackageConflict = z.infer<typeof packageConflictSchema>;

export const importPackageAnswerSchema = z
  .object({
    imported: z.boolean(),
    contestId: slugSchema.describe('as it is called here'),
    name: z.string(),
    exportedAt: z.string(),
    passwordHashes: z.boolean(),
    notes: z.array(z.string()).describe('what the package lacks, as its export says'),
    contents: z.object({
      submissions: countSchema,
      judgings: countSchema,
      runs: countSchema,
      rejudgings: countSchema,
      events: countSchema,
      auditLines: countSchema,
      files: countSchema,
      bytes: countSchema.describe('unpacked'),
    }),
    kinds: z.object({
      organisations: comparisonSchema,
      groups: comparisonSchema,
      teams: comparisonSchema,
      persons: comparisonSchema,
      accounts: comparisonSchema,
      problems: comparisonSchema,
    }),
    conflicts: z.array(packageConflictSchema).describe('each keeps the package from being imported'),
    conflictCount: countSchema,
    version: z.string().describe('of what the import does: sent with the import, it does this or nothing'),
  })
  .meta({ id: 'ImportContestPackageAnswer' });
export type ImportContestPackageAnswer = z.infer<typeof importPackageAnswerSchema>;
