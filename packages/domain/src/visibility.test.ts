import {
  defaultContestRules,
  roles,
  type ContestEventData,
  type ContestRules,
  type Role,
  type Verdict,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { eventAccess } from './event-visibility.ts';
import {
  seesCompileOutput,
  seesTest,
  seesVerdictChange,
  testsShown,
  verdictOfTeams,
  verdictShown,
} from './submission-parts-shown.ts';
import {
  lateVerdictsFromMs,
  listScope,
  listsSubmission,
  submissionAccess,
  type SubmissionFacts,
} from './submission-visibility.ts';
import {
  scoreboardAccess,
  seesContest,
  seesJudgehosts,
  seesJuryData,
  seesProblems,
  submitsAs,
  type Clock,
  type Viewer,
} from './visibility.ts';

const hour = 3_600_000;
const times = { startsAtMs: 0, endsAtMs: 5 * hour, freezesAtMs: 4 * hour, thawsAtMs: 6 * hour };
const clocks = {
  before: { times, nowMs: -1 },
  running: { times, nowMs: 1 * hour },
  frozen: { times, nowMs: 4.5 * hour },
  ended: { times, nowMs: 5.5 * hour },
  thawed: { times, nowMs: 6 * hour },
} satisfies Record<string, Clock>;
type Moment = keyof typeof clocks;

function ruled(rules: Partial<ContestRules>, moment: Moment = 'running'): Clock {
  return { ...clocks[moment], rules: { ...defaultContestRules, ...rules } };
}

function viewer(role: Role, teamId: string | null = null): Viewer {
  return { role, teamId };
}
const ada = viewer('contestant', 'ada');

const early: SubmissionFacts = { teamId: 'ada', jury: false, submittedAtMs: 0.5 * hour };
const late: SubmissionFacts = { teamId: 'ada', jury: false, submittedAtMs: 4.2 * hour };
const juryOwn: SubmissionFacts = { teamId: null, jury: true, submittedAtMs: 0.5 * hour };

describe('a contest', () => {
  const usual = { public: true, extraMs: 0 };
  const secret = { public: false, extraMs: 0 };

  it.each<[Role, boolean, boolean]>([
    ['public', true, false],
    ['contestant', true, false],
    ['balloon', true, true],
    ['jury', true, true],
    ['admin', true, true],
    ['api-reader', true, true],
    ['judgehost', false, false],
  ])('is seen by %s where it is public: %s, where it is private: %s', (role, asUsual, asSecret) => {
    for (const clock of Object.values(clocks)) {
      expect(seesContest(viewer(role), clock, usual)).toBe(asUsual);
      expect(seesContest(viewer(role), clock, secret)).toBe(asSecret);
    }
  });

  it('is seen by its teams where it is private', () => {
    expect(seesContest(ada, clocks.running, secret)).toBe(true);
  });

  it('is seen by organisers alone before its activation and from its deactivation on', () => {
    const active = { ...times, activatesAtMs: -hour, deactivatesAtMs: 7 * hour };
    const seen = (nowMs: number, who = ada) => seesContest(who, { times: active, nowMs }, usual);
    expect([-hour - 1, -hour, 7 * hour - 1, 7 * hour].map((nowMs) => seen(nowMs))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(seen(-2 * hour, viewer('jury'))).toBe(true);
    expect(seen(8 * hour, viewer('public'))).toBe(false);
  });

  it('is seen as long as somebody may submit', () => {
    const active = { ...times, activatesAtMs: hour, deactivatesAtMs: 5 * hour };
    // Started by hand before its activation.
    expect(seesContest(ada, { times: active, nowMs: 0 }, usual)).toBe(true);
    const late: Clock = { times: active, nowMs: 5.2 * hour };
    expect(seesContest(ada, late, usual)).toBe(false);
    expect(seesContest(ada, late, { ...usual, extraMs: hour })).toBe(true);
    const delayed = { ...active, countdownStoppedAtMs: -1 };
    expect(seesContest(ada, { times: delayed, nowMs: 0.5 * hour }, usual)).toBe(false);
  });
});

describe('problems', () => {
  it.each<[Role, boolean, boolean]>([
    ['public', false, true],
    ['contestant', false, true],
    ['balloon', false, true],
    ['jury', true, true],
    ['admin', true, true],
    ['api-reader', true, true],
    ['judgehost', false, false],
  ])('%s before the start: %s, from the start on: %s', (role, before, running) => {
    expect(seesProblems(viewer(role), clocks.before)).toBe(before);
    expect(seesProblems(viewer(role), { times, nowMs: 0 })).toBe(running);
  });
});

describe('a submission is handed in', () => {
  it.each<[Viewer, 'team' | 'jury' | null]>([
    [ada, 'team'],
    [viewer('contestant'), null],
    [viewer('jury'), 'jury'],
    [viewer('jury', 'ada'), 'team'],
    [viewer('admin'), 'jury'],
    [viewer('balloon', 'ada'), null],
    [viewer('api-reader'), null],
    [viewer('judgehost'), null],
    [viewer('public'), null],
  ])('by %o for %s', (who, expected) => {
    expect(submitsAs(who)).toBe(expected);
  });
});

/** v: verdict · s: source · c: compile output · t/T: samples’/all tests · i: internals · p: progress · n: number of tests done · e: exists */
function letters(who: Viewer, moment: Moment, submission: SubmissionFacts): string {
  const access = submissionAccess(who, clocks[moment], submission);
  return [
    access.exists ? 'e' : '',
    access.progress ? 'p' : '',
    access.testCount ? 'n' : '',
    access.verdict ? 'v' : '',
    access.source ? 's' : '',
    access.compileOutput === 'always' ? 'c' : '',
    access.tests === 'all' ? 'T' : access.tests === 'samples' ? 't' : '',
    access.figures ? 'f' : '',
    access.internals ? 'i' : '',
  ].join('');
}

describe('a submission', () => {
  const other = viewer('contestant', 'bob');
  it.each<[string, Viewer, Moment, SubmissionFacts, string]>([
    ['its team', ada, 'running', early, 'epvsctf'],
    ['its team', ada, 'frozen', late, 'epvsctf'],
    ['its team', ada, 'thawed', late, 'epvsctf'],
    ['another team', other, 'before', early, ''],
    ['another team', other, 'running', early, 'ev'],
    ['another team', other, 'frozen', early, 'ev'],
    ['another team', other, 'frozen', late, 'e'],
    ['another team', other, 'ended', late, 'e'],
    ['another team', other, 'thawed', late, 'ev'],
    ['a contestant without a team', viewer('contestant'), 'running', early, 'ev'],
    ['the public', viewer('public'), 'frozen', late, 'e'],
    ['the public', viewer('public'), 'thawed', late, 'ev'],
    ['a balloon runner', viewer('balloon'), 'running', early, 'ev'],
    ['a balloon runner', viewer('balloon'), 'frozen', late, 'e'],
    ['the jury', viewer('jury'), 'frozen', late, 'epnvscTfi'],
    ['an administrator', viewer('admin'), 'before', early, 'epnvscTfi'],
    ['an api-reader', viewer('api-reader'), 'frozen', late, 'epnvTf'],
    ['a judgehost', viewer('judgehost'), 'running', early, ''],
    ['its team, of the jury’s', ada, 'running', juryOwn, ''],
    ['the public, of the jury’s', viewer('public'), 'thawed', juryOwn, ''],
    ['an api-reader, of the jury’s', viewer('api-reader'), 'running', juryOwn, ''],
    ['the jury, of the jury’s', viewer('jury'), 'running', juryOwn, 'epnvscTfi'],
  ])('for %s (%o) when %s, %o: %s', (_name, who, moment, submission, expected) => {
    expect(letters(who, moment, submission)).toBe(expected);
  });

  it('of nobody’s team is nobody’s own', () => {
    const orphan = { ...early, teamId: null };
    expect(letters(viewer('contestant', null), 'running', orphan)).toBe('ev');
  });

  it('shows its team samples only, all tests, or none, as the contest says', () => {
    const access = (testResults: ContestRules['testResults']) =>
      submissionAccess(ada, ruled({ testResults }), early);
    expect([true, false].map((sample) => seesTest(access('samples'), sample))).toEqual([true, false]);
    expect([true, false].map((sample) => seesTest(access('all'), sample))).toEqual([true, true]);
    expect([true, false].map((sample) => seesTest(access('none'), sample))).toEqual([false, false]);
  });

  it('has for its team the number of the failing test exactly when it shows all tests', () => {
    const shown = (testResults: ContestRules['testResults'], verdicts: (Verdict | null)[]) =>
      testsShown(submissionAccess(ada, ruled({ testResults }), early), {
        testsDone: verdicts.filter((verdict) => verdict !== null).length,
        verdicts,
        samples: [0, 1],
      });
    expect(shown('all', ['AC', 'AC', 'AC', 'TLE'])).toEqual({
      testsDone: 4,
      verdicts: ['AC', 'AC', 'AC', 'TLE'],
    });
    // Neither as a count nor as a length.
    for (const secret of [[], ['AC'], ['AC', 'AC', 'TLE'], [null, 'AC']] satisfies (Verdict | null)[][]) {
      expect(shown('samples', ['AC', 'AC', ...secret])).toEqual({ testsDone: null, verdicts: ['AC', 'AC'] });
      expect(shown('none', ['AC', 'AC', ...secret])).toEqual({ testsDone: null, verdicts: [] });
    }
    expect(shown('count', ['AC', 'AC', 'TLE'])).toEqual({ testsDone: 3, verdicts: [null, null, null] });
    expect(shown('samples', ['AC', null, 'AC'])).toEqual({ testsDone: null, verdicts: ['AC'] });
    expect(shown('samples', ['AC', 'WA'])).toEqual({ testsDone: null, verdicts: ['AC', 'WA'] });
  });

  it('has what its contest says of the compiler, outputs and messages', () => {
    const access = (rules: Partial<ContestRules>) => submissionAccess(ada, ruled(rules), early);
    const compiler = (compileOutput: ContestRules['compileOutput']) =>
      [true, false].map((success) => seesCompileOutput(access({ compileOutput }), success));
    expect([compiler('never'), compiler('on-error'), compiler('always')]).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]);
    expect(access({})).toMatchObject({ sampleOutputs: false, teamMessages: false });
    expect(access({ sampleOutputs: true, teamMessages: true })).toMatchObject({
      sampleOutputs: true,
      teamMessages: true,
    });
    const open = ruled({ sampleOutputs: true, teamMessages: true });
    for (const who of [viewer('public'), viewer('contestant', 'bob'), viewer('api-reader')])
      expect(submissionAccess(who, open, early)).toMatchObject({
        sampleOutputs: false,
        teamMessages: false,
        compileOutput: 'never',
      });
  });

  it('has remapped verdicts for everybody but the jury, which sees both', () => {
    const clock = ruled({ remap: { OLE: 'RTE', RTE: 'WA' } });
    for (const who of [ada, viewer('public'), viewer('balloon'), viewer('api-reader')]) {
      const access = submissionAccess(who, clock, early);
      expect(verdictShown(access, 'OLE')).toBe('RTE');
      expect(verdictOfTeams(access, 'OLE')).toBeNull();
    }
    const jury = submissionAccess(viewer('jury'), clock, early);
    expect([verdictShown(jury, 'OLE'), verdictOfTeams(jury, 'OLE'), verdictOfTeams(jury, 'WA')]).toEqual([
      'OLE',
      'RTE',
      null,
    ]);
  });

  it('that came after the end of its team is too late, and has a verdict for it where the contest says so', () => {
    const after = { ...early, submittedAtMs: 5.2 * hour };
    const access = (lateSubmissions: ContestRules['lateSubmissions'], extraMs = 0, who: Viewer = ada) =>
      submissionAccess(
        who,
        { ...ruled({ lateSubmissions, testResults: 'all' }, 'thawed'), extraTimeMs: () => extraMs },
        after,
      );
    expect(access('too-late')).toMatchObject({
      late: true,
      exists: true,
      source: true,
      verdict: false,
      tests: 'none',
      testCount: false,
      figures: false,
      compileOutput: 'never',
    });
    expect(access('judged')).toMatchObject({ late: true, verdict: true });
    expect(access('too-late', hour)).toMatchObject({ late: false, verdict: true });
    expect(access('too-late', 0, viewer('jury'))).toMatchObject({ late: true, verdict: true });
    expect(access('too-late', 0, viewer('public'))).toMatchObject({ verdict: false });
    const clock = ruled({ lateSubmissions: 'too-late' });
    expect([lateVerdictsFromMs(ada, clock), lateVerdictsFromMs(viewer('jury'), clock)]).toEqual([
      5 * hour,
      null,
    ]);
  });

  it('shows no judging error of a test to its team, and everything to the jury', () => {
    const underWay = { testsDone: 3, verdicts: ['AC', 'JE', 'WA'] as const, samples: [0, 1] };
    expect(testsShown(submissionAccess(ada, clocks.running, early), underWay).verdicts).toEqual(['AC']);
    expect(testsShown(submissionAccess(viewer('jury'), clocks.running, early), underWay)).toEqual({
      testsDone: 3,
      verdicts: ['AC', 'JE', 'WA'],
    });
  });

  it('shows a changed verdict to those who list it, and to nobody else', () => {
    for (const role of roles)
      for (const clock of Object.values(clocks))
        for (const who of [viewer(role), viewer(role, 'ada'), viewer(role, 'bob')])
          expect(seesVerdictChange(submissionAccess(who, clock, early))).toBe(
            listsSubmission(who, clock, early),
          );
  });

  it('of another team is in no contestant’s list, even when its verdict is public', () => {
    expect(listsSubmission(viewer('contestant', 'bob'), clocks.running, early)).toBe(false);
    expect(listsSubmission(ada, clocks.running, early)).toBe(true);
    expect(listsSubmission(viewer('public'), clocks.running, early)).toBe(false);
    expect(listsSubmission(viewer('jury'), clocks.running, early)).toBe(true);
  });

  it('shows source and internals to nobody but its team and those who run the contest', () => {
    for (const role of roles) {
      for (const moment of Object.keys(clocks) as Moment[]) {
        const access = submissionAccess(viewer(role, 'bob'), clocks[moment], early);
        const insider = role === 'jury' || role === 'analyst' || role === 'admin';
        expect(access.source, `${role} ${moment}`).toBe(insider);
        expect(access.internals, `${role} ${moment}`).toBe(insider);
      }
    }
  });
});

