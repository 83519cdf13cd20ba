import { adminContestsSchema, contestDeletionSchema, contestSummarySchema } from '@sandglass/contracts';
import type {
  CloneContestRequest,
  ContestDefinition,
  ContestDeletion,
  ContestSummary,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

export const adminContestsQuery = queryOptions({
  queryKey: keys.adminContests(),
  queryFn: async ({ signal }) =>
    (await request(adminContestsSchema, '/api/admin/contests', { signal })).contests,
});

const address = (contest: string): string => `/api/contests/${encodeURIComponent(contest)}`;

/** What would be lost. */
export const deletionQuery = (contest: string) =>
  queryOptions({
    queryKey: [...keys.ofContest(contest), 'deletion'],
    queryFn: ({ signal }) => request(contestDeletionSchema, `${address(contest)}/deletion`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export function deleteContest(contest: string, name: string): Promise<ContestDeletion> {
  return request(contestDeletionSchema, `${address(contest)}/deletion`, { method: 'POST', json: { name } });
}

export function moveContest(contest: string, what: 'archive' | 'restore'): Promise<ContestSummary> {
  return request(contestSummarySchema, `${address(contest)}/${what}`, { method: 'POST', json: {} });
}

export function cloneContest(contest: string, wishes: CloneContestRequest): Promise<ContestSummary> {
  return request(contestSummarySchema, `/api/admin/contests/${encodeURIComponent(contest)}/clone`, {
    method: 'POST',
    json: wishes,
  });
}

/** One that is there with this id is refused. */
export function makeContest(definition: ContestDefinition): Promise<ContestSummary> {
  return request(contestSummarySchema, '/api/admin/contests', {
    method: 'POST',
    json: definition,
    onlyNew: true,
  });
}
