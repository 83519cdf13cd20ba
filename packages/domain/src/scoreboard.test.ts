import { scoreboardSchema, type ContestEvent, type Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeScoreboard, ScoreboardModel } from './scoreboard.ts';
import type { ScoreboardSetup, ScoreboardView } from './scoreboard-setup.ts';

const team = (id: string, more: { hidden?: boolean; ranked?: boolean; sortOrder?: number } = {}) => ({
  id,
  name: `Team ${id}`,
  affiliation: null,
  country: null,
  category: null,
  ...more,
});

const setup: ScoreboardSetup = {
  contestId: 'demo',
  times: { startsAtMs: 0, endsAtMs: 300 * 60_000, freezesAtMs: null, thawsAtMs: null },
  penaltyMinutes: 20,
  problems: ['A', 'B', 'C'].map((label) => ({
    id: label,
    label,
    name: `Problem ${label}`,
    colour: '#000000',
  })),
  teams: [team('ada'), team('bob'), team('cyd'), team('dan')],
};
const jury: ScoreboardView = { includeHidden: true, hiddenFromMs: null };
const frozenAt240: ScoreboardView = { includeHidden: false, hiddenFromMs: 240 * 60_000 };
const at = { updatedAt: '2026-11-21T12:00:00.000Z', frozen: false, frozenSince: null };

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A log from short lines: "ada A 10 WA"; minutes; "?" for no verdict yet. */
function log(...lines: string[]): ContestEvent[] {
  let seq = 0;
  return lines.flatMap((line, index) => {
    const [teamId = '', label = '', minute = '', verdict = '?'] = line.split(' ');
    const submissionId = uuid(index + 1);
    const submission: ContestEvent = {
      seq: (seq += 1),
      at: at.updatedAt,
      data: {
        type: 'submission',
        submissionId,
        judgingId: submissionId,
        teamId,
        problemId: label,
        languageId: 'cpp',
        submittedAt: new Date(Number(minute) * 60_000).toISOString(),
        jury: false,
        testsTotal: 3,
      },
    };
    return verdict === '?'
      ? [submission]
      : [submission, judging((seq += 1), submissionId, teamId, verdict as Verdict)];
  });
}

function judging(
  seq: number,
  submissionId: string,
  teamId: string,
  verdict: Verdict | null,
  more: { valid?: boolean; judgingId?: string } = {},
): ContestEvent {
  return {
    seq,
    at: at.updatedAt,
    data: {
      type: 'judging',
      submissionId,
      judgingId: more.judgingId ?? submissionId,
      teamId,
      state: verdict === null ? 'queued' : 'done',
      verdict,
      valid: more.valid ?? true,
      jury: false,
      judgehost: null,
    },
  };
}

const board = (events: ContestEvent[], view = jury, rules = setup) =>
  computeScoreboard(rules, view, events, at);
const row = (events: ContestEvent[], id: string, view = jury, rules = setup) => {
  const found = board(events, view, rules).rows.find((candidate) => candidate.team.id === id);
  if (found === undefined) throw new Error(`no row of ${id}`);
  return found;
};
const standing = (events: ContestEvent[], view = jury, rules = setup) =>
  board(events, view, rules).rows.map(
    (line) => `${line.rank} ${line.team.id} ${line.solved} ${line.penalty}`,
  );