describe('the scoreboard', () => {
  it('of those who run the contest is the jury’s unless they ask for the public one', () => {
    expect(scoreboardAccess(viewer('jury'), clocks.frozen)).toEqual({ kind: 'jury', problems: true });
    expect(scoreboardAccess(viewer('admin'), clocks.frozen, 'public')).toEqual({
      kind: 'public',
      problems: true,
    });
    expect(scoreboardAccess(viewer('api-reader'), clocks.frozen)?.kind).toBe('jury');
  });

  it.each<Role>(['public', 'contestant', 'balloon'])(
    'of %s is the public one, regardless of the query',
    (role) => {
      expect(scoreboardAccess(viewer(role), clocks.frozen, 'jury')).toEqual({
        kind: 'public',
        problems: true,
      });
      expect(scoreboardAccess(viewer(role), clocks.before)).toEqual({ kind: 'public', problems: false });
    },
  );

  it('is not for judgehosts', () => {
    expect(scoreboardAccess(viewer('judgehost'), clocks.running)).toBeNull();
  });
});

describe('an event of the log', () => {
  const id = '01890000-0000-7000-8000-000000000001';
  const judged: ContestEventData = {
    type: 'judging',
    submissionId: id,
    judgingId: id,
    teamId: 'ada',
    state: 'done',
    verdict: 'WA',
    valid: true,
    jury: false,
    judgehost: 'a',
  };
  const error: ContestEventData = { ...judged, verdict: 'JE' };
  const invalid: ContestEventData = { ...judged, valid: false };
  const wallLimit: ContestEventData = { type: 'contest', change: 'wall-limit' };
  const wallProposal: ContestEventData = { type: 'contest', change: 'wall-limit-proposal' };

  const rejudging: ContestEventData = { type: 'rejudging', rejudgingId: id, state: 'created' };
  const mark: ContestEventData = { type: 'mark', submissionId: id };

  it.each<[string, Viewer, Moment, ContestEventData, SubmissionFacts | null, string]>([
    ['a verdict to its team in the freeze', ada, 'frozen', judged, late, 'full'],
    ['a verdict to the public in the freeze', viewer('public'), 'frozen', judged, late, 'without-verdict'],
    ['an early verdict to the public in the freeze', viewer('public'), 'frozen', judged, early, 'full'],
    ['a judging error to its team', ada, 'running', error, early, 'without-verdict'],
    ['a judging error to the jury', viewer('jury'), 'running', error, early, 'full'],
    ['a judging that does not count to its team', ada, 'running', invalid, early, 'none'],
    ['a judging that does not count to the jury', viewer('jury'), 'running', invalid, early, 'full'],
    ['the jury’s submission to the public', viewer('public'), 'running', judged, juryOwn, 'none'],
    ['a verdict of an unknown submission', viewer('jury'), 'running', judged, null, 'none'],
    ['a rejudging to the jury', viewer('jury'), 'running', rejudging, null, 'full'],
    ['a rejudging to a script', viewer('api-reader'), 'running', rejudging, null, 'none'],
    ['a rejudging to a team', ada, 'thawed', rejudging, null, 'none'],
    ['an unhealthy host to the jury', viewer('jury'), 'running', mark, early, 'full'],
    ['an unhealthy host to the team it judged', ada, 'running', mark, early, 'none'],
    ['an unhealthy host to a script', viewer('api-reader'), 'running', mark, early, 'none'],
    [
      'a change of the contest to the public',
      viewer('public'),
      'before',
      { type: 'contest', change: 'times' },
      null,
      'full',
    ],
    [
      'a change of the contest to a judgehost',
      viewer('judgehost'),
      'running',
      { type: 'contest', change: 'times' },
      null,
      'none',
    ],
    ['a changed wall limit to a team', ada, 'running', wallLimit, null, 'none'],
    ['a changed wall limit to the public', viewer('public'), 'running', wallLimit, null, 'none'],
    ['a changed wall limit to the jury', viewer('jury'), 'running', wallLimit, null, 'full'],
    ['a proposed wall limit to a team', ada, 'running', wallProposal, null, 'none'],
    ['a proposed wall limit to the administrator', viewer('admin'), 'running', wallProposal, null, 'full'],
  ])('%s', (_name, who, moment, data, submission, expected) => {
    expect(eventAccess(who, clocks[moment], data, submission)).toBe(expected);
  });
});

