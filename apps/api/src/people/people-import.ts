/** Files of people: shown as a difference first, and written as one, or not at all. */
import { isDeepStrictEqual } from 'node:util';
import type {
  ImportedFile,
  ImportPeopleAnswer,
  PeopleFile,
  PeopleKind,
  TablePreview,
} from '@sandglass/contracts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { lockContests, refuseLocked } from '../events/contest-lock-repository.ts';
import type { Units } from '../events/unit-of-work.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { atOnce, hashedAtOnce } from '../platform/lib/at-once.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { auditedChanges } from './audited-changes.ts';
import type { FaultList } from './fault-list.ts';
import { peopleDifference, type PeopleDifference } from './people-difference.ts';
import { contestExists, contestsOfTeams, passwordHashes, readPeople } from './people-repository.ts';
import { joinContest } from './people-store.ts';
import type { PresentPeople, Wish } from './people-rows.ts';
import { VerifiedPasswords } from './verified-passwords.ts';
import { readPeopleFiles } from './read-people-files.ts';
import { clicsFiles, tsvFiles } from './write-people-files.ts';
import { contestsShowing, lockPeople, writePeople } from './write-people.ts';

export interface PasswordWork {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

export interface ImportRequest {
  readonly files: readonly ImportedFile[];
  readonly dryRun: boolean;
  /** The teams of the files take part in it from then on. */
  readonly contest: string | null;
  /** Passwords of the files hold for one login. */
  readonly mustChange: boolean;
  /** Of the dry run that somebody has read; null: nobody has read one. */
  readonly version: string | null;
}

/** Ids in one line of the audit log. */
const mostJoinedKept = 100;

export class PeopleImport {
  readonly #database: Database;
  readonly #units: Units;
  readonly #passwords: PasswordWork;
  readonly #verified: VerifiedPasswords;

  constructor(database: Database, units: Units, passwords: PasswordWork) {
    this.#database = database;
    this.#units = units;
    this.#passwords = passwords;
    this.#verified = new VerifiedPasswords((hash, password) => passwords.verify(hash, password));
  }

  /** @throws ApiError CONTEST_UNKNOWN, CONTEST_LOCKED, PEOPLE_CHANGED */
  async run(
    { files, dryRun, contest, mustChange, version }: ImportRequest,
    actor: Actor,
  ): Promise<ImportPeopleAnswer> {
    const present = await this.#database.snapshot(readPeople);
    await this.#requireContest(this.#database, contest);
    if (contest !== null) await refuseLocked(this.#database, contest);
    const { wishes: read, faults, tables } = readPeopleFiles(files, present);
    const wishes = await this.#withoutKeptPasswords(read);
    const preview = peopleDifference(present, wishes);
    faults.addAll(preview.faults);
    faults.addAll(preview.warnings);
    refuseOwnRole(preview, actor, faults);
    const joining = await this.#joining(contest, preview.teamIds);
    const shown = answerOf(preview, { faults, tables }, joining);
    if (version !== null && version !== shown.version) throw new ApiError('PEOPLE_CHANGED');
    if (dryRun || shown.faults.some(({ severity }) => severity === 'error')) return shown;
    // Outside of the transaction: argon2 takes its time, and locks should not.
    const hashes = await this.#hashed(preview.passwords);
    return this.#units.run(async (unit) => {
      await lockPeople(unit);
      const difference = peopleDifference(await readPeople(unit), wishes);
      // Nothing is written but what was checked above, with the warnings that the answer has.
      if (!isDeepStrictEqual(difference, preview)) throw new ApiError('PEOPLE_CHANGED');
      if (contest !== null) {
        await lockContests(unit, [contest, ...(await contestsShowing(unit, difference))]);
        await this.#requireContest(unit, contest);
        await refuseLocked(unit, contest);
      }
      await writePeople(unit, difference, { hashes, mustChange });
      let joined: readonly string[] = [];
      if (contest !== null) {
        joined = await joinContest(unit, contest, difference.teamIds);
        if (joined.length > 0) unit.event(contest, { type: 'contest', change: 'teams' });
      }
      const answer = {
        ...answerOf(difference, { faults, tables }, joined),
        version: shown.version,
        imported: true,
      };
      if (difference.changes.length > 0 || joined.length > 0)
        await recordAudit(unit, actor, 'people.import', contest ?? '', {
          files: files.map(({ name }) => name),
          counts: answer.counts,
          changes: auditedChanges(answer.changes),
          mustChange,
          joinedCount: joined.length,
          joined: joined.slice(0, mostJoinedKept),
        });
      return answer;
    });
  }

