import {
  contestChangeAnswerSchema,
  contestControlSchema,
  type ChangeContestRequest,
  type ContestActionRequest,
  type ContestChangeAnswer,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

export const controlQuery = (contest: string) =>
  queryOptions({
    queryKey: keys.contestControl(contest),
    queryFn: ({ signal }) =>
      request(contestControlSchema, `/api/contests/${encodeURIComponent(contest)}/control`, { signal }),
  });

/** @param how `dryRun`: nothing is changed, and the answer says what would be */
export function actOnContest(
  contest: string,
  action: ContestActionRequest,
  how: 'dryRun' | 'apply',
): Promise<ContestChangeAnswer> {
  return request(contestChangeAnswerSchema, `/api/contests/${encodeURIComponent(contest)}/actions`, {
    method: 'POST',
    json: action,
    query: { dryRun: how === 'dryRun' ? '1' : undefined },
  });
}

/** What is left out stays as it is. @param how as of {@link actOnContest} */
export function changeContest(
  contest: string,
  change: ChangeContestRequest,
  how: 'dryRun' | 'apply',
): Promise<ContestChangeAnswer> {
  return request(contestChangeAnswerSchema, `/api/contests/${encodeURIComponent(contest)}`, {
    method: 'PATCH',
    json: change,
    query: { dryRun: how === 'dryRun' ? '1' : undefined },
  });
}
