/** The filters of lists and rejudgings, as in an address. */
import { type SubmissionFilters, submissionQuerySchema } from '@sandglass/contracts';
import { SearchParamError } from '@tanstack/react-router';
import { z } from 'zod';

const { ids: _ids, before: _before, limit: _limit, ...filters } = submissionQuerySchema.shape;

/** Of a list: a value that makes no sense is dropped, not an error page. */
export const submissionFiltersSchema = z.object({
  search: filters.search.catch(undefined),
  problem: filters.problem.catch(undefined),
  team: filters.team.catch(undefined),
  language: filters.language.catch(undefined),
  verdict: filters.verdict.catch(undefined),
  host: filters.host.catch(undefined),
  jury: filters.jury.catch(undefined),
  suspect: filters.suspect.catch(undefined),
  unhealthy: filters.unhealthy.catch(undefined),
  from: filters.from.catch(undefined),
  until: filters.until.catch(undefined),
  judgedFrom: filters.judgedFrom.catch(undefined),
  judgedUntil: filters.judgedUntil.catch(undefined),
});

const rejudgingSearchSchema = z.strictObject({ ...filters, limits: z.literal('changed').optional() });
const names = Object.keys(rejudgingSearchSchema.shape).join(', ');

/** Of a rejudging: one filter less would take more submissions, up to all of them. @throws SearchParamError naming the filter */
export function rejudgingSearch(
  search: Record<string, unknown>,
): SubmissionFilters & { limits?: 'changed' | undefined } {
  const parsed = rejudgingSearchSchema.safeParse(search);
  if (parsed.success) return parsed.data;
  throw new SearchParamError(
    parsed.error.issues
      .map((issue) =>
        issue.code === 'unrecognized_keys'
          ? `There is no filter "${issue.keys.join('", "')}": the filters are ${names}.`
          : `The filter "${issue.path.join('.')}" of this address: ${issue.message}.`,
      )
      .join(' '),
  );
}
