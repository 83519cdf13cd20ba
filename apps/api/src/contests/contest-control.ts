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
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { applyAction, applyChange } from './apply-action.ts';
import { consequences } from './consequences.ts';
import { checkTimes } from './check-times.ts';
import type { ContestModel } from './contest-model.ts';
import type { ContestRepository } from './contest-repository.ts';
import { differenceOf, stateOf, stateView, type State } from './contest-state.ts';
import { auditOf, intervalsOf, writeState } from './control-store.ts';

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
    return this.#change(contest, 'change', {}, options, (state, nowMs) => applyChange(state, change, nowMs));
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
    changed: (state: State, nowMs: number) => State,
  ): Promise<ContestChangeAnswer> {
    const { units, repository, now } = this.#parts;
    return units.run(async (unit) => {
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
      if (before.lockedAt !== null && name !== 'unlock')
        throw new ApiError('CONTEST_LOCKED', { contest: contest.id });
      const after = changed(before, nowMs);
      check(after);
      const answer = consequences(contest, before, after, nowMs);
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
