import type { SubmissionFilters } from '@sandglass/contracts';

/** Keeps only the filters that are set: the same list must have the same key. */
export function tidyFilters<Filters extends SubmissionFilters>(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as Filters;
}
