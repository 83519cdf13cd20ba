import { z } from 'zod';
import type { RejudgingFilter } from './rejudging.ts';
import { submissionQuerySchema, type SubmissionFilters } from './submission-query.ts';
import type { Verdict } from './verdict.ts';

/** "A,C" → ['A', 'C']. */
export function splitChoices(value: string): string[] {
  return value.split(',').filter((one) => one !== '');
}

/**
 * The filters of the jury's list as those of a rejudging, so that what is seen is what is judged again. `pending` has
 * no place there, since what has no verdict yet is judged anyway; `pending` alone leaves no verdict to choose from (an
 * empty list, which takes nothing and which no rejudging accepts).
 */
export function rejudgingFilterOf(filters: SubmissionFilters): RejudgingFilter {
  const {
    search,
    problem,
    team,
    language,
    verdict,
    host,
    jury,
    suspect,
    unhealthy,
    from,
    until,
    judgedFrom,
    judgedUntil,
  } = filters;
  const chosen = splitChoices(verdict ?? '');
  const verdicts = chosen.filter((one) => one !== 'pending') as Verdict[];
  return {
    ...(search === undefined ? {} : { search }),
    ...(problem === undefined ? {} : { problems: splitChoices(problem) }),
    ...(team === undefined ? {} : { teams: splitChoices(team) }),
    ...(language === undefined ? {} : { languages: splitChoices(language) }),
    ...(chosen.length === 0 ? {} : { verdicts }),
    ...(host === undefined ? {} : { hosts: splitChoices(host) }),
    ...(jury === undefined ? {} : { jury }),
    ...(suspect === undefined ? {} : { suspect: true as const }),
    ...(unhealthy === undefined ? {} : { whileUnhealthy: true as const }),
    ...(from === undefined ? {} : { submittedFrom: from }),
    ...(until === undefined ? {} : { submittedUntil: until }),
    ...(judgedFrom === undefined ? {} : { judgedFrom }),
    ...(judgedUntil === undefined ? {} : { judgedUntil }),
  };
}

/** GET /api/contests/:contest/rejudgings/selection: the filters of the list, counted as a rejudging would take them. */
export const selectionQuerySchema = submissionQuerySchema.omit({ before: true, limit: true }).extend({
  limits: z
    .literal('changed')
    .optional()
    .describe('whose verdict the wall limits in force would or could change'),
});
export type SelectionQuery = z.infer<typeof selectionQuerySchema>;

/** As an address says it. */
export function selectionFilterOf({ limits, ...filters }: SelectionQuery): RejudgingFilter {
  return {
    ...rejudgingFilterOf(filters),
    ...(limits === undefined ? {} : { wallLimitChanges: true as const }),
  };
}
