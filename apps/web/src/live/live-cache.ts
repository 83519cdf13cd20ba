/**
 * How a live message changes what the pages hold. Patches first, so that a verdict shows in
 * the same frame; refetches only what a message cannot carry.
 */
import {
  type Judging,
  type LiveMessage,
  type Session,
  type SubmissionDetail,
  type SubmissionSummary,
  submissionSummarySchema,
} from '@sandglass/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { refetch, refetchAfterFetching } from './refetch.ts';
import { askUnfinished, changeLists, shortenHidden } from './submission-lists.ts';
import { type Pages, type Progress, isNewer, progressInPages, standingOf } from './submission-pages.ts';

export function applyLiveMessage(client: QueryClient, contestId: string, message: LiveMessage): void {
  switch (message.type) {
    case 'submission': {
      const parsed = submissionSummarySchema.safeParse(message.submission);
      if (parsed.success) applySubmission(client, contestId, parsed.data);
      return;
    }
    case 'progress':
      return applyProgress(client, contestId, message);
    case 'scoreboard':
      refetch(client, keys.scoreboard(contestId));
      return;
    case 'rejudging':
      refetch(client, keys.rejudgings(contestId));
      // Their judgings are made, or given up, without an event of their own.
      refetch(client, keys.submissionDetails(contestId));
      return;
    case 'contest':
      // The start, the freeze, an extension, a new statement: rare, and each may change any page.
      refetchContest(client, contestId);
      void client.invalidateQueries({ queryKey: keys.contests() });
      return;
    case 'resync':
      refetchContest(client, contestId);
      return;
  }
}

/** Everything of a contest that is on the screen is fetched again; the rest when it is next shown. */
export function refetchContest(client: QueryClient, contestId: string): void {
  shortenHidden(client, contestId);
  refetch(client, keys.ofContest(contestId));
}

/**
 * When a stream first opens that does not go on where the page ends: what was fetched before it opened may have changed
 * in between, and no message will ever say so.
 */
export function catchUp(client: QueryClient, contestId: string): void {
  refetchAfterFetching(client, keys.submissionDetails(contestId));
  refetchUnfinishedDetails(client, contestId);
  shortenHidden(client, contestId);
  refetch(client, keys.submissionLists(contestId));
  refetch(client, keys.scoreboard(contestId));
}

/**
 * When a stream goes on where the page or the stream before it ended: progress is not in the log, so what is being judged
 * may have moved unseen.
 */
export function refetchUnfinished(client: QueryClient, contestId: string): void {
  refetchUnfinishedDetails(client, contestId);
  askUnfinished(client, contestId);
}

function refetchUnfinishedDetails(client: QueryClient, contestId: string): void {
  void client.invalidateQueries({
    queryKey: keys.submissionDetails(contestId),
    predicate: (query) => {
      const detail = query.state.data as SubmissionDetail | undefined;
      return detail === undefined || detail.state !== 'done';
    },
  });
}

function applySubmission(client: QueryClient, contestId: string, summary: SubmissionSummary): void {
  changeLists(client, contestId, summary);
  const detailKey = keys.submission(contestId, summary.id);
  refetchAfterFetching(client, detailKey);
  const known = client.getQueryData<SubmissionDetail>(detailKey);
  if (known !== undefined) {
    client.setQueryData<SubmissionDetail>(detailKey, { ...known, ...summary });
    // Compile output, the tests' figures and the new judging are not in a summary. Judged again it may
    // have the same verdict and yet another judging.
    if (known.state !== summary.state || known.verdict !== summary.verdict || summary.state === 'done') {
      void client.invalidateQueries({ queryKey: detailKey });
    }
  }
  // The own team's result for each problem follows from its submissions; one small answer has it again.
  const viewer = client.getQueryData<Session | null>(keys.session());
  if (viewer?.user.teamId === summary.team.id) {
    refetch(client, keys.contest(contestId));
  }
}

function applyProgress(client: QueryClient, contestId: string, progress: Progress): void {
  const lists = client.getQueriesData<Pages>({ queryKey: keys.submissionLists(contestId) });
  for (const [queryKey] of lists) {
    client.setQueryData<Pages>(queryKey, (pages) => pages && progressInPages(pages, progress));
  }
  const detailKey = keys.submission(contestId, progress.submissionId);
  client.setQueryData<SubmissionDetail>(detailKey, (detail) => detail && progressInDetail(detail, progress));
}

export function progressInDetail(detail: SubmissionDetail, progress: Progress): SubmissionDetail {
  if (!isNewer(detail, progress)) return detail;
  const { verdicts } = progress;
  return {
    ...detail,
    ...standingOf(progress),
    judgings: detail.judgings.map((judging) =>
      judging.valid ? progressInJudging(judging, progress, verdicts) : judging,
    ),
  };
}

function progressInJudging(judging: Judging, progress: Progress, verdicts: Progress['verdicts']): Judging {
  const tests = [...judging.tests];
  verdicts.forEach((verdict, ordinal) => {
    if (verdict === null) return;
    const at = tests.findIndex((test) => test.ordinal === ordinal);
    const known = at < 0 ? emptyTest(ordinal) : tests[at];
    if (known === undefined) return;
    if (at < 0) tests.push({ ...known, verdict });
    else tests[at] = { ...known, verdict: known.verdict ?? verdict };
  });
  return { ...judging, state: progress.state, tests };
}

export function emptyTest(ordinal: number): Judging['tests'][number] {
  return {
    ordinal,
    name: null,
    isSample: false,
    verdict: null,
    reason: null,
    measurement: null,
    slot: null,
    judgehost: null,
    kernel: null,
    validatorMessage: null,
    teamMessage: null,
    hasOutput: false,
    suspect: false,
    attempts: [],
    whileUnhealthy: false,
  };
}
