/** Contests as a list that an administrator keeps: copied, archived, restored, deleted. */
import { z } from 'zod';
import { contestSummarySchema } from './contest.ts';
import { instantSchema, slugSchema } from './primitives.ts';

/** GET /api/admin/contests: archived ones as well. */
export const adminContestsSchema = z
  .object({
    contests: z.array(
      contestSummarySchema.extend({
        teamCount: z.number().int(),
        problemCount: z.number().int(),
        submissionCount: z.number().int().describe('of teams and of the jury'),
        lockedAt: instantSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'AdminContests' });
export type AdminContests = z.infer<typeof adminContestsSchema>;
export type AdminContest = AdminContests['contests'][number];

const reason = z.string().trim().max(500).default('').describe('for those who look later');

/** POST /api/admin/contests/:contest/clone */
export const cloneContestRequestSchema = z
  .strictObject({
    id: slugSchema.describe('of the copy'),
    name: z.string().trim().min(1).max(200),
    shortName: z.string().trim().min(1).max(64).optional().describe('omitted: the name'),
    startsAt: instantSchema.describe(
      'all times of the copy are as far from its start as those of the contest',
    ),
    teams: z.boolean().default(true).describe('false: the copy has no teams'),
  })
  .meta({ id: 'CloneContestRequest' });
export type CloneContestRequest = z.input<typeof cloneContestRequestSchema>;

/** POST /api/contests/:contest/archive and …/restore */
export const archiveContestRequestSchema = z.strictObject({ reason }).meta({ id: 'ArchiveContestRequest' });
export type ArchiveContestRequest = z.input<typeof archiveContestRequestSchema>;

/** GET /api/contests/:contest/deletion: what would be lost. Problems, teams and accounts stay. */
export const contestDeletionSchema = z
  .object({
    contest: z.string(),
    name: z.string().describe('has to be sent to delete it'),
    refused: z.string().nullable().describe('why it cannot be deleted now; null: it can'),
    submissions: z.number().int(),
    judgings: z.number().int(),
    rejudgings: z.number().int(),
    events: z.number().int(),
  })
  .meta({ id: 'ContestDeletion' });
export type ContestDeletion = z.infer<typeof contestDeletionSchema>;

/** POST /api/contests/:contest/deletion */
export const deleteContestRequestSchema = z
  .strictObject({ name: z.string().max(200).describe('of the contest, exactly'), reason })
  .meta({ id: 'DeleteContestRequest' });
export type DeleteContestRequest = z.input<typeof deleteContestRequestSchema>;
