/** The definition of a contest as it is: what would make it. */
import { contestRulesOf, type ContestRules, type ReadContestDefinition } from '@sandglass/contracts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import { teamRowOf, teamsIncluded, type ContestDefinitionRow } from './contest-repository.ts';
import { timesOfStored } from './stored-times.ts';
import { timesText } from './times-text.ts';

/** What a definition is made of. */
interface Defined extends Pick<
  ContestDefinitionRow,
  | 'id'
  | 'name'
  | 'shortName'
  | 'times'
  | 'penaltyMinutes'
  | 'chargeCompileErrors'
  | 'isPublic'
  | 'rules'
  | 'image'
  | 'teams'
> {
  readonly problems: readonly Pick<
    ContestDefinitionRow['problems'][number],
    'label' | 'id' | 'colour' | 'decidedLimits'
  >[];
}

function definitionOf(contest: Defined): ReadContestDefinition {
  const { id, name, shortName, penaltyMinutes, chargeCompileErrors, image } = contest;
  const { startsAt, endsAt, freezesAt, thawsAt, activatesAt, deactivatesAt } = timesText(contest.times);
  return {
    id,
    name,
    shortName,
    startsAt,
    endsAt,
    freezesAt,
    thawsAt,
    activatesAt,
    deactivatesAt,
    public: contest.isPublic,
    penaltyMinutes,
    chargeCompileErrors,
    rules: ofItsProblems(contest),
    image,
    problems: contest.problems.map(({ label, id: problem, colour, decidedLimits }) => ({
      label,
      problem,
      colour,
      ...decidedLimits,
    })),
    teams: contest.teams
      .map(({ id: team, registeredName: called, affiliation, country, category }) => ({
        id: team,
        name: called,
        affiliation,
        country,
        category,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** A rule of a problem that has been taken from the contest waits for its return, and defines nothing. */
function ofItsProblems({ rules, problems }: Pick<Defined, 'rules' | 'problems'>): ContestRules {
  const ids = new Set(problems.map(({ id }) => id));
  const judgingOf = Object.entries(rules.judgingOf).filter(([id]) => ids.has(id));
  return { ...rules, judgingOf: Object.fromEntries(judgingOf) };
}

/** What would define the contest as it is; null: there is none. */
export async function definitionIn(
  typed: Pick<Typed, 'contest'>,
  id: string,
): Promise<ReadContestDefinition | null> {
  const contest = await typed.contest.findUnique({
    where: { id, deletedAt: null },
    include: {
      teams: teamsIncluded,
      removed: { where: { restoredAt: null } },
      problems: { orderBy: { ordinal: 'asc' }, include: { problem: true } },
    },
  });
  if (contest === null) return null;
  return definitionOf({
    ...contest,
    rules: contestRulesOf(contest.rules),
    times: timesOfStored(contest, contest.removed),
    teams: contest.teams.map(({ team }) => teamRowOf(team)),
    // Like the one that is read: a problem without a version is not there yet.
    problems: contest.problems.flatMap(({ label, colour, problemId, problem, timeLimitMs, memoryMiB }) =>
      problem.currentVersionId === null
        ? []
        : [{ label, colour, id: problemId, decidedLimits: { timeLimitMs, memoryMiB } }],
    ),
  });
}
