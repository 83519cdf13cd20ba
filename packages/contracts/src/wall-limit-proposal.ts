import { z } from 'zod';
import { idSchema, instantSchema, slugSchema } from './primitives.ts';
import { wallLimitRuleSchema } from './wall-limit.ts';

export const proposalEvidenceSchema = z.object({
  from: instantSchema,
  until: instantSchema,
  runs: z.number().int(),
  suspect: z.number().int(),
  p50Us: z.number().int(),
  p95Us: z.number().int(),
  p99Us: z.number().int(),
  maxUs: z.number().int(),
  reasons: z.array(z.string()),
  hosts: z.array(
    z.object({
      judgehost: z.string(),
      runs: z.number().int(),
      suspect: z.number().int(),
      p99Us: z.number().int(),
    }),
  ),
  problems: z
    .array(
      z.object({
        problemId: z.string(),
        runs: z.number().int(),
        suspect: z.number().int(),
        p99Us: z.number().int(),
        ownRule: z.boolean().describe('it has a rule of its own, which a rule of the contest does not reach'),
      }),
    )
    .default([])
    .describe('that were made to wait, worst first'),
  languages: z
    .array(slugSchema)
    .default([])
    .describe('with a rule of their own, which a rule of the contest does not reach'),
});
export type ProposalEvidence = z.infer<typeof proposalEvidenceSchema>;

/** More room, proposed by the system; the jury approves it, declines it, or lets it expire. */
export const wallLimitProposalSchema = z
  .object({
    id: idSchema,
    contestId: slugSchema,
    rule: wallLimitRuleSchema,
    evidence: proposalEvidenceSchema,
    /** Superseded: the jury set a rule of its own for the contest, or for everything, while it was open. */
    state: z.enum(['open', 'approved', 'declined', 'expired', 'superseded']),
    createdAt: instantSchema,
    expiresAt: instantSchema,
    endedAt: instantSchema.nullable(),
    endedBy: z.string().nullable(),
  })
  .meta({ id: 'WallLimitProposal' });
export type WallLimitProposal = z.infer<typeof wallLimitProposalSchema>;
export const wallLimitProposalsSchema = z.object({ proposals: z.array(wallLimitProposalSchema) });

/** POST /api/wall-limit-proposals/:id/approve */
export const approveProposalRequestSchema = z.object({ rejudge: z.boolean().default(true) });
