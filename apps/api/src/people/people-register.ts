/** Organisations, groups, teams and persons as administrators change them, one by one. */
import type { FieldError, People, PeopleChange, PeopleKind } from '@sandglass/contracts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Units } from '../events/unit-of-work.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { auditedChanges } from './audited-changes.ts';
import { peopleDifference } from './people-difference.ts';
import { contestsOfTeams, readPeople } from './people-repository.ts';
import { nouns, type PeopleRow } from './people-rows.ts';
import { lockPeople, writePeople } from './write-people.ts';

/** Accounts have routes of their own. */
export type RegisterKind = Exclude<PeopleKind, 'accounts'>;

export class PeopleRegister {
  readonly #database: Database;
  readonly #units: Units;

  constructor(database: Database, units: Units) {
    this.#database = database;
    this.#units = units;
  }

  async list(): Promise<People> {
    return this.#database.snapshot(async (sql) => {
      const { organisations, groups, teams, persons } = await readPeople(sql);
      const contests = await contestsOfTeams(sql);
      return {
        organisations: [...organisations.values()],
        groups: [...groups.values()],
        teams: [...teams.values()].map((team) => ({ ...team, contests: contests.get(team.id) ?? [] })),
        persons: [...persons.values()],
      };
    });
  }

  /**
   * Makes one or changes it; what is left out stays.
   * @returns what is not as it was
   * @throws ApiError PEOPLE_INVALID
   */
  async put(
    kind: RegisterKind,
    id: string,
    fields: Readonly<Record<string, unknown>>,
    actor: Actor,
  ): Promise<PeopleChange[]> {
    return this.#units.run(async (unit) => {
      await lockPeople(unit);
      const wish = { kind, id, fields, place: { file: '', line: null } };
      const difference = peopleDifference(await readPeople(unit), [wish]);
      const errors = difference.faults.map(({ field, message }): FieldError => ({ path: field, message }));
      if (errors.length > 0) throw fieldErrors('PEOPLE_INVALID', errors);
      const changes = difference.changes.map(({ change }) => change);
      if (changes.length === 0) return [];
      await writePeople(unit, difference);
      await recordAudit(unit, actor, 'people.put', `${kind}/${id}`, {
        changes: auditedChanges(changes),
      });
      return changes;
    });
  }

  /** @throws ApiError PEOPLE_UNKNOWN, PEOPLE_IN_USE */
  async remove(kind: RegisterKind, id: string, actor: Actor): Promise<void> {
    await this.#units.run(async (unit) => {
      await lockPeople(unit);
      const present = await readPeople(unit);
      const row: PeopleRow | undefined = present[kind].get(id);
      const noun = nouns[kind];
      if (row === undefined) throw new ApiError('PEOPLE_UNKNOWN', { noun, id });
      const teams = [...present.teams.values()];
      const typed = await unit.typed();
      const waiting = (of: { groupId: string } | { organisationId: string }): Promise<number> =>
        typed.registration.count({ where: { ...of, state: 'pending' } });
      const uses: Readonly<Record<RegisterKind, () => Promise<string[]>>> = {
        organisations: async () => [
          ...counted(teams.filter(({ organisationId }) => organisationId === id).length, 'team'),
          ...counted(await waiting({ organisationId: id }), 'registration'),
        ],
        groups: async () => [
          ...counted(teams.filter(({ groupIds }) => groupIds.includes(id)).length, 'team'),
          ...counted(await waiting({ groupId: id }), 'registration'),
        ],
        teams: async () => [
          ...counted(await typed.contestTeam.count({ where: { teamId: id } }), 'contest'),
          ...counted(await typed.submission.count({ where: { teamId: id } }), 'submission'),
          ...counted(await typed.account.count({ where: { teamId: id } }), 'account'),
          ...counted(
            [...present.persons.values()].filter(({ teamIds }) => teamIds.includes(id)).length,
            'person',
          ),
        ],
        persons: async () => [],
      };
      const using = await uses[kind]();
      if (using.length > 0) throw new ApiError('PEOPLE_IN_USE', { noun, id, users: using.join(', ') });
      const where = { where: { id } };
      if (kind === 'organisations') await typed.organisation.delete(where);
      else if (kind === 'groups') await typed.teamGroup.delete(where);
      else if (kind === 'teams') await typed.team.delete(where);
      else await typed.person.delete(where);
      await recordAudit(unit, actor, 'people.remove', `${kind}/${id}`, {
        before: 'email' in row && row.email !== null ? { ...row, email: 'removed' } : row,
      });
    });
  }
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
}
