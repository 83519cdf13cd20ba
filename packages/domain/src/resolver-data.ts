/**
 * What a resolver needs of a contest: each cell of the scoreboard as the freeze left it, and as it became. For a rehearsal
 * the results that the freeze hides are replaced by made-up ones before anything is counted, so that nothing made of them
 * depends on a hidden result.
 */
import {
  defaultContestRules,
  type ContestRules,
  type ResolverCell,
  type ResolverTeam,
  type Verdict,
} from '@sandglass/contracts';
import { cellOf, compareAttempts, isPending, type Attempt, type CellRule } from './scoreboard-cell.ts';
import type { ScoreboardSetup, ScoreboardTeam } from './scoreboard-setup.ts';
import type { ScoreboardModel } from './scoreboard.ts';
import { defaultPenaltyPolicy } from './verdict.ts';

export interface ResolverTries {
  readonly team: ScoreboardTeam;
  /** By problem, in the order in which they count. */
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
}

export interface ResolverCells {
  readonly teams: readonly Omit<ResolverTeam, 'logo' | 'photo'>[];
  /** Tries that have no result, and so stay pending. */
  readonly unjudged: number;
}

/**
 * Teams in the order of the setup, without hidden ones.
 * @param hiddenFromMs contest time of the freeze; null: nothing is hidden
 * @param rehearsal results after the freeze are made up from this number; null: they are true
 */
export function resolverCells(
  board: Pick<ScoreboardModel, 'tries'>,
  setup: ScoreboardSetup,
  hiddenFromMs: number | null,
  rehearsal: number | null,
): ResolverCells {
  const shown = board.tries().filter(({ team }) => team.hidden !== true);
  const from = rehearsal === null ? hiddenFromMs : (rehearsedFromMs(shown, hiddenFromMs) ?? hiddenFromMs);
  const teams = rehearsal === null ? shown : shown.map((one) => withMadeUpResults(one, from, rehearsal));
  const places = new Map(
    teams
      .flatMap(({ attempts }) => [...attempts.values()].flat())
      .toSorted(compareAttempts)
      .map(({ submissionId }, place) => [submissionId, place]),
  );
  const { penaltyUnit, tieBreak, remap } = setup.rules ?? defaultContestRules;
  const rule = (hidden: number | null): CellRule => ({
    penaltyMinutes: setup.penaltyMinutes,
    unit: penaltyUnit,
    remap,
    policy: setup.penaltyPolicy ?? defaultPenaltyPolicy,
    hiddenFromMs: hidden,
  });
  const [frozenRule, finalRule] = [rule(from), rule(null)];
  const ids = setup.problems.map(({ id }) => id);
  return {
    teams: teams.map(({ team, attempts }) => ({
      id: team.id,
      name: team.name,
      affiliation: team.affiliation,
      country: team.country,
      category: team.category,
      ranked: team.ranked !== false,
      sortOrder: team.sortOrder ?? 0,
      cells: ids.map((id) => {
        const tries = attempts.get(id) ?? [];
        const frozen = resolverCell(tries, frozenRule, tieBreak, places);
        const final = resolverCell(tries, finalRule, tieBreak, places);
        return { frozen, final: frozen.pending === final.pending ? null : final };
      }),
    })),
    unjudged: teams.reduce(
      (sum, { attempts }) =>
        sum + [...attempts.values()].flat().filter((attempt) => isPending(attempt, null)).length,
      0,
    ),
  };
}

function resolverCell(
  tries: readonly Attempt[],
  rule: CellRule,
  tieBreak: ContestRules['tieBreak'],
  places: ReadonlyMap<string, number>,
): ResolverCell {
  const cell = cellOf(tries, rule);
  const open = tries.find((attempt) => isPending(attempt, rule.hiddenFromMs));
  const placeOf = (attempt: Attempt | null | undefined): number | null =>
    attempt == null ? null : (places.get(attempt.submissionId) ?? null);
  return {
    tries: cell.tries,
    pending: cell.pending,
    solvedMinute: cell.solvedMinute,
    tie: { 'last-solve': cell.solvedTime, 'run-time': cell.runTimeMs, none: null }[tieBreak],
    penalty: cell.penalty,
    solvedOrder: placeOf(cell.solvedBy),
    openOrder: placeOf(open),
  };
}

/** Where nothing has come since the freeze, as on the day of practice, the last fourth of all tries is rehearsed. */
function rehearsedFromMs(teams: readonly ResolverTries[], hiddenFromMs: number | null): number | null {
  const times = teams
    .flatMap(({ attempts }) => [...attempts.values()].flat())
    .map(({ contestTimeMs }) => contestTimeMs)
    .toSorted((a, b) => a - b);
  if (hiddenFromMs !== null && times.some((time) => time >= hiddenFromMs)) return hiddenFromMs;
  return times[Math.floor((times.length * 3) / 4)] ?? null;
}

function withMadeUpResults(
  { team, attempts }: ResolverTries,
  fromMs: number | null,
  seed: number,
): ResolverTries {
  if (fromMs === null) return { team, attempts };
  return {
    team,
    attempts: new Map(
      [...attempts].map(([problem, tries]) => [
        problem,
        tries.map((attempt) =>
          attempt.contestTimeMs < fromMs
            ? attempt
            : {
                ...attempt,
                verdict: madeUpVerdict(attempt.submissionId, seed),
                // The true one is a result as well.
                maxCpuUs: (hashOf(`${seed} ${attempt.submissionId}`) % 1000) * 1000,
              },
        ),
      ]),
    ),
  };
}

/** In ten tries four are accepted: in the last hour of a contest it is less, and a rehearsal is to show rows that rise. */
function madeUpVerdict(submissionId: string, seed: number): Verdict {
  return hashOf(`${seed} ${submissionId}`) % 10 < 4 ? 'AC' : 'WA';
}

/** FNV-1a, with its bits mixed at the end: the last digits of ids differ by little. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
