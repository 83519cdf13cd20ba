import type { ContestEvent, Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { previewBoard, type VerdictChange } from './rejudging-ranks.ts';
import type { ScoreboardSetup } from './scoreboard-setup.ts';
import { computeScoreboard, ScoreboardModel } from './scoreboard.ts';

const team = (id: string) => ({ id, name: id, affiliation: null, country: null, category: null });
const setup: ScoreboardSetup = {
  contestId: 'demo',
  times: { startsAtMs: 0, endsAtMs: 300 * 60_000, freezesAtMs: null, thawsAtMs: null },
  penaltyMinutes: 20,
  problems: ['A', 'B'].map((label) => ({ id: label, label, name: label, colour: '#000000' })),
  teams: ['ada', 'bob', 'cyd'].map(team),
};

interface Try {
  readonly team: string;
  readonly label: string;
  readonly minute: number;
  readonly verdict: Verdict;
}

/** Submission `s0`, `s1`, … in this order, each judged at once. */
function log(tries: readonly Try[]): ContestEvent[] {
  return tries.flatMap(({ team: teamId, label, minute, verdict }, index) => {
    const ids = { submissionId: `s${index}`, judgingId: `j${index}`, teamId, jury: false };
    return [
      {
        seq: 2 * index + 1,
        at: '',
        data: {
          type: 'submission',
          ...ids,
          problemId: label,
          languageId: 'c',
          submittedAt: new Date(minute * 60_000).toISOString(),
          testsTotal: 1,
        },
      },
      {
        seq: 2 * index + 2,
        at: '',
        data: { type: 'judging', ...ids, state: 'done', verdict, valid: true, judgehost: null },
      },
    ] satisfies ContestEvent[];
  });
}

function boardOf(tries: readonly Try[]): ScoreboardModel {
  const board = new ScoreboardModel(setup, { includeHidden: true, hiddenFromMs: null });
  for (const event of log(tries)) board.apply(event);
  return board;
}

const change = (index: number, verdict: Verdict): VerdictChange => ({
  submissionId: `s${index}`,
  verdict,
});

const tries: Try[] = [
  { team: 'ada', label: 'A', minute: 10, verdict: 'WTL' },
  { team: 'bob', label: 'A', minute: 20, verdict: 'AC' },
  { team: 'cyd', label: 'A', minute: 30, verdict: 'AC' },
];

describe('the scoreboard after a rejudging', () => {
  it('lists whose rank, problems or penalty change, and who would be first to solve', () => {
    expect(previewBoard(boardOf(tries), [change(0, 'AC')])).toEqual({
      ranks: [
        {
          team: { id: 'ada', name: 'ada' },
          before: { rank: 3, solved: 0, penalty: 0 },
          after: { rank: 1, solved: 1, penalty: 10 },
        },
        {
          team: { id: 'bob', name: 'bob' },
          before: { rank: 1, solved: 1, penalty: 20 },
          after: { rank: 2, solved: 1, penalty: 20 },
        },
        {
          team: { id: 'cyd', name: 'cyd' },
          before: { rank: 2, solved: 1, penalty: 30 },
          after: { rank: 3, solved: 1, penalty: 30 },
        },
      ],
      firstToSolve: [{ label: 'A', before: 'bob', after: 'ada' }],
    });
  });

  it('is silent where nothing changes', () => {
    const none = { ranks: [], firstToSolve: [] };
    expect(previewBoard(boardOf(tries), [])).toEqual(none);
    expect(previewBoard(boardOf(tries), [change(1, 'AC')])).toEqual(none);
    // One way of failing for another.
    expect(previewBoard(boardOf(tries), [change(0, 'TLE')])).toEqual(none);
  });

  const anyTry = fc.record({
    team: fc.constantFrom('ada', 'bob', 'cyd'),
    label: fc.constantFrom('A', 'B'),
    minute: fc.nat(290),
    verdict: fc.constantFrom<Verdict>('AC', 'WA', 'CE'),
  });

  it('is the board of the log in which those verdicts had been given from the start', () => {
    fc.assert(
      fc.property(
        fc.array(anyTry, { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(11), fc.constantFrom<Verdict>('AC', 'WA', 'CE')), { maxLength: 6 }),
        (all, wanted) => {
          const changes = wanted
            .filter(([index]) => index < all.length)
            .map(([index, verdict]) => change(index, verdict));
          const last = new Map(changes.map((one) => [one.submissionId, one.verdict]));
          const board = (of: readonly Try[]) =>
            computeScoreboard(setup, { includeHidden: true, hiddenFromMs: null }, log(of), {
              updatedAt: '',
              frozen: false,
              frozenSince: null,
            });
          const now = board(all);
          const then = board(
            all.map((one, index) => ({ ...one, verdict: last.get(`s${index}`) ?? one.verdict })),
          );
          const preview = new Map(
            previewBoard(boardOf(all), changes).ranks.map(({ team: { id }, after }) => [id, after]),
          );
          for (const row of then.rows) {
            const old = now.rows.find((other) => other.team.id === row.team.id);
            const expected = preview.get(row.team.id) ?? old;
            expect(expected).toMatchObject({ rank: row.rank, solved: row.solved, penalty: row.penalty });
          }
        },
      ),
    );
  });
});
