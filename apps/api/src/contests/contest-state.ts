/** What of a contest can be changed while it lives: as it is, as it would be, as the contracts show it. */
import type { ContestRules, ContestState } from '@sandglass/contracts';
import type { ContestTimes, ProblemLimitValues, RemovedInterval } from '@sandglass/domain';
import { timesText } from './times-text.ts';
import type { ContestDefinitionRow, DecidedLimits, LanguageSwitches } from './contest-repository.ts';

export interface StateInterval extends RemovedInterval {
  readonly id: string;
}

export interface StateProblem extends DecidedLimits {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly colour: string;
  readonly packageLimits: ProblemLimitValues;
  readonly allowSubmit: boolean;
  readonly allowJudging: boolean;
}

export interface State {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  readonly times: ContestTimes;
  /** Those of `times`, by their ids. */
  readonly intervals: readonly StateInterval[];
  readonly penaltyMinutes: number;
  readonly chargeCompileErrors: boolean;
  readonly rules: ContestRules;
  readonly allowSubmit: boolean;
  readonly allowJudging: boolean;
  readonly lockedAt: Date | null;
  readonly archivedAt: Date | null;
  readonly teams: readonly { readonly id: string }[];
  /** By team; 0 is left out. */
  readonly extraTimesMs: ReadonlyMap<string, number>;
  readonly isPublic: boolean;
  readonly image: string | null;
  /** In their order. */
  readonly problems: readonly StateProblem[];
  readonly languages: readonly LanguageSwitches[];
}

export function stateOf(definition: ContestDefinitionRow): State {
  return {
    ...definition,
    extraTimesMs: new Map(
      definition.teams.flatMap(({ id, extraTimeMs = 0 }) => (extraTimeMs === 0 ? [] : [[id, extraTimeMs]])),
    ),
    problems: definition.problems.map((problem) => {
      const { id, label, name, colour, allowSubmit, allowJudging, packageLimits, decidedLimits } = problem;
      return { id, label, name, colour, ...decidedLimits, packageLimits, allowSubmit, allowJudging };
    }),
  };
}

export function stateView(state: State): ContestState {
  const { id, name, shortName, penaltyMinutes, chargeCompileErrors, allowSubmit, allowJudging } = state;
  return {
    id,
    name,
    shortName,
    ...timesText(state.times),
    penaltyMinutes,
    chargeCompileErrors,
    allowSubmit,
    allowJudging,
    rules: state.rules,
    lockedAt: state.lockedAt?.toISOString() ?? null,
    extraTimes: [...state.extraTimesMs]
      .map(([team, ms]) => ({ team, minutes: ms / 60_000 }))
      .toSorted((a, b) => (a.team < b.team ? -1 : 1)),
    public: state.isPublic,
    archivedAt: state.archivedAt?.toISOString() ?? null,
    image: state.image,
    problems: state.problems.map(({ packageLimits: { timeLimitMs, memoryMiB }, ...problem }) => ({
      ...problem,
      packageLimits: { timeLimitMs, memoryMiB },
    })),
    teamCount: state.teams.length,
    languages: state.languages
      .filter((one) => !(one.allowSubmit && one.allowJudging))
      .map(({ languageId, ...switches }) => ({
        id: languageId,
        allowSubmit: switches.allowSubmit,
        allowJudging: switches.allowJudging,
      })),
  };
}

/** For the audit log: what is not the same, before and after. */
export function differenceOf(
  before: ContestState,
  after: ContestState,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = (Object.keys(after) as (keyof ContestState)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (state: ContestState): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, state[name]]));
  return { before: pick(before), after: pick(after) };
}
