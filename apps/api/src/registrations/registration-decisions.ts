/** What administrators do with registrations: look, mend, approve, reject. An approval makes everything, or nothing. */
import type {
  ChangeRegistrationRequest,
  FieldError,
  Registration,
  RegistrationsAnswer,
  registrationsQuerySchema,
} from '@sandglass/contracts';
import type { z } from 'zod';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { lockContests, refuseLocked } from '../events/contest-lock-repository.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import { auditedChanges } from '../people/audited-changes.ts';
import { Names } from '../people/names.ts';
import { peopleDifference } from '../people/people-difference.ts';
import { contestExists, readPeople } from '../people/people-repository.ts';
import { joinContest } from '../people/people-store.ts';
import type { PresentPeople, Wish } from '../people/people-rows.ts';
import { slugOfName } from '../people/slug-of-name.ts';
import { contestsShowing, lockPeople, writePeople } from '../people/write-people.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { namesTrouble, takenTrouble } from './registration-checks.ts';
import { adminView, withNames, type RegistrationRow } from './registration-view.ts';

type Query = z.output<typeof registrationsQuerySchema>;

export class RegistrationDecisions {
  readonly #database: Database;
  readonly #units: Units;

  constructor(database: Database, units: Units) {
    this.#database = database;
    this.#units = units;
  }

  async list({ state, group, limit }: Query): Promise<RegistrationsAnswer> {
    const typed = this.#database.prisma;
    const count = (of: string): Promise<number> => typed.registration.count({ where: { state: of } });
    const rows = await typed.registration.findMany({
      where: { state, ...(group === undefined ? {} : { groupId: group }) },
      include: withNames,
      orderBy: state === 'pending' ? { createdAt: 'asc' } : { decidedAt: 'desc' },
      take: limit,
    });
    return {
      counts: {
        pending: await count('pending'),
        approved: await count('approved'),
        rejected: await count('rejected'),
      },
      registrations: rows.map(adminView),
    };
  }

  /** @throws ApiError REGISTRATION_UNKNOWN, REGISTRATION_DECIDED, REGISTRATION_INVALID */
  async change(id: string, change: ChangeRegistrationRequest, actor: Actor): Promise<Registration> {
    return this.#units.run(async (unit) => {
      await lockPeople(unit);
      const [before] = await waitingOnes(unit, [id]);
      if (before === undefined) throw new ApiError('REGISTRATION_UNKNOWN');
      const typed = await unit.typed();
      const data = changedRow(before, change);
      const named = {
        team: data.teamName,
        organisationId: data.organisationId,
        organisation: data.organisationName,
        members: data.members,
      };
      const errors: FieldError[] = namesTrouble(named);
      if (change.team !== undefined || change.organisationId !== undefined)
        errors.push(...(await takenTrouble(typed, named, id)));
      if ((await typed.teamGroup.count({ where: { id: data.groupId } })) === 0)
        errors.push({ path: 'group', message: `there is no group "${data.groupId}"` });
      if (change.username !== undefined) {
        const isTaken =
          (await typed.account.count({ where: { username: change.username } })) +
          (await typed.registration.count({
            where: { username: change.username, state: 'pending', id: { not: id } },
          }));
        if (isTaken > 0) errors.push({ path: 'username', message: 'is taken' });
      }
      if (errors.length > 0) throw fieldErrors('REGISTRATION_INVALID', errors);
      const row = await typed.registration.update({ where: { id }, data, include: withNames });
      await recordAudit(unit, actor, 'registration.change', id, {
        before: audited(before),
        after: audited(row),
      });
      return adminView(row);
    });
  }

  /**
   * Teams, persons, organisations and accounts are made of them, and the teams take part in the contests.
   * @throws ApiError REGISTRATION_UNKNOWN, REGISTRATION_DECIDED, PEOPLE_INVALID, CONTEST_UNKNOWN, CONTEST_LOCKED
   */
  async approve(ids: readonly string[], contests: readonly string[], actor: Actor): Promise<Registration[]> {
    return this.#units.run(async (unit) => {
      await lockPeople(unit);
      const rows = await waitingOnes(unit, ids);
      const present = await readPeople(unit);
      const { wishes, teamIds } = wishesOf(rows, present);
      const difference = peopleDifference(present, wishes);
      const errors = difference.faults.map(({ field, message }): FieldError => ({ path: field, message }));
      for (const { username, teamName } of rows)
        if (present.accounts.has(username))
          errors.push({ path: 'username', message: `of team "${teamName}": "${username}" is taken by now` });
      if (errors.length > 0) throw fieldErrors('PEOPLE_INVALID', errors);
      if (contests.length > 0)
        await lockContests(unit, [...new Set([...contests, ...(await contestsShowing(unit, difference))])]);
      for (const contest of contests) {
        if (!(await contestExists(unit, contest))) throw new ApiError('CONTEST_UNKNOWN', { contest });
        await refuseLocked(unit, contest);
      }
      const hashes = new Map(rows.map(({ username, passwordHash }) => [username, passwordHash]));
      await writePeople(unit, difference, { hashes, mustChange: false });
      for (const contest of contests) {
        const joined = await joinContest(unit, contest, [...teamIds.values()]);
        if (joined.length > 0) unit.event(contest, { type: 'contest', change: 'teams' });
      }
      const typed = await unit.typed();
      const decided: Registration[] = [];
      for (const { id } of rows) {
        const data = { ...decision('approved', actor), teamId: teamIds.get(id) ?? null };
        decided.push(adminView(await typed.registration.update({ where: { id }, data, include: withNames })));
      }
      await recordAudit(unit, actor, 'registration.approve', targetOf(rows), {
        registrations: rows.map(({ id }) => id),
        contests,
        changes: auditedChanges(difference.changes.map(({ change }) => change)),
      });
      return decided;
    });
  }

  /** @throws ApiError REGISTRATION_UNKNOWN, REGISTRATION_DECIDED */
  async reject(ids: readonly string[], reason: string, actor: Actor): Promise<Registration[]> {
    return this.#units.run(async (unit) => {
      await lockPeople(unit);
      const rows = await waitingOnes(unit, ids);
      const typed = await unit.typed();
      const decided: Registration[] = [];
      for (const { id } of rows) {
        const data = { ...decision('rejected', actor), reason };
        decided.push(adminView(await typed.registration.update({ where: { id }, data, include: withNames })));
      }
      await recordAudit(unit, actor, 'registration.reject', targetOf(rows), {
        registrations: rows.map(({ id }) => id),
        reason,
      });
      return decided;
    });
  }
}

