/** Contests as the administrator defines them. */
import { contestRulesOf, withRules, type FieldError, type ReadContestDefinition } from '@sandglass/contracts';
import type { ContestTimes } from '@sandglass/domain';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { lockContests, refuseLocked } from '../events/contest-lock-repository.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import type { Database } from '../platform/database/database.ts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { repeatedValues } from '../platform/errors/repeated-values.ts';
import { definitionWishes } from '../people/definition-wishes.ts';
import { peopleDifference, type PeopleDifference } from '../people/people-difference.ts';
import { readPeople } from '../people/people-repository.ts';
import { contestsShowing, lockPeople, writePeople, noPasswords } from '../people/write-people.ts';
import type { ContestCache } from './contest-cache.ts';
import { checkTimes } from './check-times.ts';
import { ContestModel } from './contest-model.ts';
import { holdProblems, type ContestRepository } from './contest-repository.ts';
import { stateOf } from './contest-state.ts';
import { refuseDeleted } from './contest-life.ts';
import type { Confirmed } from './definition-confirm.ts';
import { refuseOtherVersion, versionOf } from './definition-version.ts';
import { lossDetails, lossesBy, refuseLosses } from './lost-submissions.ts';
import { newTimes, redefined, refuseDangers, shortNameOf } from './redefinition.ts';
import { definitionIn } from './stored-definition.ts';
import { presentTimes, storedTimesOf } from './stored-times.ts';
import { putProblems, putTeams } from './takes-part-store.ts';
import { ruleErrors } from './changed-rules.ts';

type Teams = NonNullable<ReadContestDefinition['teams']>;

/** What a definition may change. */
export interface DefinitionConditions {
  /** The version that the change was made of (`If-Match`); undefined: any. */
  readonly ifMatch?: string | undefined;
  readonly confirmed: Confirmed;
  /** One that is there with this id is no other version of it, and is not changed (`If-None-Match: *`). */
  readonly isNew?: boolean;
}

export interface ContestDefinitionsParts {
  readonly database: Database;
  readonly units: Units;
  readonly repository: ContestRepository;
  readonly contests: ContestCache;
  /** The contests' clock, ms. */
  readonly now: () => number;
}

export class ContestDefinitions {
  readonly #parts: ContestDefinitionsParts;

  constructor(parts: ContestDefinitionsParts) {
    this.#parts = parts;
  }

