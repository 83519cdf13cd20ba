import { idSchema } from '@sandglass/contracts';
import { listsSubmission, submissionAccess, type SubmissionAccess } from '@sandglass/domain';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { Identity } from '../platform/http/access.ts';
import type { SubmissionRepository } from './submission-repository.ts';
import { factsOf, type SubmissionRow } from './submission-row.ts';

export interface FoundSubmission {
  readonly row: SubmissionRow;
  readonly contest: ContestModel;
  readonly access: SubmissionAccess;
}

/** The submission that a request names, if who asks may know that there is one. @throws ApiError SUBMISSION_UNKNOWN */
export async function findSubmission(
  { contests, submissions }: { readonly contests: ContestCache; readonly submissions: SubmissionRepository },
  { identity, params }: { readonly identity: Identity | null; readonly params: { readonly id: string } },
): Promise<FoundSubmission> {
  const { id } = params;
  const unknown = new ApiError('SUBMISSION_UNKNOWN', { submission: id });
  if (!idSchema.safeParse(id).success) throw unknown;
  const row = await submissions.byId(id);
  const contest = row === null ? undefined : contests.find(row.contestId);
  if (row === null || contest === undefined) throw unknown;
  const viewer = contest.viewer(identity);
  if (!contest.isSeenBy(viewer)) throw unknown;
  if (!listsSubmission(viewer, contest.clock(), factsOf(row))) throw unknown;
  return { row, contest, access: submissionAccess(viewer, contest.clock(), factsOf(row)) };
}
