/** Contests and accounts as the administrator defines them. */
import type {
  contestDefinitionSchema,
  ContestDefinition,
  CreateUsersAnswer,
  createUsersRequestSchema,
  FieldError,
} from '@sandglass/contracts';
import type { z } from 'zod';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Database, Sql } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import { fieldErrors } from '../errors/api-error.ts';
import { hashPassword } from '../session/passwords.ts';
import { accountChanges } from './account-changes.ts';
import { recordAudit, type Actor } from './audit-log.ts';

/** argon2 works on the thread pool, which has four threads by default. */
const hashedAtOnce = 4;

type Definition = z.output<typeof contestDefinitionSchema>;
type Users = z.output<typeof createUsersRequestSchema>['users'];

export class ContestAdmin {
  readonly #database: Database;
  readonly #onEvent: (contestId: string) => void;

  constructor(database: Database, onEvent: (contestId: string) => void) {
    this.#database = database;
    this.#onEvent = onEvent;
  }

  /** Creates or replaces. @returns whether it is new. @throws ApiError CONTEST_INVALID */
  async putContest(definition: Definition, actor: Actor): Promise<boolean> {
    await this.#check(definition);
    const created = await this.#database.transaction(async (sql) => {
      const isNew = await upsertContest(sql, definition);
      await sql.query('DELETE FROM contest_problem WHERE contest_id = $1', [definition.id]);
      await sql.query(
        `INSERT INTO contest_problem (contest_id, problem_id, label, colour, ordinal)
         SELECT $1, problem, label, colour, ordinal - 1
         FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS p(problem, label, colour, ordinal)`,
        [
          definition.id,
          definition.problems.map(({ problem }) => problem),
          definition.problems.map(({ label }) => label),
          definition.problems.map(({ colour }) => colour),
        ],
      );
      await upsertTeams(sql, definition.teams);
      await sql.query('DELETE FROM contest_team WHERE contest_id = $1', [definition.id]);
      await sql.query('INSERT INTO contest_team (contest_id, team_id) SELECT $1, unnest($2::text[])', [
        definition.id,
        definition.teams.map(({ id }) => id),
      ]);
      await appendEvent(sql, definition.id, { type: 'contest', change: 'definition' });
      await recordAudit(sql, actor, 'contest.define', definition.id, { created: isNew });
      return isNew;
    });
    this.#onEvent(definition.id);
    return created;
  }

  /** @throws ApiError USERS_INVALID */
  async putUsers(users: Users, actor: Actor): Promise<CreateUsersAnswer> {
    await this.#checkUsers(users);
    const result: CreateUsersAnswer = { created: 0, updated: 0, users: [] };
    // Outside of the transaction: argon2 takes its time, and locks should not.
    const hashes: string[] = [];
    for (let start = 0; start < users.length; start += hashedAtOnce) {
      const batch = users.slice(start, start + hashedAtOnce);
      hashes.push(...(await Promise.all(batch.map((user) => hashPassword(user.password)))));
    }
    await this.#database.transaction(async (sql) => {
      const changes = await accountChanges(sql, users);
      for (const [index, user] of users.entries()) {
        const rows = await sql.query<{ id: string; created: boolean }>(
          `INSERT INTO account (id, username, display_name, role, password_hash, team_id) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (username) DO UPDATE SET display_name = excluded.display_name, role = excluded.role,
             password_hash = excluded.password_hash, team_id = excluded.team_id, enabled = true
           RETURNING id, (xmax = 0) AS created`,
          [uuidV7(), user.username, user.displayName ?? user.username, user.role, hashes[index], user.teamId],
        );
        const row = rows[0];
        if (row === undefined) continue;
        if (row.created) result.created += 1;
        else {
          result.updated += 1;
          // A new password ends what the old one opened.
          await sql.query('DELETE FROM session WHERE account_id = $1', [row.id]);
        }
        result.users.push({ id: row.id, username: user.username });
      }
      await sql.query(`SELECT pg_notify('sandglass_session', '')`);
      const target = users.length === 1 ? (users[0]?.username ?? '') : `${users.length} accounts`;
      await recordAudit(sql, actor, 'users.put', target, { accounts: changes });
    });
    return result;
  }

  /** The first account of an empty database. @returns whether it was made */
  async ensureAdmin(password: string): Promise<boolean> {
    if ((await this.#database.prisma.account.count()) > 0) return false;
    const hash = await hashPassword(password);
    const rows = await this.#database.query(
      `INSERT INTO account (id, username, display_name, role, password_hash) VALUES ($1, 'admin', 'Administrator', 'admin', $2)
       ON CONFLICT (username) DO NOTHING RETURNING id`,
      [uuidV7(), hash],
    );
    return rows.length > 0;
  }

  async #check(definition: Definition): Promise<void> {
    const errors: FieldError[] = checkTimes(definition);
    errors.push(
      ...repeated(
        definition.problems.map(({ label }) => label),
        (index) => `problems[${index}].label`,
      ),
    );
    errors.push(
      ...repeated(
        definition.problems.map(({ problem }) => problem),
        (index) => `problems[${index}].problem`,
      ),
    );
    errors.push(
      ...repeated(
        definition.teams.map(({ id }) => id),
        (index) => `teams[${index}].id`,
      ),
    );
    const rows = await this.#database.query<{ id: string }>(
      'SELECT id FROM problem WHERE id = ANY($1) AND current_version_id IS NOT NULL',
      [definition.problems.map(({ problem }) => problem)],
    );
    const known = new Set(rows.map(({ id }) => id));
    for (const [index, { problem }] of definition.problems.entries()) {
      if (!known.has(problem))
        errors.push({ path: `problems[${index}].problem`, message: `"${problem}" has not been imported` });
    }
    if (errors.length > 0) throw fieldErrors('CONTEST_INVALID', errors);
  }

  async #checkUsers(users: Users): Promise<void> {
    const errors: FieldError[] = repeated(
      users.map(({ username }) => username),
      (index) => `users[${index}].username`,
    );
    const rows = await this.#database.query<{ id: string }>('SELECT id FROM team WHERE id = ANY($1)', [
      users.flatMap(({ teamId }) => (teamId === null ? [] : [teamId])),
    ]);
    const known = new Set(rows.map(({ id }) => id));
    for (const [index, { role, teamId }] of users.entries()) {
      const path = `users[${index}].teamId`;
      if (teamId !== null && !known.has(teamId))
        errors.push({ path, message: `there is no team "${teamId}"; teams come with their contest` });
      if (role === 'contestant' && teamId === null)
        errors.push({ path, message: 'is needed: a contestant belongs to a team' });
    }
    if (errors.length > 0) throw fieldErrors('USERS_INVALID', errors);
  }
}