  /**
   * Creates or changes. What is omitted stays as it is.
   * @returns whether it is new, and its version
   * @throws ApiError CONTEST_INVALID, CONTEST_CHANGED, CONTEST_REMOVES_SUBMISSIONS, CONTEST_CHANGE_DANGEROUS
   */
  async put(
    definition: ReadContestDefinition,
    actor: Actor,
    conditions: DefinitionConditions,
  ): Promise<{ created: boolean; version: string }> {
    const { database, units, now } = this.#parts;
    const { ifMatch, confirmed } = conditions;
    await this.#check(
      definition,
      newTimes(definition, await presentTimes(database.prisma, definition.id), now()),
    );
    return units.run(async (unit) => {
      const { id: contestId, problems, teams } = definition;
      if (teams !== undefined) await lockPeople(unit);
      const typed = await unit.typed();
      if (problems !== undefined)
        await holdProblems(
          unit,
          problems.map(({ problem }) => problem),
        );
      const people = teams === undefined ? null : await peopleOf(unit, teams);
      const shared = people === null ? [] : await contestsShowing(unit, people);
      // From here on nobody else changes it, and what is counted are the submissions of its log.
      await lockContests(unit, [contestId, ...shared]);
      await refuseLocked(unit, contestId);
      await refuseDeleted(unit, contestId);
      if (conditions.isNew === true && (await definitionIn(typed, contestId)) !== null)
        throw fieldErrors('CONTEST_INVALID', [{ path: 'id', message: `there is a contest "${contestId}"` }]);
      if (ifMatch !== undefined) refuseOtherVersion(ifMatch, await definitionIn(typed, contestId));
      const losses = await lossesBy(typed, definition);
      refuseLosses(losses, confirmed);
      // As it is now: other time may have been removed since.
      const nowMs = now();
      const times = newTimes(definition, await presentTimes(typed, contestId), nowMs);
      const changes = await this.#changes(typed, definition, times, { confirmed, nowMs });
      const isNew = await putContest(typed, definition, times);
      if (problems !== undefined) await putProblems(typed, contestId, problems);
      if (people !== null) {
        await writePeople(unit, people, noPasswords, contestId);
        await putTeams(typed, contestId, people.teamIds);
      }
      unit.event(definition.id, { type: 'contest', change: 'definition' });
      await recordAudit(unit, actor, 'contest.define', definition.id, {
        created: isNew,
        ...lossDetails(losses),
        ...changes,
      });
      return { created: isNew, version: versionOf(await definitionIn(typed, contestId)) };
    });
  }

  /** From the database: what other contests share, such as the names of teams, changes without an event of this one. */
  async read(id: string): Promise<ReadContestDefinition> {
    const definition = await definitionIn(this.#parts.database.prisma, id);
    if (definition === null) throw new ApiError('CONTEST_UNKNOWN', { contest: id });
    return definition;
  }

  /**
   * What of the contest as it is would be another, for the audit log; nothing for a new one.
   * @throws ApiError CONTEST_CHANGE_DANGEROUS
   */
  async #changes(
    typed: Typed,
    definition: ReadContestDefinition,
    times: ContestTimes,
    asked: { confirmed: Confirmed; nowMs: number },
  ): Promise<object> {
    const { repository, contests } = this.#parts;
    const present = await repository.definition(definition.id, typed);
    if (present === null) return {};
    const before = stateOf(present);
    // One that another process has made this moment has no log yet.
    const contest = contests.find(definition.id) ?? new ContestModel(present);
    return refuseDangers(contest, before, redefined(before, definition, times), asked);
  }

  /** @param times of the contest as it would be */
  async #check(
    { problems, teams = [], rules = {} }: ReadContestDefinition,
    times: ContestTimes,
  ): Promise<void> {
    const errors: FieldError[] = checkTimes(times);
    errors.push(...ruleErrors(rules, null, problems?.map(({ problem }) => problem) ?? null));
    errors.push(
      ...repeatedValues(
        (problems ?? []).map(({ label }) => label),
        (index) => `problems[${index}].label`,
      ),
    );
    errors.push(
      ...repeatedValues(
        (problems ?? []).map(({ problem }) => problem),
        (index) => `problems[${index}].problem`,
      ),
    );
    errors.push(
      ...repeatedValues(
        teams.map(({ id }) => id),
        (index) => `teams[${index}].id`,
      ),
    );
    const rows = await this.#parts.database.prisma.problem.findMany({
      where: { id: { in: (problems ?? []).map(({ problem }) => problem) }, currentVersionId: { not: null } },
      select: { id: true },
    });
    const known = new Set(rows.map(({ id }) => id));
    for (const [index, { problem }] of (problems ?? []).entries()) {
      if (!known.has(problem))
        errors.push({ path: `problems[${index}].problem`, message: `"${problem}" has not been imported` });
    }
    if (errors.length > 0) throw fieldErrors('CONTEST_INVALID', errors);
  }
}

/** What its teams change of those that are there. @throws ApiError CONTEST_INVALID */
async function peopleOf(unit: Unit, teams: Teams): Promise<PeopleDifference> {
  const present = await readPeople(unit);
  const difference = peopleDifference(present, definitionWishes(present, teams));
  const errors = difference.faults.map(({ message }) => ({ path: 'teams', message }));
  if (errors.length > 0) throw fieldErrors('CONTEST_INVALID', errors);
  return difference;
}

/** @returns whether it is new */
async function putContest(
  typed: Typed,
  contest: ReadContestDefinition,
  times: ContestTimes,
): Promise<boolean> {
  const { id, penaltyMinutes, image, chargeCompileErrors, public: isPublic } = contest;
  // Of a contest that is there, those that are left out stay.
  const present = await typed.contest.findUnique({ where: { id }, select: { rules: true } });
  // What is left out of `data` has its default in a new contest and stays in one that is there.
  const data = {
    name: contest.name,
    shortName: shortNameOf(contest),
    ...storedTimesOf(times),
    ...(penaltyMinutes === undefined ? {} : { penaltyMinutes }),
    ...(image === undefined ? {} : { image }),
    ...(chargeCompileErrors === undefined ? {} : { chargeCompileErrors }),
    ...(isPublic === undefined ? {} : { isPublic }),
    ...(contest.rules === undefined
      ? {}
      : { rules: withRules(contestRulesOf(present?.rules ?? {}), contest.rules) }),
  };
  const { count } = await typed.contest.createMany({ data: { id, ...data }, skipDuplicates: true });
  if (count === 0) await typed.contest.update({ where: { id }, data });
  return count > 0;
}
