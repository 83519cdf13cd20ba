import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedAwards, editOf, type AwardEdit } from './award-edits.ts';
import { awardsOf, defaultAwardRules, type Award, type AwardRow, type AwardSetup } from './awards.ts';
import { ranked } from './scoreboard-order.ts';

interface Taking {
  readonly solved: number;
  readonly hidden: boolean;
  readonly guest: boolean;
  readonly sortOrder: number;
  readonly groups: readonly string[];
  readonly organisation: string;
}

const plain: Taking = {
  solved: 1,
  hidden: false,
  guest: false,
  sortOrder: 0,
  groups: [],
  organisation: 'u',
};

/** A scoreboard of teams t0, t1, … by problems solved alone, as `ranked` makes it; the first who solved one was first. */
function boardOf(takings: readonly Taking[], withHidden = false): AwardRow[] {
  const standings = takings
    .map((one, index) => ({
      taking: one,
      team: { id: `t${index}`, name: `t${index}`, sortOrder: one.sortOrder, ranked: !one.guest },
      solved: one.solved,
      penalty: 0,
      tie: null,
    }))
    .filter(({ taking }) => withHidden || !taking.hidden)
    .toSorted((a, b) => a.team.sortOrder - b.team.sortOrder || b.solved - a.solved);
  const first = standings.find(({ taking, solved }) => !taking.hidden && !taking.guest && solved > 0);
  return ranked(standings).map(({ standing, rank }) => ({
    rank,
    solved: standing.solved,
    team: { id: standing.team.id },
    cells: [{ label: 'A', firstToSolve: standing === first }],
  }));
}

function setupOf(takings: readonly Taking[], rules: Partial<AwardSetup['rules']> = {}): AwardSetup {
  return {
    rules: { ...defaultAwardRules, ...rules },
    teams: takings.map((one, index) => ({
      id: `t${index}`,
      hidden: one.hidden,
      ranked: !one.guest,
      sortOrder: one.sortOrder,
      groupIds: one.groups,
      organisationId: one.organisation,
    })),
    problems: [{ id: 'apples', label: 'A' }],
    groups: [
      { id: 'north', name: 'North', type: 'site' },
      { id: 'south', name: 'South', type: null },
    ],
    organisations: [
      { id: 'u', name: 'University U' },
      { id: 'v', name: 'University V' },
    ],
  };
}

const awards = (takings: readonly Taking[], rules: Partial<AwardSetup['rules']> = {}): Award[] =>
  awardsOf(boardOf(takings), setupOf(takings, rules));
const holders = (all: readonly Award[], id: string): readonly string[] | undefined =>
  all.find((award) => award.id === id)?.teamIds;

describe('awards', () => {
  it('are winner, medals by rank, first to solve, winners of groups and organisations', () => {
    const all = awards(
      [
        { ...plain, solved: 9, groups: ['south'] },
        { ...plain, solved: 8, groups: ['north'] },
        { ...plain, solved: 7, groups: ['north'], organisation: 'v' },
        { ...plain, solved: 6 },
      ],
      { gold: 1, silver: 1, bronze: 1, ranks: 2 },
    );
    expect(all).toEqual([
      { id: 'winner', citation: 'Contest winner', teamIds: ['t0'] },
      { id: 'gold-medal', citation: 'Gold medal winner', teamIds: ['t0'] },
      { id: 'silver-medal', citation: 'Silver medal winner', teamIds: ['t1'] },
      { id: 'bronze-medal', citation: 'Bronze medal winner', teamIds: ['t2'] },
      { id: 'rank-1', citation: '1st place', teamIds: ['t0'] },
      { id: 'rank-2', citation: '2nd place', teamIds: ['t1'] },
      { id: 'group-winner-north', citation: 'Winner of site North', teamIds: ['t1'] },
      { id: 'group-winner-south', citation: 'Winner of group South', teamIds: ['t0'] },
      { id: 'organization-winner-u', citation: 'Best team of University U', teamIds: ['t0'] },
      { id: 'first-to-solve-apples', citation: 'First to solve problem A', teamIds: ['t0'] },
    ]);
  });

  it('are shared by teams of one rank, and leave empty what they take', () => {
    const tied = [5, 4, 4, 3].map((solved) => ({ ...plain, solved }));
    const all = awards(tied, { gold: 2, silver: 1, bronze: 1 });
    expect(holders(all, 'gold-medal')).toEqual(['t0', 't1', 't2']);
    expect(holders(all, 'silver-medal')).toEqual([]);
    expect(holders(all, 'bronze-medal')).toEqual(['t3']);
  });

  it('are for the first of several rankings, but those of groups, organisations and problems', () => {
    const all = awards([
      { ...plain, sortOrder: 1, groups: ['north'], solved: 9 },
      { ...plain, solved: 1, groups: ['south'] },
    ]);
    expect(holders(all, 'winner')).toEqual(['t1']);
    expect(holders(all, 'group-winner-north')).toEqual(['t0']);
  });

  it('go to nobody where nobody has solved a problem', () => {
    expect(awards([{ ...plain, solved: 0 }]).every(({ teamIds }) => teamIds.length === 0)).toBe(true);
    expect(awardsOf([], setupOf([])).every(({ teamIds }) => teamIds.length === 0)).toBe(true);
  });
});

const taking = fc.record({
  solved: fc.nat(4),
  hidden: fc.boolean(),
  guest: fc.boolean(),
  sortOrder: fc.nat(1),
  groups: fc.subarray(['north', 'south']),
  organisation: fc.constantFrom('u', 'v'),
});
const anyTakings = fc.array(taking, { maxLength: 14 });
const anyRules = fc.record({
  gold: fc.nat(3),
  silver: fc.nat(3),
  bronze: fc.nat(3),
  extraBronze: fc.nat(2),
  ranks: fc.nat(4),
});
const medalIds = ['gold-medal', 'silver-medal', 'bronze-medal'];

