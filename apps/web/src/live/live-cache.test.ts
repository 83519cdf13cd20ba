import type { SubmissionDetail, SubmissionSummary } from '@sandglass/contracts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { keys } from '../api/keys.ts';
import { applyLiveMessage, matchesFilters, mergeIntoPages, progressInDetail } from './live-cache.ts';

const id = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

function summary(n: number, change: Partial<SubmissionSummary> = {}): SubmissionSummary {
  return {
    id: id(n),
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
    jury: false,
    expected: [],
    maxCpuUs: null,
    maxWallUs: null,
    maxGapUs: null,
    maxMemoryBytes: null,
    judgehost: null,
    suspect: false,
    judgedWhileSick: false,
    ...change,
  };
}

function detail(n: number, change: Partial<SubmissionDetail> = {}): SubmissionDetail {
  return {
    ...summary(n),
    entryPoint: null,
    files: [],
    judgings: [
      {
        id: id(900 + n),
        valid: true,
        rejudgingId: null,
        repeat: 1,
        state: 'queued',
        verdict: null,
        createdAt: '2026-01-01T10:00:00.000Z',
        startedAt: null,
        endedAt: null,
        judgehost: null,
        judgedWhileSick: false,
        compilerVersion: null,
        compile: null,
        error: null,
        why: [],
        limits: { cpuUs: 1, wallUs: 1, memoryBytes: 1, outputBytes: 1 },
        tests: [],
      },
    ],
    ...change,
  };
}

const pagesOf = (...submissions: SubmissionSummary[]) => ({
  pages: [{ submissions, next: null }],
  pageParams: [null],
});
const idsOf = (pages: ReturnType<typeof pagesOf> | { pages: { submissions: SubmissionSummary[] }[] }) =>
  pages.pages.flatMap((page) => page.submissions.map((one) => one.id));

describe('a submission message', () => {
  it('puts a new submission on top of the list', () => {
    expect(idsOf(mergeIntoPages(pagesOf(summary(2), summary(1)), summary(3), {}))).toEqual([
      id(3),
      id(2),
      id(1),
    ]);
  });

  it('puts an old one where its age belongs', () => {
    expect(idsOf(mergeIntoPages(pagesOf(summary(3), summary(1)), summary(2), {}))).toEqual([
      id(3),
      id(2),
      id(1),
    ]);
  });

  it('leaves a submission out that belongs to a page not loaded yet', () => {
    const pages = { pages: [{ submissions: [summary(3), summary(2)], next: id(2) }], pageParams: [null] };
    expect(idsOf(mergeIntoPages(pages, summary(1), {}))).toEqual([id(3), id(2)]);
  });

  it('replaces a known submission in place', () => {
    const merged = mergeIntoPages(pagesOf(summary(2), summary(1)), summary(1, { verdict: 'AC' }), {});
    expect(merged.pages[0]?.submissions[1]?.verdict).toBe('AC');
  });

  it('takes a submission out of a list whose filter it no longer fits', () => {
    const merged = mergeIntoPages(pagesOf(summary(1)), summary(1, { verdict: 'WA' }), { verdict: 'pending' });
    expect(idsOf(merged)).toEqual([]);
  });

  it('stays out of lists it does not fit', () => {
    expect(matchesFilters(summary(1), { problem: 'B' })).toBe(false);
    expect(matchesFilters(summary(1), { jury: 'yes' })).toBe(false);
    expect(matchesFilters(summary(1), { problem: 'A', team: 't1', verdict: 'pending' })).toBe(true);
    expect(matchesFilters(summary(1), { problem: 'B,A', verdict: 'WA,pending' })).toBe(true);
    expect(matchesFilters(summary(1), { suspect: 'yes' })).toBe(false);
    expect(matchesFilters(summary(1), { from: '2026-01-01T10:00:00Z' })).toBe(true);
    expect(matchesFilters(summary(1), { until: '2026-01-01T10:00:00Z' })).toBe(false);
  });

  it('changes every cached list of its contest and no other', () => {
    const client = new QueryClient();
    client.setQueryData(keys.submissionList('c', {}), pagesOf());
    client.setQueryData(keys.submissionList('other', {}), pagesOf());
    applyLiveMessage(client, 'c', { type: 'submission', seq: 1, submission: summary(1) });
    expect(idsOf(client.getQueryData(keys.submissionList('c', {})) ?? pagesOf())).toEqual([id(1)]);
    expect(idsOf(client.getQueryData(keys.submissionList('other', {})) ?? pagesOf())).toEqual([]);
  });

  it('that is not what the contract says changes nothing', () => {
    const client = new QueryClient();
    client.setQueryData(keys.submissionList('c', {}), pagesOf(summary(1)));
    applyLiveMessage(client, 'c', { type: 'submission', seq: 1, submission: { id: 'x' } });
    expect(idsOf(client.getQueryData(keys.submissionList('c', {})) ?? pagesOf())).toEqual([id(1)]);
  });
});

