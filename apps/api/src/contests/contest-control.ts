/**
 * Changes of a contest that lives. Each is one unit of work: the contest's row is locked, the change is computed from what
 * is there, compared with it, and written with its event and a line of the audit log that has both. A dangerous one is
 * refused without a confirmation, and every one can be tried without doing it.
 */
import type {
  ChangeContestRequest,
  ContestAction,
  ContestChangeAnswer,
  ContestControl as ControlView,
} from '@sandglass/contracts';
import { changesResults } from '@sandglass/domain';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { lockContests } from '../events/contest-lock-repository.ts';
import type { Units } from '../events/unit-of-work.ts';
import { lockPeople } from '../people/write-people.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { applyAction } from './apply-action.ts';
import { applyChange, type Named } from './apply-change.ts';
import { consequences } from './consequences.ts';
import { checkTimes } from './check-times.ts';
import type { ContestModel } from './contest-model.ts';
import { holdProblems, limitsInContest, type ContestRepository } from './contest-repository.ts';
import { differenceOf, stateOf, stateView, type State } from './contest-state.ts';
import { auditOf, intervalsOf, writeState } from './control-store.ts';
import { judgedUnderOthers, type LimitedProblem } from './judged-limits-repository.ts';

export interface ContestControlParts {
  readonly units: Units;
  readonly repository: ContestRepository;
  /** The contests' clock, ms. */
  readonly now: () => number;
}

export interface ChangeOptions {
  readonly actor: Actor;
  readonly reason: string;
  readonly confirmed: boolean;
  /** Of the dry run that was seen; undefined: any is meant. */
  readonly version: string | undefined;
  readonly dryRun: boolean;
}

/** What a change names that has to be looked up. */
interface Naming {
  readonly problems: readonly string[];
  readonly teams: readonly string[];
  readonly changesTeams: boolean;
}

const nothingNamed: Naming = { problems: [], teams: [], changesTeams: false };

export class ContestControl {
  readonly #parts: ContestControlParts;

  constructor(parts: ContestControlParts) {
    this.#parts = parts;
  }

  /** @throws ApiError CONTEST_ACTION_REFUSED, CONTEST_CHANGE_DANGEROUS, CONTEST_CHANGE_OUTDATED, CONTEST_INVALID, CONTEST_LOCKED */
  act(contest: ContestModel, action: ContestAction, options: ChangeOptions): Promise<ContestChangeAnswer> {
    const { reason: _reason, confirm: _confirm, version: _version, action: name, ...values } = action;
    return this.#change(contest, name, values, options, (state, nowMs) => applyAction(state, action, nowMs));
  }