async function upsertContest(sql: Sql, contest: Definition): Promise<boolean> {
  const rows = await sql.query<{ created: boolean }>(
    `INSERT INTO contest (id, name, short_name, starts_at, ends_at, freezes_at, thaws_at, penalty_minutes, image)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, short_name = excluded.short_name, starts_at = excluded.starts_at,
       ends_at = excluded.ends_at, freezes_at = excluded.freezes_at, thaws_at = excluded.thaws_at,
       penalty_minutes = excluded.penalty_minutes, image = excluded.image
     RETURNING (xmax = 0) AS created`,
    [
      contest.id,
      contest.name,
      contest.shortName ?? contest.name.slice(0, 64),
      contest.startsAt,
      contest.endsAt,
      contest.freezesAt,
      contest.thawsAt,
      contest.penaltyMinutes,
      contest.image,
    ],
  );
  return rows[0]?.created === true;
}

async function upsertTeams(sql: Sql, teams: Definition['teams']): Promise<void> {
  await sql.query(
    `INSERT INTO team (id, name, affiliation, country, category)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, affiliation = excluded.affiliation, country = excluded.country,
       category = excluded.category`,
    [
      teams.map(({ id }) => id),
      teams.map(({ name }) => name),
      teams.map(({ affiliation }) => affiliation),
      teams.map(({ country }) => country),
      teams.map(({ category }) => category),
    ],
  );
}

function checkTimes(contest: ContestDefinition): FieldError[] {
  const at = (text: string): number => Date.parse(text);
  const errors: FieldError[] = [];
  if (at(contest.endsAt) <= at(contest.startsAt))
    errors.push({ path: 'endsAt', message: 'must be after startsAt' });
  const { freezesAt, thawsAt } = contest;
  if (freezesAt != null && (at(freezesAt) < at(contest.startsAt) || at(freezesAt) > at(contest.endsAt))) {
    errors.push({ path: 'freezesAt', message: 'must be between startsAt and endsAt' });
  }
  if (thawsAt != null && freezesAt == null)
    errors.push({ path: 'thawsAt', message: 'has a meaning only with freezesAt' });
  if (thawsAt != null && at(thawsAt) < at(contest.endsAt))
    errors.push({ path: 'thawsAt', message: 'must not be before endsAt' });
  return errors;
}

function repeated(values: readonly string[], path: (index: number) => string): FieldError[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [{ path: path(index), message: `"${value}" is given twice` }];
    seen.add(value);
    return [];
  });
}