describe('the scoreboard', () => {
  it('is what the contract says', () => {
    const result = board(log('ada A 10 AC', 'bob B 20 ?'));
    expect(scoreboardSchema.parse(result)).toEqual(result);
  });

  it('counts minutes of the accepted try and 20 for each rejected one before it', () => {
    const ada = row(log('ada A 10 WA', 'ada A 12 TLE', 'ada A 30 AC', 'ada B 40 WA'), 'ada');
    expect(ada).toMatchObject({ solved: 1, penalty: 70, lastSolvedMinute: 30 });
    expect(ada.cells[0]).toMatchObject({ tries: 3, solved: true, solvedMinute: 30, pending: 0 });
    expect(ada.cells[1]).toMatchObject({ tries: 1, solved: false, solvedMinute: null });
  });

  it('counts whole minutes only', () => {
    expect(row(log('ada A 10.99 AC'), 'ada').penalty).toBe(10);
  });

  it('charges no compile error, unless the contest says so', () => {
    const events = log('ada A 10 CE', 'ada A 30 AC');
    expect(row(events, 'ada')).toMatchObject({ penalty: 30 });
    expect(row(events, 'ada').cells[0]?.tries).toBe(1);
    expect(row(events, 'ada', jury, { ...setup, penaltyPolicy: { compileErrors: true } }).penalty).toBe(50);
  });

  it('ignores tries after the accepted one', () => {
    expect(row(log('ada A 10 AC', 'ada A 20 WA', 'ada A 30 ?'), 'ada').cells[0]).toMatchObject({
      tries: 1,
      pending: 0,
    });
  });

  it('orders by contest time, not by when the verdict came', () => {
    const events = log('ada A 10 ?', 'ada A 20 AC');
    expect(row(events, 'ada').cells[0]).toMatchObject({ solved: true, tries: 1, pending: 1 });
    const judged = [...events, judging(9, uuid(1), 'ada', 'WA')];
    expect(row(judged, 'ada')).toMatchObject({ penalty: 40 });
  });

  it('shows a judging error as pending', () => {
    expect(row(log('ada A 10 JE'), 'ada').cells[0]).toMatchObject({ pending: 1, tries: 0, solved: false });
  });

  it('ranks by problems, penalty and last accepted try, and equal teams share a rank', () => {
    expect(standing(log('ada A 30 AC', 'bob A 30 AC', 'cyd A 10 AC', 'cyd B 90 WA'))).toEqual([
      '1 cyd 1 10',
      '2 ada 1 30',
      '2 bob 1 30',
      '4 dan 0 0',
    ]);
    // The same penalty, but bob’s last accepted try was earlier.
    expect(standing(log('ada A 10 AC', 'ada B 50 AC', 'bob A 25 AC', 'bob B 35 AC'))).toEqual([
      '1 bob 2 60',
      '2 ada 2 60',
      '3 cyd 0 0',
      '3 dan 0 0',
    ]);
  });

  it('names the first to solve, once no earlier try is open', () => {
    const events = log('bob A 5 ?', 'ada A 10 AC', 'cyd A 11 AC');
    const first = (list: ContestEvent[]) =>
      board(list)
        .rows.filter((line) => line.cells[0]?.firstToSolve)
        .map((line) => line.team.id);
    expect(first(events)).toEqual([]);
    expect(first([...events, judging(9, uuid(1), 'bob', 'WA')])).toEqual(['ada']);
    expect(first([...events, judging(9, uuid(1), 'bob', 'AC')])).toEqual(['bob']);
  });

  it('of the public shows tries after the freeze as pending', () => {
    const events = log('ada A 239 WA', 'ada A 240 AC', 'bob B 241 WA');
    expect(row(events, 'ada', frozenAt240).cells[0]).toMatchObject({ solved: false, tries: 1, pending: 1 });
    expect(row(events, 'bob', frozenAt240).cells[1]).toMatchObject({ tries: 0, pending: 1 });
    expect(row(events, 'ada').cells[0]).toMatchObject({ solved: true, tries: 2 });
  });

  it('of the jury marks the cells of which the public does not see a result', () => {
    const freeze: ScoreboardView = { ...jury, publicHiddenFromMs: 240 * 60_000 };
    const marks = (...lines: string[]) =>
      row(log(...lines), 'ada', freeze).cells.map((cell) => cell.hidden === true);
    expect(marks('ada A 239 AC', 'ada B 240 AC', 'ada C 241 WA')).toEqual([false, true, true]);
    // A compile error counts nothing for the jury, and is a pending try for the public.
    expect(marks('ada A 250 CE')).toEqual([true, false, false]);
    // Pending for both; solved before the freeze, and so closed for both.
    expect(marks('ada A 250 ?', 'ada B 250 JE', 'ada C 200 AC', 'ada C 250 WA')).toEqual([
      false,
      false,
      false,
    ]);
    expect(row(log('ada A 250 AC'), 'ada').cells[0]).not.toHaveProperty('hidden');
    expect(row(log('ada A 250 AC'), 'ada', frozenAt240).cells[0]).not.toHaveProperty('hidden');
  });

  it('of the public leaves hidden teams out, and they are never first to solve', () => {
    const hidden = { ...setup, teams: [...setup.teams, team('eve', { hidden: true })] };
    const events = log('eve A 1 AC', 'ada A 10 AC');
    expect(standing(events, frozenAt240, hidden)).toHaveLength(4);
    expect(row(events, 'ada', jury, hidden).cells[0]?.firstToSolve).toBe(true);
    expect(row(events, 'eve', jury, hidden).cells[0]).toMatchObject({ solved: true, firstToSolve: false });
  });

  it('gives guests a row and no rank, which takes nobody’s, and they are never first to solve', () => {
    const guests = { ...setup, teams: [team('ada', { ranked: false }), team('bob'), team('cyd')] };
    const events = log('bob A 20 AC', 'ada A 10 AC', 'cyd A 30 AC');
    expect(standing(events, frozenAt240, guests)).toEqual(['null ada 1 10', '1 bob 1 20', '2 cyd 1 30']);
    expect(row(events, 'bob', jury, guests).cells[0]?.firstToSolve).toBe(true);
    expect(row(events, 'ada', jury, guests).cells[0]).toMatchObject({ solved: true, firstToSolve: false });
  });

  it('ranks each sort order by itself, below the ones before', () => {
    const guests = { ...setup, teams: [team('ada'), team('bob'), team('zoe', { sortOrder: 1 })] };
    expect(standing(log('zoe A 1 AC', 'bob A 9 AC'), jury, guests)).toEqual([
      '1 bob 1 9',
      '2 ada 0 0',
      '1 zoe 1 1',
    ]);
  });

  it('counts nothing before the start, after the end, of the jury, or of unknown teams and problems', () => {
    const events = log('ada A -1 AC', 'ada A 300 AC', 'ghost A 5 AC', 'ada Z 5 AC', 'ada B 7 AC');
    const own = events.at(-2);
    if (own?.data.type === 'submission') own.data.jury = true;
    expect(standing(events)[0]).toBe('1 ada 0 0');
  });

  it('follows a rejudging: a verdict taken back, a new one given', () => {
    const events = log('ada A 10 AC');
    const again = { judgingId: uuid(77) };
    const running = [...events, judging(10, uuid(1), 'ada', 'WA', { ...again, valid: false })];
    expect(row(running, 'ada').solved).toBe(1);
    const applied = [...running, judging(11, uuid(1), 'ada', 'WA', again)];
    expect(row(applied, 'ada')).toMatchObject({ solved: 0 });
    const cancelled = [...events, judging(10, uuid(1), 'ada', 'AC', { valid: false })];
    expect(row(cancelled, 'ada').cells[0]).toMatchObject({ solved: false, pending: 1 });
  });

  it('says whether an event may have changed it, and ignores events it has seen', () => {
    const [submitted, judged] = log('ada A 250 AC');
    if (submitted === undefined || judged === undefined) throw new Error('two events wanted');
    const open = new ScoreboardModel(setup, frozenAt240);
    expect(open.apply(submitted)).toBe(true);
    expect(open.apply(judged)).toBe(false); // hidden by the freeze
    expect(open.apply(judged)).toBe(false);
    expect(open.seq).toBe(2);
    const insider = new ScoreboardModel(setup, jury);
    expect([submitted, judged].map((event) => insider.apply(event))).toEqual([true, true]);
  });
});

