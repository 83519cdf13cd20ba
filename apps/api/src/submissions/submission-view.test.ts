import { submissionAccess, type Clock, type Viewer } from '@sandglass/domain';
import { describe, expect, it } from 'vitest';
import { factsOf, type SubmissionRow } from './submission-row.ts';
import { viewSubmission } from './submission-view.ts';

const row: SubmissionRow = {
  id: '01900000-0000-7000-8000-000000000000',
  number: 7,
  contestId: 'main',
  teamId: 'alpha',
  teamName: 'Team Alpha',
  label: 'A',
  problemName: 'Sum',
  colour: '#000000',
  languageId: 'cpp',
  submittedAt: new Date(0),
  jury: false,
  expected: ['AC'],
  juryPath: null,
  entryPoint: null,
  judgingId: 'j',
  state: 'done',
  verdict: 'WA',
  testsDone: 2,
  testsTotal: 4,
  maxCpuUs: 1,
  maxWallUs: 2,
  maxGapUs: 1,
  maxMemoryBytes: 4,
  judgehost: 'host1',
  whileUnhealthy: true,
  suspect: true,
  changedAt: null,
  changedFrom: null,
};

const clock: Clock = {
  times: { startsAtMs: 0, endsAtMs: 1e9, freezesAtMs: null, thawsAtMs: null },
  nowMs: 1e6,
};

function seenBy(viewer: Viewer, change: Partial<SubmissionRow> = {}): ReturnType<typeof viewSubmission> {
  const changed = { ...row, ...change };
  return viewSubmission(changed, submissionAccess(viewer, clock, factsOf(changed)), clock.times);
}

describe('a submission as it is shown', () => {
  it('has everything for the jury', () => {
    expect(seenBy({ role: 'jury', teamId: null })).toMatchObject({
      verdict: 'WA',
      judgehost: 'host1',
      judgedWhileUnhealthy: true,
      maxWallUs: 2,
      expected: ['AC'],
    });
  });

  it('has verdict, CPU time and memory for its team, and neither host, wall time nor expectations', () => {
    expect(seenBy({ role: 'contestant', teamId: 'alpha' })).toMatchObject({
      verdict: 'WA',
      maxCpuUs: 1,
      maxMemoryBytes: 4,
      maxWallUs: null,
      judgehost: null,
      judgedWhileUnhealthy: false,
      expected: [],
    });
  });

  it('with a judging error is still being judged for its team', () => {
    expect(seenBy({ role: 'contestant', teamId: 'alpha' }, { verdict: 'JE' })).toMatchObject({
      state: 'running',
      verdict: null,
      waitsForJury: true,
      maxCpuUs: null,
    });
    expect(seenBy({ role: 'jury', teamId: null }, { verdict: 'JE' })).toMatchObject({
      state: 'done',
      verdict: 'JE',
    });
  });

  it('has the number of tests done for the jury and for scripts, and for its team at no time', () => {
    expect(seenBy({ role: 'jury', teamId: null }).testsDone).toBe(2);
    expect(seenBy({ role: 'api-reader', teamId: null }).testsDone).toBe(2);
    for (const state of ['queued', 'running', 'done'] as const)
      expect(seenBy({ role: 'contestant', teamId: 'alpha' }, { state }).testsDone).toBeNull();
  });

  it('whose verdict a rejudging changed says so, when, and from which one, as soon as there is a verdict', () => {
    const change = { changedAt: new Date(5000), changedFrom: 'AC' as const };
    const changed = { at: new Date(5000).toISOString(), from: 'AC' };
    expect(seenBy({ role: 'contestant', teamId: 'alpha' }, change)).toMatchObject({ verdict: 'WA', changed });
    expect(seenBy({ role: 'jury', teamId: null }, change)).toMatchObject({ changed });
    expect(seenBy({ role: 'contestant', teamId: 'beta' }, change).changed).toBeNull();
    expect(seenBy({ role: 'contestant', teamId: 'alpha' }, { ...change, verdict: 'JE' }).changed).toBeNull();
    expect(seenBy({ role: 'contestant', teamId: 'alpha' }).changed).toBeNull();
  });

  it('of the jury is called so', () => {
    expect(
      seenBy({ role: 'admin', teamId: null }, { teamId: null, teamName: null, jury: true }).team,
    ).toEqual({ id: 'jury', name: 'Jury' });
  });
});
