/**
 * What a resolver is made of, for those who run the contest: it has every result that the freeze hides. In a rehearsal results
 * are made up before anything is counted; awards follow from them by the rules alone, because what the jury changed of an
 * award may show who has really won it.
 */
import type { ResolverData } from '@sandglass/contracts';
import {
  awardsOf,
  boardAfter,
  contestTimeMs,
  resolverCells,
  resolverRows,
  resolverScript,
} from '@sandglass/domain';
import type { Awards, Made } from '../awards/awards.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { sha256 } from '../platform/lib/sha256.ts';

/** Hexadecimal digits of a version. */
const versionDigits = 16;

/** @param rehearsal the number that results are made up from; null: they are true */
export async function resolverData(
  contest: ContestModel,
  awards: Awards,
  rehearsal: number | null,
): Promise<ResolverData> {
  const made = await awards.made(contest);
  const { definition } = contest;
  const { times } = definition;
  const { teams, unjudged } = resolverCells(
    contest.juryBoard(),
    contest.scoreboardSetup(),
    times.freezesAtMs === null ? null : contestTimeMs(times, times.freezesAtMs),
    rehearsal,
  );
  const plain = {
    contest: { id: contest.id, name: definition.name },
    rehearsal,
    final: (times.finalizedAtMs ?? null) !== null,
    unjudged,
    penaltyUnit: definition.rules.penaltyUnit,
    tieBreak: definition.rules.tieBreak,
    problems: definition.problems.map(({ label, name, colour }) => ({ label, name, colour })),
    teams: teams.map((team) => ({ ...team, logo: null, photo: null })),
  };
  const shown = new Set(teams.map(({ id }) => id));
  const given = (rehearsal === null ? made.awards : rehearsedAwards(plain, contest, made))
    .map(({ id, citation, teamIds }) => ({
      id,
      citation,
      teamIds: teamIds.filter((team) => shown.has(team)),
    }))
    .filter(({ teamIds }) => teamIds.length > 0);
  const version = sha256(JSON.stringify([plain, given])).slice(0, versionDigits);
  return { ...plain, awards: given, version, madeAt: new Date(contest.clock().nowMs).toISOString() };
}

function rehearsedAwards(
  plain: Omit<ResolverData, 'awards' | 'version' | 'madeAt'>,
  { definition }: ContestModel,
  { rules, groups, organisations, teams }: Made,
): ResolverData['awards'] {
  const data = { ...plain, awards: [], version: '', madeAt: '' };
  const script = resolverScript(data);
  const rows = resolverRows(data, boardAfter(script, script.steps.length));
  return awardsOf(rows, { rules, groups, organisations, teams, problems: definition.problems }).map(
    ({ id, citation, teamIds }) => ({ id, citation, teamIds: [...teamIds] }),
  );
}