  /** @param contest null: everybody; else its teams and what belongs to them */
  async export(format: 'clics' | 'tsv', contest: string | null): Promise<PeopleFile[]> {
    const people = await this.#database.snapshot(async (sql) => {
      await this.#requireContest(sql, contest);
      const all = await readPeople(sql);
      return contest === null ? all : peopleOf(all, contest, await contestsOfTeams(sql));
    });
    return format === 'clics' ? clicsFiles(people) : tsvFiles(people);
  }

  async #requireContest(sql: Sql, contest: string | null): Promise<void> {
    if (contest === null) return;
    if (!(await contestExists(sql, contest))) throw new ApiError('CONTEST_UNKNOWN', { contest });
  }

  async #joining(contest: string | null, teamIds: readonly string[]): Promise<string[]> {
    if (contest === null) return [];
    const contests = await contestsOfTeams(this.#database);
    return teamIds.filter((id) => contests.get(id)?.includes(contest) !== true);
  }

  /** A password that an account has already is no change: it would end the sessions of everybody in a file. */
  async #withoutKeptPasswords(wishes: readonly Wish[]): Promise<Wish[]> {
    const named = wishes.filter(({ kind, password }) => kind === 'accounts' && password !== undefined);
    const hashes = await passwordHashes(
      this.#database,
      named.map(({ id }) => id),
    );
    const kept = new Set<Wish>();
    await atOnce(
      named.filter(({ id }) => hashes.has(id)),
      hashedAtOnce,
      async (wish) => {
        if (await this.#verified.verify(hashes.get(wish.id) ?? '', wish.password ?? '')) kept.add(wish);
      },
    );
    return wishes.map((wish) => {
      if (!kept.has(wish)) return wish;
      const { password: _kept, ...rest } = wish;
      return rest;
    });
  }

  async #hashed(passwords: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    await atOnce([...passwords], hashedAtOnce, async ([username, password]) => {
      hashes.set(username, await this.#passwords.hash(password));
    });
    return hashes;
  }
}

/** So that one administrator is left who can. */
function refuseOwnRole({ changes }: PeopleDifference, { username }: Actor, faults: FaultList): void {
  for (const { change } of changes) {
    if (change.kind === 'accounts' && !change.created && change.id === username && 'role' in change.fields)
      faults.error(
        '',
        null,
        'type',
        `account "${change.id}": you cannot change the role of your own account`,
      );
  }
}

function answerOf(
  difference: PeopleDifference,
  { faults, tables }: { faults: FaultList; tables: readonly TablePreview[] },
  joining: readonly string[],
): ImportPeopleAnswer {
  const changes = difference.changes.map(({ change }) => change);
  const counts = (kind: PeopleKind): ImportPeopleAnswer['counts'][PeopleKind] => {
    const own = changes.filter((change) => change.kind === kind);
    const created = own.filter((change) => change.created).length;
    return { created, changed: own.length - created, same: difference.same[kind] };
  };
  return {
    imported: false,
    counts: {
      organisations: counts('organisations'),
      groups: counts('groups'),
      teams: counts('teams'),
      persons: counts('persons'),
      accounts: counts('accounts'),
    },
    joining: [...joining],
    changes,
    faults: [...faults.all],
    tables: [...tables],
    version: sha256(JSON.stringify([difference.changes, joining, faults.all])),
  };
}

function peopleOf(
  all: PresentPeople,
  contest: string,
  contests: ReadonlyMap<string, readonly string[]>,
): PresentPeople {
  const pick = <Row>(rows: ReadonlyMap<string, Row>, wanted: (row: Row) => boolean): Map<string, Row> =>
    new Map([...rows].filter(([, row]) => wanted(row)));
  const teams = pick(all.teams, ({ id }) => contests.get(id)?.includes(contest) === true);
  const organisations = new Set([...teams.values()].map(({ organisationId }) => organisationId));
  const groups = new Set([...teams.values()].flatMap(({ groupIds }) => groupIds));
  const persons = pick(all.persons, ({ teamIds }) => teamIds.some((id) => teams.has(id)));
  return {
    organisations: pick(all.organisations, ({ id }) => organisations.has(id)),
    groups: pick(all.groups, ({ id }) => groups.has(id)),
    teams,
    persons: new Map(
      [...persons].map(([id, person]) => [
        id,
        { ...person, teamIds: person.teamIds.filter((team) => teams.has(team)) },
      ]),
    ),
    accounts: pick(all.accounts, ({ teamId }) => teamId !== null && teams.has(teamId)),
  };
}