describe('by any results', () => {
  it('no hidden team, no guest and no team without a solved problem has an award', () => {
    fc.assert(
      fc.property(anyTakings, anyRules, (takings, rules) => {
        const named = new Set(awards(takings, rules).flatMap(({ teamIds }) => teamIds));
        for (const [index, { hidden, guest, solved }] of takings.entries())
          if (hidden || guest || solved === 0) expect(named.has(`t${index}`)).toBe(false);
      }),
    );
  });

  it('hidden teams on the scoreboard of the jury change no award', () => {
    fc.assert(
      fc.property(anyTakings, anyRules, (takings, rules) => {
        const setup = setupOf(takings, rules);
        const without = (rows: AwardRow[]): Award[] =>
          awardsOf(rows, setup).filter(({ id }) => !id.startsWith('first'));
        expect(without(boardOf(takings, true))).toEqual(without(boardOf(takings)));
      }),
    );
  });

  it('a team has at most one medal, equal teams have the same, and a better team never a worse one', () => {
    fc.assert(
      fc.property(anyTakings, anyRules, (takings, rules) => {
        const all = awards(takings, rules);
        const medalOf = new Map<string, number>();
        for (const [level, id] of medalIds.entries())
          for (const team of holders(all, id) ?? []) {
            expect(medalOf.has(team)).toBe(false);
            medalOf.set(team, level);
          }
        const main = boardOf(takings).filter(
          ({ team, rank, solved }) => rank !== null && solved > 0 && isMain(takings, team.id),
        );
        for (const [index, row] of main.entries())
          for (const other of main.slice(index + 1)) {
            const [own = 3, others = 3] = [medalOf.get(row.team.id), medalOf.get(other.team.id)];
            if (row.rank === other.rank) expect(own).toBe(others);
            else expect(own).toBeLessThanOrEqual(others);
          }
      }),
    );
  });

  it('no medal is kept back: there are as many holders as medals, or as teams that may have one', () => {
    fc.assert(
      fc.property(anyTakings, anyRules, (takings, rules) => {
        const all = awards(takings, rules);
        const medals = rules.gold + rules.silver + rules.bronze + rules.extraBronze;
        const have = medalIds.flatMap((id) => holders(all, id) ?? []).length;
        const may = takings.filter(
          (one, index) => !one.hidden && !one.guest && one.solved > 0 && isMain(takings, `t${index}`),
        ).length;
        expect(have).toBeGreaterThanOrEqual(Math.min(medals, may));
      }),
    );
  });

  it('B adds bronze medals and changes nothing else', () => {
    fc.assert(
      fc.property(anyTakings, anyRules, fc.nat(4), (takings, rules, more) => {
        const before = awards(takings, rules);
        const after = awards(takings, { ...rules, extraBronze: rules.extraBronze + more });
        const others = (all: Award[]): Award[] => all.filter(({ id }) => id !== 'bronze-medal');
        expect(others(after)).toEqual(others(before));
        const bronze = holders(after, 'bronze-medal') ?? [];
        for (const team of holders(before, 'bronze-medal') ?? []) expect(bronze).toContain(team);
      }),
    );
  });
});

function isMain(takings: readonly Taking[], id: string): boolean {
  const eligible = takings.filter(({ hidden, guest }) => !hidden && !guest);
  const first = Math.min(...eligible.map(({ sortOrder }) => sortOrder));
  return takings[Number(id.slice(1))]?.sortOrder === first;
}

describe('an edit of the jury', () => {
  const computed: Award[] = [
    { id: 'winner', citation: 'Contest winner', teamIds: ['t0'] },
    { id: 'gold-medal', citation: 'Gold medal winner', teamIds: ['t0', 't1'] },
  ];

  it('makes the award what is wanted, and is none where that is what is computed', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(ids, ids, fc.constantFrom('x', 'y'), (wanted, now, citation) => {
        const award = { id: 'winner', citation: 'x', teamIds: now };
        const edit = editOf({ id: 'winner', citation, teamIds: wanted }, award);
        const [made] = editedAwards([award], edit === null ? [] : [edit]);
        expect([made?.citation, made?.teamIds.toSorted()]).toEqual([citation, wanted.toSorted()]);
        expect(made?.edited).toBe(edit !== null);
      }),
    );
  });

  it('stays when results change, and follows them', () => {
    const edit: AwardEdit = { awardId: 'gold-medal', citation: null, added: ['t5'], removed: ['t1'] };
    const later = [{ id: 'gold-medal', citation: 'Gold medal winner', teamIds: ['t2', 't1', 't5'] }];
    expect(editedAwards(computed, [edit])[1]).toMatchObject({ teamIds: ['t0', 't5'], edited: true });
    expect(editedAwards(later, [edit])[0]).toMatchObject({
      teamIds: ['t2', 't5'],
      computed: { teamIds: ['t2', 't1', 't5'] },
    });
  });

  it('may be an award of its own, and of one that is computed no longer it is nothing', () => {
    const own: AwardEdit = { awardId: 'best-costume', citation: 'Best costume', added: ['t3'], removed: [] };
    const gone: AwardEdit = { awardId: 'group-winner-x', citation: null, added: ['t1'], removed: [] };
    const all = editedAwards(computed, [gone, own]);
    expect(all.map(({ id, edited }) => [id, edited])).toEqual([
      ['winner', false],
      ['gold-medal', false],
      ['best-costume', true],
    ]);
    expect(all[2]).toMatchObject({ computed: null, teamIds: ['t3'] });
  });
});
