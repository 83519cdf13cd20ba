/**
 * How a live message changes what the pages hold. Patches first, so that a verdict shows in
 * the same frame; refetches only what a message cannot carry.
 */
import {
  type Judging,
  type LiveMessage,
  type Session,
  type SubmissionDetail,
  type SubmissionList,
  type SubmissionQuery,
  type SubmissionSummary,
  splitChoices,
  submissionSummarySchema,
} from '@sandglass/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { renew, renewAfterFlight, renewOnce } from './renew.ts';

type Pages = InfiniteData<SubmissionList, string | null>;
type Progress = Extract<LiveMessage, { type: 'progress' }>;
type Filters = Partial<SubmissionQuery>;

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
      renew(client, keys.scoreboard(contestId));
      return;
    case 'rejudging':
      renew(client, keys.rejudgings(contestId));
      // Their judgings are made, or given up, without an event of their own.
      renew(client, keys.submissionDetails(contestId));
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
  renew(client, keys.ofContest(contestId));
}

/**
 * When the stream first stands: what was fetched before it stood may have changed in between,
 * and no message will ever tell.
 */
export function catchUp(client: QueryClient, contestId: string): void {
  renewAfterFlight(client, keys.submissionDetails(contestId));
  refetchUnfinished(client, contestId);
  renew(client, keys.submissionLists(contestId));
  renew(client, keys.scoreboard(contestId));
}

/** After a broken line: progress is not in the log, so running submissions may have moved unseen. */
export function refetchUnfinished(client: QueryClient, contestId: string): void {
  void client.invalidateQueries({
    queryKey: keys.submissionDetails(contestId),
    predicate: (query) => {
      const detail = query.state.data as SubmissionDetail | undefined;
      return detail === undefined || detail.state !== 'done';
    },
  });
}

function applySubmission(client: QueryClient, contestId: string, summary: SubmissionSummary): void {
  for (const [queryKey] of client.getQueriesData<Pages>({ queryKey: keys.submissionLists(contestId) })) {
    const filters = (queryKey.at(-1) ?? {}) as Filters;
    client.setQueryData<Pages>(queryKey, (pages) => pages && mergeIntoPages(pages, summary, filters));
    if (needsTheApi(filters)) renewOnce(client, queryKey);
  }
  renewAfterFlight(client, keys.submissionLists(contestId));
  const detailKey = keys.submission(contestId, summary.id);
  renewAfterFlight(client, detailKey);
  const known = client.getQueryData<SubmissionDetail>(detailKey);
  if (known !== undefined) {
    client.setQueryData<SubmissionDetail>(detailKey, { ...known, ...summary });
    // Compile output, the tests' figures and the new judging are not in a summary. Judged again it may
    // have the same verdict and yet another judging.
    if (known.state !== summary.state || known.verdict !== summary.verdict || summary.state === 'done') {
      void client.invalidateQueries({ queryKey: detailKey });
    }
  }
  // How the own team stands with each problem follows from its submissions; one small answer renews it.
  const viewer = client.getQueryData<Session | null>(keys.session());
  if (viewer?.user.teamId === summary.team.id) {
    renew(client, keys.contest(contestId));
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

/** Does a submission belong into a list with these filters, as far as a summary can tell? */
export function matchesFilters(summary: SubmissionSummary, filters: Filters): boolean {
  const has = (choices: string | undefined, value: string): boolean =>
    choices === undefined || splitChoices(choices).includes(value);
  if (!has(filters.problem, summary.problem.label)) return false;
  if (!has(filters.team, summary.team.id)) return false;
  if (!has(filters.language, summary.language.id)) return false;
  if (filters.jury !== undefined && summary.jury !== (filters.jury === 'yes')) return false;
  if (filters.suspect !== undefined && !summary.suspect) return false;
  if (filters.sick !== undefined && !summary.judgedWhileSick) return false;
  const submittedAt = Date.parse(summary.submittedAt);
  if (filters.from !== undefined && submittedAt < Date.parse(filters.from)) return false;
  if (filters.until !== undefined && submittedAt >= Date.parse(filters.until)) return false;
  return has(filters.verdict, summary.verdict ?? 'pending');
}

/** A summary tells neither every host of a judging nor when it ended. */
function needsTheApi(filters: Filters): boolean {
  return filters.host !== undefined || filters.judgedFrom !== undefined || filters.judgedUntil !== undefined;
}

/** Replaces a submission where it stands, puts a new one on top, takes out one that no longer fits. */
export function mergeIntoPages(pages: Pages, summary: SubmissionSummary, filters: Filters): Pages {
  const known = pages.pages.some((page) => page.submissions.some((one) => one.id === summary.id));
  // One that is there stays until the api says otherwise, one that is not waits for its word.
  const fits = matchesFilters(summary, filters) && (known || !needsTheApi(filters));
  if (known) {
    return {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        submissions: page.submissions.flatMap((one) =>
          one.id !== summary.id ? [one] : fits ? [summary] : [],
        ),
      })),
    };
  }
  return fits ? { ...pages, pages: insertNewestFirst(pages.pages, summary) } : pages;
}

/**
 * Ids are UUID v7: their order is the order of arrival. One that is older than everything
 * loaded belongs to a page that nobody has asked for yet.
 */
function insertNewestFirst(pages: readonly SubmissionList[], summary: SubmissionSummary): SubmissionList[] {
  const at = pages.findIndex((page) => page.submissions.some((one) => one.id < summary.id));
  return pages.map((page, index) => {
    if (at < 0 && index === pages.length - 1 && page.next === null) {
      return { ...page, submissions: [...page.submissions, summary] };
    }
    if (index !== at) return page;
    const place = page.submissions.findIndex((one) => one.id < summary.id);
    return { ...page, submissions: page.submissions.toSpliced(place, 0, summary) };
  });
}

function progressInPages(pages: Pages, progress: Progress): Pages {
  const holds = pages.pages.some((page) => page.submissions.some((one) => one.id === progress.submissionId));
  if (!holds) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      submissions: page.submissions.map((one) =>
        one.id === progress.submissionId && isNewer(one, progress)
          ? { ...one, ...standingOf(progress) }
          : one,
      ),
    })),
  };
}

function standingOf({
  state,
  testsDone,
  testsTotal,
  queue,
}: Progress): Pick<SubmissionSummary, 'state' | 'testsDone' | 'testsTotal' | 'queue'> {
  return { state, testsDone, testsTotal, queue: queue ?? null };
}

/** A late progress message must not take a finished judging back, nor one that has begun into the queue. */
function isNewer(known: { state: string; testsDone: number }, progress: Progress): boolean {
  if (progress.state === 'queued' && known.state !== 'queued') return false;
  return known.state !== 'done' && progress.testsDone >= known.testsDone;
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

function emptyTest(ordinal: number): Judging['tests'][number] {
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
    suspect: false,
    attempts: [],
    whileSick: false,
  };
}