describe('a step of a rejudging', () => {
  it('has its pages fetched again, and the submissions whose judgings it makes or gives up', () => {
    const client = new QueryClient();
    const rejudgings = [...keys.rejudgings('c'), 'list'];
    client.setQueryData(rejudgings, {});
    client.setQueryData(keys.submission('c', id(1)), detail(1, { state: 'done', verdict: 'WA' }));
    client.setQueryData(keys.submissionList('c', {}), pagesOf(summary(1)));
    applyLiveMessage(client, 'c', { type: 'rejudging', seq: 1, rejudgingId: id(5), state: 'cancelled' });
    const isStale = (key: readonly unknown[]): boolean | undefined =>
      client.getQueryState(key)?.isInvalidated;
    expect([isStale(rejudgings), isStale(keys.submission('c', id(1)))]).toEqual([true, true]);
    expect(isStale(keys.submissionList('c', {}))).toBe(false);
  });
});

describe('a progress message', () => {
  const progress = {
    type: 'progress',
    submissionId: id(1),
    state: 'running',
    testsDone: 2,
    testsTotal: 3,
    verdicts: ['AC', 'WA'],
  } as const;

  it('fills the strip of the valid judging', () => {
    const after = progressInDetail(detail(1), { ...progress, verdicts: [...progress.verdicts] });
    expect(after.testsDone).toBe(2);
    expect(after.judgings[0]?.tests.map((test) => test.verdict)).toEqual(['AC', 'WA']);
  });

  it('names each test by its place, also where earlier ones are judged elsewhere or again', () => {
    const pieces = progressInDetail(detail(1), { ...progress, verdicts: ['AC', null, null, 'WA'] });
    expect(pieces.judgings[0]?.tests.map(({ ordinal, verdict }) => [ordinal, verdict])).toEqual([
      [0, 'AC'],
      [3, 'WA'],
    ]);
  });

  it('never takes a finished submission back', () => {
    const done = detail(1, { state: 'done', verdict: 'WA' });
    expect(progressInDetail(done, { ...progress, verdicts: [...progress.verdicts] })).toBe(done);
  });

  it('that is older than what is shown is ignored', () => {
    const later = detail(1, { state: 'running', testsDone: 3 });
    expect(progressInDetail(later, { ...progress, verdicts: [...progress.verdicts] })).toBe(later);
  });
});

describe('a place in the queue', () => {
  const place = { position: 3, expectedWaitMs: 12_000 };
  const queued = {
    type: 'progress' as const,
    submissionId: id(1),
    state: 'queued' as const,
    testsDone: 0,
    testsTotal: 3,
    verdicts: [],
    queue: place,
  };

  it('is shown while the submission waits, and gone when it is judged', () => {
    const waiting = progressInDetail(detail(1), queued);
    expect(waiting.queue).toEqual(place);
    const { queue: _, ...begun } = queued;
    expect(progressInDetail(waiting, { ...begun, state: 'compiling' }).queue).toBeNull();
  });

  it('that comes late takes no submission back into the queue', () => {
    expect(progressInDetail(detail(1, { state: 'running' }), queued)).toMatchObject({
      state: 'running',
      queue: null,
    });
  });
});