  /** @throws ApiError as {@link act} */
  patch(
    contest: ContestModel,
    change: ChangeContestRequest,
    options: ChangeOptions,
  ): Promise<ContestChangeAnswer> {
    const values = change.teams === undefined ? {} : { teams: teamDetails(change.teams) };
    const naming = {
      problems: change.problems?.map(({ problem }) => problem) ?? [],
      teams: change.teams?.add ?? [],
      changesTeams: change.teams !== undefined,
    };
    return this.#change(
      contest,
      kindOf(change),
      values,
      options,
      (state, nowMs, named) => applyChange(state, change, named, nowMs),
      naming,
    );
  }

  async read(contest: ContestModel): Promise<ControlView> {
    const { definition } = contest;
    return {
      contest: contest.summary(),
      state: stateView(stateOf(definition)),
      teams: definition.teams
        .map(({ id, name }) => ({ id, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
      intervals: await intervalsOf(this.#parts.repository.database, contest.id),
      history: await auditOf(this.#parts.repository.database, contest.id),
    };
  }

  #change(
    contest: ContestModel,
    name: string,
    values: object,
    { actor, reason, confirmed, version, dryRun }: ChangeOptions,
    changed: (state: State, nowMs: number, named: Named) => State,
    naming: Naming = nothingNamed,
  ): Promise<ContestChangeAnswer> {
    const { units, repository, now } = this.#parts;
    return units.run(async (unit) => {
      // Before the contest, in the order of locks.
      if (!dryRun && naming.changesTeams) await lockPeople(unit);
      if (!dryRun && naming.problems.length > 0) await holdProblems(unit, naming.problems);
      // Who only asks keeps nobody waiting.
      if (!dryRun) await lockContests(unit, [contest.id]);
      // Nobody else changes it while its row is locked.
      const typed = await unit.typed();
      const definition = await repository.definition(contest.id, typed);
      if (definition === null) throw new ApiError('CONTEST_UNKNOWN', { contest: contest.id });
      const nowMs = now();
      const before = stateOf(definition);
      // Before it is tried, and again by the log: an event that changes results has no place in it.
      if (
        before.times.finalizedAtMs !== null &&
        before.times.finalizedAtMs !== undefined &&
        changesResults({ type: 'contest', change: name })
      )
        throw new ApiError('CONTEST_FINALISED', { contest: contest.id });
      if (before.archivedAt !== null) throw new ApiError('CONTEST_ARCHIVED', { contest: contest.id });
      if (before.lockedAt !== null && name !== 'unlock')
        throw new ApiError('CONTEST_LOCKED', { contest: contest.id });
      const teams = await repository.teamRows(naming.teams, typed);
      const after = changed(before, nowMs, {
        problems: await repository.importedProblems(naming.problems, typed),
        teams: new Set(teams.map(({ id }) => id)),
      });
      check(after);
      const present = new Set(before.teams.map(({ id }) => id));
      const answer = consequences(contest, before, after, nowMs, {
        teams: teams.filter(({ id }) => !present.has(id)),
        otherLimits: await judgedUnderOthers(unit, contest.id, changedLimits(before, after)),
      });
      if (dryRun) return answer;
      if (version !== undefined && version !== answer.version)
        throw new ApiError('CONTEST_CHANGE_OUTDATED', { contest: contest.id });
      if (answer.dangers.length > 0 && !confirmed) throw dangerous(contest.id, answer.dangers);
      await writeState(typed, before, after, { actor, reason });
      unit.event(contest.id, { type: 'contest', change: name });
      const difference = differenceOf(answer.before, answer.after);
      await recordAudit(unit, actor, `contest.${name}`, contest.id, {
        ...values,
        ...(reason === '' ? {} : { reason }),
        ...difference,
      });
      return { ...answer, applied: true };
    });
  }
}

/** Of problems whose limits the change makes others. */
function changedLimits(before: State, after: State): LimitedProblem[] {
  const old = new Map(before.problems.map((problem) => [problem.id, problem]));
  return after.problems.flatMap((problem) => {
    const { id, label, packageLimits, timeLimitMs, memoryMiB } = problem;
    const present = old.get(id);
    const isSame =
      present === undefined || (present.timeLimitMs === timeLimitMs && present.memoryMiB === memoryMiB);
    return isSame ? [] : [{ id, label, limits: limitsInContest(packageLimits, problem) }];
  });
}

/** Who sees the contest changes no results: it may change when these are final. */
const ofVisibility: ReadonlySet<string> = new Set([
  'public',
  'activatesAt',
  'deactivatesAt',
  'reason',
  'confirm',
  'version',
]);

function kindOf(change: ChangeContestRequest): 'change' | 'visibility' {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return named.every(([name]) => ofVisibility.has(name)) ? 'visibility' : 'change';
}

/** Names of teams in a line of the audit log; of the others it has the number. */
const mostInAudit = 100;

function teamDetails({ add = [], remove = [] }: NonNullable<ChangeContestRequest['teams']>): object {
  const of = (ids: readonly string[]): object => ({
    count: ids.length,
    first: ids.slice(0, mostInAudit),
  });
  return {
    ...(add.length === 0 ? {} : { added: of(add) }),
    ...(remove.length === 0 ? {} : { removed: of(remove) }),
  };
}

function check(state: State): void {
  const errors = checkTimes(state.times);
  if (errors.length > 0) throw fieldErrors('CONTEST_INVALID', errors);
}

function dangerous(contest: string, dangers: readonly string[]): ApiError {
  return new ApiError(
    'CONTEST_CHANGE_DANGEROUS',
    { contest, dangers: dangers.join(' ') },
    { fields: dangers.map((message) => ({ path: 'confirm', message })) },
  );
}