const verdicts: (Verdict | null)[] = ['AC', 'AC', 'WA', 'TLE', 'CE', 'JE', null];

/** Any history: submissions with later judgings, some of them repeated or taken back. */
const anyLog = fc
  .array(
    fc.record({
      team: fc.constantFrom('ada', 'bob', 'cyd', 'eve', 'ghost'),
      label: fc.constantFrom('A', 'B', 'C', 'Z'),
      timeMs: fc.integer({ min: -60_000, max: 301 * 60_000 }),
      judgings: fc.array(
        fc.record({
          verdict: fc.constantFrom(...verdicts),
          valid: fc.boolean(),
          fresh: fc.boolean(),
          delay: fc.nat(20),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 25 },
  )
  .map((tries) => {
    const timed: { when: number; event: Omit<ContestEvent, 'seq'> }[] = [];
    for (const [index, attempt] of tries.entries()) {
      const submissionId = uuid(index + 1);
      const base = log(`${attempt.team} ${attempt.label} 0`)[0];
      if (base?.data.type !== 'submission') continue;
      const data = {
        ...base.data,
        submissionId,
        judgingId: submissionId,
        submittedAt: new Date(attempt.timeMs).toISOString(),
      };
      timed.push({ when: index, event: { at: base.at, data } });
      for (const [turn, result] of attempt.judgings.entries()) {
        const judgingId = result.fresh ? uuid(1000 + index * 10 + turn) : submissionId;
        const event = judging(0, submissionId, attempt.team, result.verdict, {
          valid: result.valid,
          judgingId,
        });
        timed.push({ when: index + result.delay + 0.5, event });
      }
    }
    return timed
      .sort((a, b) => a.when - b.when)
      .map(({ event }, index): ContestEvent => ({ ...event, seq: index + 1 }));
  });

const withHidden = { ...setup, teams: [...setup.teams, team('eve', { hidden: true })] };

describe('for any history', () => {
  it.each([
    ['jury', jury],
    ['frozen', frozenAt240],
  ])('event by event and from scratch are the same (%s)', (_name, view) => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const model = new ScoreboardModel(withHidden, view);
        for (const [index, event] of events.entries()) {
          model.apply(event);
          expect(model.snapshot(at)).toEqual(
            computeScoreboard(withHidden, view, events.slice(0, index + 1), at),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('"nothing changed" is true: the board looks the same', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const model = new ScoreboardModel(withHidden, frozenAt240);
        for (const event of events) {
          const before = model.snapshot(at);
          if (!model.apply(event)) expect({ ...model.snapshot(at), seq: 0 }).toEqual({ ...before, seq: 0 });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the frozen scoreboard shows nothing that happened after the freeze', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const late = new Set(
          events.flatMap(({ data }) =>
            data.type === 'submission' && Date.parse(data.submittedAt) >= 240 * 60_000
              ? [data.submissionId]
              : [],
          ),
        );
        const unjudged = events.filter(({ data }) => data.type !== 'judging' || !late.has(data.submissionId));
        const seen = computeScoreboard(withHidden, frozenAt240, events, at);
        const blind = computeScoreboard(withHidden, frozenAt240, unjudged, at);
        expect({ ...seen, seq: 0 }).toEqual({ ...blind, seq: 0 });
      }),
    );
  });

  it('ranks never step back, and a better row is never below', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const rows = board(events).rows;
        for (const [index, line] of rows.entries()) {
          const above = rows[index - 1];
          if (above === undefined) continue;
          expect(line.rank ?? 0).toBeGreaterThanOrEqual(above.rank ?? 0);
          expect(line.solved).toBeLessThanOrEqual(above.solved);
          if (line.solved === above.solved) expect(line.penalty).toBeGreaterThanOrEqual(above.penalty);
        }
      }),
    );
  });

  it('penalty is the sum over solved problems', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        for (const line of board(events).rows) {
          const sum = line.cells
            .filter((cell) => cell.solved)
            .reduce((total, cell) => total + (cell.solvedMinute ?? 0) + 20 * (cell.tries - 1), 0);
          expect(line.penalty).toBe(sum);
        }
      }),
    );
  });
});