describe('jury data and judgehosts', () => {
  it('are for those who run the contest', () => {
    expect(roles.filter((role) => seesJuryData(viewer(role)))).toEqual(['jury', 'analyst', 'admin']);
    expect(roles.filter((role) => seesJudgehosts(viewer(role)))).toEqual(['jury', 'analyst', 'admin']);
  });
});

describe('the scope of a viewer’s lists', () => {
  const viewers = [...roles.map((role) => viewer(role)), ada, viewer('contestant', 'bob')];
  const inScope = (who: Viewer, { teamId, jury }: SubmissionFacts): boolean => {
    const scope = listScope(who);
    switch (scope.kind) {
      case 'all':
        return true;
      case 'teams':
        return !jury;
      case 'own':
        return !jury && teamId === scope.teamId;
      case 'none':
        return false;
    }
  };

  it('is, at every moment, exactly what may be listed: no page is cut among what is hidden', () => {
    for (const who of viewers)
      for (const clock of Object.values(clocks))
        for (const facts of [early, late, juryOwn, { ...late, teamId: 'bob' }])
          expect(inScope(who, facts)).toBe(listsSubmission(who, clock, facts));
  });

  it('holds nothing whose verdict is hidden: a filter by verdict shows no more than the list', () => {
    for (const who of viewers)
      for (const clock of Object.values(clocks))
        for (const facts of [early, late, juryOwn, { ...late, teamId: 'bob' }])
          if (inScope(who, facts)) expect(submissionAccess(who, clock, facts).verdict).toBe(true);
  });
});
