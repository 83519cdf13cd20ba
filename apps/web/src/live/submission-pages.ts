/** How the pages of a list of submissions change by the messages of the live stream. Pure. */
import {
  type JudgingState,
  type LiveMessage,
  type SubmissionFilters,
  type SubmissionList,
  type SubmissionSummary,
  readSubmissionSearch,
  splitChoices,
} from '@sandglass/contracts';
import type { InfiniteData } from '@tanstack/react-query';

export type Pages = InfiniteData<SubmissionList, string | null>;
export type Progress = Extract<LiveMessage, { type: 'progress' }>;

/** Does a submission belong into a list with these filters, as far as a summary shows it? */
export function matchesFilters(summary: SubmissionSummary, filters: SubmissionFilters): boolean {
  const has = (choices: string | undefined, value: string): boolean =>
    choices === undefined || splitChoices(choices).includes(value);
  if (!has(filters.problem, summary.problem.label)) return false;
  if (!has(filters.team, summary.team.id)) return false;
  if (!has(filters.language, summary.language.id)) return false;
  if (filters.jury !== undefined && summary.jury !== (filters.jury === 'yes')) return false;
  if (filters.suspect !== undefined && !summary.suspect) return false;
  if (filters.unhealthy !== undefined && !summary.judgedWhileUnhealthy) return false;
  if (filters.search !== undefined && !isSearched(summary, filters.search)) return false;
  const submittedAt = Date.parse(summary.submittedAt);
  if (filters.from !== undefined && submittedAt < Date.parse(filters.from)) return false;
  if (filters.until !== undefined && submittedAt >= Date.parse(filters.until)) return false;
  return has(filters.verdict, summary.verdict ?? 'pending');
}

/** As the api looks for it (submission-conditions.ts). */
function isSearched(summary: SubmissionSummary, search: string): boolean {
  const wanted = readSubmissionSearch(search);
  if ('numbers' in wanted) return wanted.numbers.includes(summary.number);
  return summary.team.name.toLowerCase().includes(wanted.team.toLowerCase());
}

/** A summary has neither every host of a judging nor when it ended. */
export function needsTheApi(filters: SubmissionFilters): boolean {
  return filters.host !== undefined || filters.judgedFrom !== undefined || filters.judgedUntil !== undefined;
}

/** Replaces a submission in its place, puts a new one on top, takes out one that no longer fits. */
export function mergeIntoPages(pages: Pages, summary: SubmissionSummary, filters: SubmissionFilters): Pages {
  // One that is there stays until the api says otherwise, one that is not waits for its word.
  const fits = matchesFilters(summary, filters) && (!needsTheApi(filters) || holds(pages, summary.id));
  return fits ? putIntoPages(pages, summary) : takeFromPages(pages, summary.id);
}

/** It belongs into the list: at its place, or at the place of its age. */
export function putIntoPages(pages: Pages, summary: SubmissionSummary): Pages {
  if (!holds(pages, summary.id)) return { ...pages, pages: insertNewestFirst(pages.pages, summary) };
  return changePage(pages, summary.id, (page) => page.map((one) => (one.id === summary.id ? summary : one)));
}

/** It belongs into the list no longer, if it did. */
export function takeFromPages(pages: Pages, id: string): Pages {
  return changePage(pages, id, (page) => page.filter((one) => one.id !== id));
}

/** Only the page that holds it is remade: there may be hundreds, and verdicts come in bursts. */
function changePage(
  pages: Pages,
  id: string,
  change: (page: SubmissionSummary[]) => SubmissionSummary[],
): Pages {
  const at = pages.pages.findIndex((page) => page.submissions.some((one) => one.id === id));
  const page = pages.pages[at];
  if (page === undefined) return pages;
  return { ...pages, pages: pages.pages.with(at, { ...page, submissions: change(page.submissions) }) };
}

function holds(pages: Pages, id: string): boolean {
  return pages.pages.some((page) => page.submissions.some((one) => one.id === id));
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

export function progressInPages(pages: Pages, progress: Progress): Pages {
  return changePage(pages, progress.submissionId, (page) =>
    page.map((one) =>
      one.id === progress.submissionId && isNewer(one, progress) ? { ...one, ...standingOf(progress) } : one,
    ),
  );
}

export function standingOf({
  state,
  testsDone,
  testsTotal,
  queue,
}: Progress): Pick<SubmissionSummary, 'state' | 'testsDone' | 'testsTotal' | 'queue'> {
  return { state, testsDone, testsTotal, queue: queue ?? null };
}

/**
 * A late progress message must not take a finished judging back, nor one that has begun into the queue, nor one whose
 * program runs to its compiler.
 */
export function isNewer(
  known: Pick<SubmissionSummary, 'state' | 'testsDone' | 'waitsForJury'>,
  progress: Progress,
): boolean {
  if (known.state === 'done' || known.waitsForJury) return false;
  if (stateOrder.indexOf(progress.state) < stateOrder.indexOf(known.state)) return false;
  return (progress.testsDone ?? 0) >= (known.testsDone ?? 0);
}

const stateOrder: readonly JudgingState[] = ['queued', 'compiling', 'running', 'done', 'cancelled'];