/** Under the lock `people`, which every decision takes. @throws ApiError REGISTRATION_UNKNOWN, REGISTRATION_DECIDED */
async function waitingOnes(unit: Unit, ids: readonly string[]): Promise<RegistrationRow[]> {
  const wanted = [...new Set(ids)];
  const typed = await unit.typed();
  const rows = await typed.registration.findMany({
    where: { id: { in: wanted } },
    include: withNames,
    orderBy: { createdAt: 'asc' },
  });
  if (rows.length < wanted.length) throw new ApiError('REGISTRATION_UNKNOWN');
  const decided = rows.find(({ state }) => state !== 'pending');
  if (decided !== undefined)
    throw new ApiError('REGISTRATION_DECIDED', { team: decided.teamName, state: decided.state });
  return rows;
}

/** @returns also the id of each registration's team */
function wishesOf(
  rows: readonly RegistrationRow[],
  present: PresentPeople,
): { wishes: Wish[]; teamIds: ReadonlyMap<string, string> } {
  const place = { file: '', line: null };
  const names = new Names(present);
  const taken = new Set(present.teams.keys());
  const persons = new Set(present.persons.keys());
  const teamIds = new Map<string, string>();
  const wishes = rows.flatMap((row): Wish[] => {
    const id = slugOfName(row.teamName, row.id, (one) => taken.has(one));
    taken.add(id);
    teamIds.set(row.id, id);
    const organisationId =
      row.organisationId ??
      (row.organisationName === null
        ? null
        : names.organisation(row.organisationName, row.country ?? undefined, place));
    const team = { name: row.teamName, organisationId, groupIds: [row.groupId] };
    const account = { displayName: row.teamName, role: 'contestant', teamId: id };
    return [
      { kind: 'teams', id, fields: team, place },
      ...row.members.map((name, index): Wish => {
        const person = { name, role: 'contestant', teamIds: [id], email: index === 0 ? row.email : null };
        const personId = slugOfName(`${id} ${index + 1}`, row.id, (one) => persons.has(one));
        persons.add(personId);
        return { kind: 'persons', id: personId, fields: person, place };
      }),
      { kind: 'accounts', id: row.username, fields: account, password: 'given', place },
    ];
  });
  return { wishes: [...names.wishes, ...wishes], teamIds };
}

/** The hash has become that of the account, or is of no use to anybody. */
function decision(
  state: 'approved' | 'rejected',
  { username }: Actor,
): { state: string; decidedAt: Date; decidedBy: string | null; passwordHash: string } {
  return { state, decidedAt: new Date(), decidedBy: username, passwordHash: '' };
}

type Changeable = Pick<
  RegistrationRow,
  | 'groupId'
  | 'teamName'
  | 'organisationId'
  | 'organisationName'
  | 'country'
  | 'members'
  | 'email'
  | 'username'
>;

/** An organisation is one that is there, or a new one: who gives one takes the other away. */
function changedRow(before: Changeable, change: ChangeRegistrationRequest): Changeable {
  const isNew = change.organisation != null;
  const isChosen = change.organisationId != null;
  const { organisationId, organisationName, country } = before;
  return {
    groupId: change.group ?? before.groupId,
    teamName: change.team ?? before.teamName,
    organisationId: isNew && !isChosen ? null : given(change.organisationId, organisationId),
    organisationName: isChosen && !isNew ? null : given(change.organisation, organisationName),
    country: isChosen ? null : given(change.country, country),
    members: change.members ?? before.members,
    email: given(change.email, before.email),
    username: change.username ?? before.username,
  };
}

function given<Value>(now: Value | undefined, before: Value): Value {
  return now === undefined ? before : now;
}

/** Without the address of a person. */
function audited(row: Changeable): object {
  const { teamName, groupId, organisationId, organisationName, country, members, username } = row;
  return { teamName, groupId, organisationId, organisationName, country, members, username };
}

function targetOf(rows: readonly RegistrationRow[]): string {
  return rows.length === 1 ? (rows[0]?.teamName ?? '') : `${rows.length} registrations`;
}
