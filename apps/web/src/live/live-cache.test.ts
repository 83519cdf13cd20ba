import type { SubmissionDetail } from '@sandglass/contracts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { keys } from '../api/keys.ts';
import { applyLiveMessage, emptyTest, progressInDetail } from './live-cache.ts';
import { id, idsOf, pagesOf, summary } from './testing/summaries.ts';

function detail(n: number, change: Partial<SubmissionDetail> = {}): SubmissionDetail {
  return {
    ...summary(n),
    entryPoint: null,
    files: [],
    olderJudgings: null,
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
        judgedWhileUnhealthy: false,
        compilerVersion: null,
        compile: null,
        teamMessage: null,
        error: null,
        why: [],
        limits: { cpuUs: 1, wallUs: 1, memoryBytes: 1, outputBytes: 1 },
        tests: [],
      },
    ],
    ...change,
  };
}

describe('a submission message', () => {
  it('changes every cached list of its contest and no other', () => {
    const client = new QueryClient();
    client.setQueryData(keys.submissionList('c', {}), pagesOf());
    client.setQueryData(keys.submissionList('other', {}), pagesOf());
    applyLiveMessage(client, 'c', { type: 'submission', seq: 1, submission: summary(1) });
    expect(idsOf(client.getQueryData(keys.submissionList('c', {})))).toEqual([id(1)]);
    expect(idsOf(client.getQueryData(keys.submissionList('other', {})))).toEqual([]);
  });

  it('that is not what the contract says changes nothing', () => {
    const client = new QueryClient();
    client.setQueryData(keys.submissionList('c', {}), pagesOf(summary(1)));
    applyLiveMessage(client, 'c', { type: 'submission', seq: 1, submission: { id: 'x' } });
    expect(idsOf(client.getQueryData(keys.submissionList('c', {})))).toEqual([id(1)]);
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
    const partial = progressInDetail(detail(1), { ...progress, verdicts: ['AC', null, null, 'WA'] });
    expect(partial.judgings[0]?.tests.map(({ ordinal, verdict }) => [ordinal, verdict])).toEqual([
      [0, 'AC'],
      [3, 'WA'],
    ]);
  });

  it('never takes a finished submission back', () => {
    const done = detail(1, { state: 'done', verdict: 'WA' });
    expect(progressInDetail(done, { ...progress, verdicts: [...progress.verdicts] })).toBe(done);
  });

  it('of a team brings its samples, and never takes the page from running back to compiling', () => {
    const sample = { ...emptyTest(0), isSample: true };
    const [judging] = detail(1).judgings;
    if (judging === undefined) throw new Error('there is no judging');
    const own = detail(1, {
      state: 'running',
      testsDone: null,
      judgings: [{ ...judging, state: 'running', tests: [sample, { ...sample, ordinal: 1 }] }],
    });
    const after = progressInDetail(own, { ...progress, testsDone: null, verdicts: ['AC'] });
    expect(after.judgings[0]?.tests.map(({ verdict }) => verdict)).toEqual(['AC', null]);
    const late = { ...progress, state: 'compiling', testsDone: null, verdicts: [] } as const;
    expect(progressInDetail(after, { ...late, verdicts: [] })).toBe(after);
  });

  it('leaves one that waits for the jury as it is', () => {
    const waiting = detail(1, { state: 'running', testsDone: null, waitsForJury: true });
    expect(progressInDetail(waiting, { ...progress, verdicts: [] })).toBe(waiting);
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
