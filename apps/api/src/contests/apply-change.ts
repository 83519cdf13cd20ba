/** Settings of a contest that somebody changes: the state that it would have. */
import type { ChangeContestRequest, FieldError } from '@sandglass/contracts';
import { carryingThaw, keepingActive, type ContestTimes } from '@sandglass/domain';
import { fieldErrors } from '../platform/errors/api-error.ts';
import { repeatedValues } from '../platform/errors/repeated-values.ts';
import type { ProblemDefinition } from './contest-repository.ts';
import { changedRules } from './changed-rules.ts';
import type { State, StateProblem } from './contest-state.ts';

/** What is known of what the change names. */
export interface Named {
  readonly problems: ReadonlyMap<string, Pick<ProblemDefinition, 'name' | 'packageLimits'>>;
  readonly teams: ReadonlySet<string>;
}

/** What is left out stays as it is. @throws ApiError CONTEST_INVALID */
export function applyChange(state: State, change: ChangeContestRequest, named: Named, nowMs: number): State {
  const errors: FieldError[] = [];
  const { name, shortName, penaltyMinutes, chargeCompileErrors, image } = change;
  const changed: State = {
    ...state,
    name: name ?? state.name,
    shortName: shortName ?? state.shortName,
    penaltyMinutes: penaltyMinutes ?? state.penaltyMinutes,
    chargeCompileErrors: chargeCompileErrors ?? state.chargeCompileErrors,
    rules: changedRules(
      state.rules,
      change.rules,
      [...state.problems.map(({ id }) => id), ...(change.problems ?? []).map(({ problem }) => problem)],
      errors,
    ),
    isPublic: change.public ?? state.isPublic,
    image: image === undefined ? state.image : image,
    times: changedTimes(state.times, change, nowMs),
    problems: changedProblems(state, change, named, errors),
    teams: changedTeams(state, change, named, errors),
  };
  if (errors.length > 0) throw fieldErrors('CONTEST_INVALID', errors);
  return changed;
}

function changedTimes(times: ContestTimes, change: ChangeContestRequest, nowMs: number): ContestTimes {
  const at = (text: string | null | undefined, stays: number | null): number | null => {
    if (text === undefined) return stays;
    return text === null ? null : Date.parse(text);
  };
  const changed = keepingActive(
    {
      ...times,
      startsAtMs: at(change.startsAt, times.startsAtMs) ?? times.startsAtMs,
      endsAtMs: at(change.endsAt, times.endsAtMs) ?? times.endsAtMs,
      freezesAtMs: at(change.freezesAt, times.freezesAtMs),
      thawsAtMs: at(change.thawsAt, times.thawsAtMs),
      activatesAtMs: at(change.activatesAt, times.activatesAtMs ?? null),
      deactivatesAtMs: at(change.deactivatesAt, times.deactivatesAtMs ?? null),
      // Who sets the start has decided it.
      countdownStoppedAtMs: change.startsAt === undefined ? (times.countdownStoppedAtMs ?? null) : null,
    },
    { activation: change.activatesAt === undefined, deactivation: change.deactivatesAt === undefined },
  );
  return change.thawsAt === undefined ? carryingThaw(times, changed, nowMs) : changed;
}

function changedProblems(
  state: State,
  { problems }: ChangeContestRequest,
  named: Named,
  errors: FieldError[],
): readonly StateProblem[] {
  if (problems === undefined) return state.problems;
  const labels = problems.map(({ label }) => label);
  const ids = problems.map(({ problem }) => problem);
  errors.push(...repeatedValues(labels, (index) => `problems[${index}].label`));
  errors.push(...repeatedValues(ids, (index) => `problems[${index}].problem`));
  const present = new Map(state.problems.map((problem) => [problem.id, problem]));
  return problems.flatMap(({ problem: id, label, colour, timeLimitMs, memoryMiB }, index) => {
    const old = present.get(id);
    const known = old ?? named.problems.get(id);
    if (known === undefined) {
      errors.push({ path: `problems[${index}].problem`, message: `"${id}" has not been imported` });
      return [];
    }
    return {
      id,
      label,
      colour: colour.toLowerCase(),
      name: known.name,
      packageLimits: known.packageLimits,
      timeLimitMs: timeLimitMs === undefined ? (old?.timeLimitMs ?? null) : timeLimitMs,
      memoryMiB: memoryMiB === undefined ? (old?.memoryMiB ?? null) : memoryMiB,
      allowSubmit: old?.allowSubmit ?? true,
      allowJudging: old?.allowJudging ?? true,
    };
  });
}

function changedTeams(
  state: State,
  { teams }: ChangeContestRequest,
  named: Named,
  errors: FieldError[],
): State['teams'] {
  if (teams === undefined) return state.teams;
  const { add = [], remove = [] } = teams;
  const removed = new Set(remove);
  const present = new Set(state.teams.map(({ id }) => id));
  for (const [index, id] of add.entries()) {
    if (!named.teams.has(id))
      errors.push({ path: `teams.add[${index}]`, message: `there is no team "${id}"` });
    else if (removed.has(id))
      errors.push({ path: `teams.add[${index}]`, message: `"${id}" is to be removed as well` });
  }
  const added = [...new Set(add)].filter((id) => !present.has(id));
  return [...state.teams.filter(({ id }) => !removed.has(id)), ...added.map((id) => ({ id }))];
}
