/** Submissions and pages of them, for tests. */
import type { SubmissionSummary } from '@sandglass/contracts';
import type { Pages } from '../submission-pages.ts';

export const id = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export function summary(n: number, change: Partial<SubmissionSummary> = {}): SubmissionSummary {
  return {
    id: id(n),
    number: n,
    contestId: 'c',
    team: { id: 't1', name: 'Team' },
    problem: { label: 'A', name: 'Sum', colour: '#ff0000' },
    language: { id: 'cpp', name: 'C++' },
    submittedAt: '2026-01-01T10:00:00.000Z',
    contestTimeMs: 1000,
    state: 'queued',
    testsDone: 0,
    testsTotal: 3,
    queue: null,
    verdict: null,
    teamVerdict: null,
    late: false,
    waitsForJury: false,
    changed: null,
    jury: false,
    expected: [],
    maxCpuUs: null,
    maxWallUs: null,
    maxGapUs: null,
    maxMemoryBytes: null,
    judgehost: null,
    suspect: false,
    judgedWhileUnhealthy: false,
    ...change,
  };
}

export const pagesOf = (...submissions: SubmissionSummary[]): Pages => ({
  pages: [{ submissions, next: null }],
  pageParams: [null],
});

export const idsOf = (pages: Pages | undefined): string[] =>
  pages?.pages.flatMap((page) => page.submissions.map((one) => one.id)) ?? [];
