import {
  contestChangeAnswerSchema,
  contestControlSchema,
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
