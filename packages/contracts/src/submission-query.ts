/** Which submissions a list asks for. */
import { z } from 'zod';
import { idSchema, instantSchema } from './primitives.ts';
import { verdictIds, verdictSchema } from './verdict.ts';

/** Characters of a filter: hundreds of names, and less than an address may have. */
const choicesLength = 16_384;
const choices = z.string().min(1).max(choicesLength).describe('one, or several separated by commas');
const verdictChoices = choices.refine(
  (value) => value.split(',').every((one) => one === 'pending' || verdictSchema.safeParse(one).success),
  { message: `must be "pending" or verdicts (${verdictIds.join(', ')}), separated by commas` },
);

export const submissionSearchSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('a number ("#12", "12"), several of them, or a part of a team’s name');

/** Query of GET /api/contests/:contest/submissions. Teams get their own only, regardless of the query. */
export const submissionQuerySchema = z.object({
  search: submissionSearchSchema.optional(),
  problem: choices.optional(),
  team: choices.optional(),
  language: choices.optional(),
  verdict: verdictChoices.optional(),
  host: choices.optional().describe('ran at least one of its tests'),
  jury: z.enum(['yes', 'no']).optional(),
  suspect: z.literal('yes').optional().describe('a run of it was starved'),
  unhealthy: z
    .literal('yes')
    .optional()
    .describe('judged while a host was unhealthy; with `host`: while that one was'),
  from: instantSchema.optional().describe('submitted then or later'),
  until: instantSchema.optional().describe('submitted before'),
  judgedFrom: instantSchema.optional(),
  judgedUntil: instantSchema.optional(),
  ids: z
    .string()
    .max(choicesLength)
    .refine((value) => value.split(',').every((one) => idSchema.safeParse(one).success), {
      message: 'must be ids of submissions, separated by commas',
    })
    .optional()
    .describe('of these alone: which of them the filters take'),
  before: idSchema.optional().describe('`next` of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type SubmissionQuery = z.infer<typeof submissionQuerySchema>;
/** What the list is narrowed to, without the paging. */
export type SubmissionFilters = Partial<Omit<SubmissionQuery, 'ids' | 'before' | 'limit'>>;
