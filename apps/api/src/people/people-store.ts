/** Organisations, groups, teams, persons and accounts, written by the thousand in a few statements. */
import type { AccountOfPeople, Organisation, Person, Team, TeamGroup } from '@sandglass/contracts';
import type { Sql } from '../platform/database/database.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';

export async function putOrganisations(sql: Sql, rows: readonly Organisation[]): Promise<void> {
  await sql.query(
    `INSERT INTO organisation (id, icpc_id, name, formal_name, country)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (id) DO UPDATE SET icpc_id = excluded.icpc_id, name = excluded.name,
       formal_name = excluded.formal_name, country = excluded.country`,
    [
      rows.map(({ id }) => id),
      rows.map(({ icpcId }) => icpcId),
      rows.map(({ name }) => name),
      rows.map(({ formalName }) => formalName),
      rows.map(({ country }) => country),
    ],
  );
}

export async function putGroups(sql: Sql, rows: readonly TeamGroup[]): Promise<void> {
  await sql.query(
    `INSERT INTO team_group (id, icpc_id, name, type, colour, sort_order, hidden, ranked, self_registration,
       bind_address, auto_login)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bool[], $8::bool[], $9::bool[],
       $10::bool[], $11::bool[])
     ON CONFLICT (id) DO UPDATE SET icpc_id = excluded.icpc_id, name = excluded.name, type = excluded.type,
       colour = excluded.colour, sort_order = excluded.sort_order, hidden = excluded.hidden, ranked = excluded.ranked,
       self_registration = excluded.self_registration, bind_address = excluded.bind_address, auto_login = excluded.auto_login`,
    [
      rows.map(({ id }) => id),
      rows.map(({ icpcId }) => icpcId),
      rows.map(({ name }) => name),
      rows.map(({ type }) => type),
      rows.map(({ colour }) => colour),
      rows.map(({ sortOrder }) => sortOrder),
      rows.map(({ hidden }) => hidden),
      rows.map(({ ranked }) => ranked),
      rows.map(({ selfRegistration }) => selfRegistration),
      rows.map(({ bindAddress }) => bindAddress),
      rows.map(({ autoLogin }) => autoLogin),
    ],
  );
}

export async function putTeams(sql: Sql, rows: readonly Team[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await sql.query(
    `INSERT INTO team (id, icpc_id, label, name, display_name, organisation_id, country, location, hidden)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bool[])
     ON CONFLICT (id) DO UPDATE SET icpc_id = excluded.icpc_id, label = excluded.label, name = excluded.name,
       display_name = excluded.display_name, organisation_id = excluded.organisation_id, country = excluded.country,
       location = excluded.location, hidden = excluded.hidden`,
    [
      ids,
      rows.map(({ icpcId }) => icpcId),
      rows.map(({ label }) => label),
      rows.map(({ name }) => name),
      rows.map(({ displayName }) => displayName),
      rows.map(({ organisationId }) => organisationId),
      rows.map(({ country }) => country),
      rows.map(({ location }) => location),
      rows.map(({ hidden }) => hidden),
    ],
  );
  const members = rows.flatMap(({ id, groupIds }) =>
    groupIds.map((groupId, ordinal) => ({ id, groupId, ordinal })),
  );
  await sql.query('DELETE FROM team_group_member WHERE team_id = ANY($1)', [ids]);
  await sql.query(
    `INSERT INTO team_group_member (team_id, group_id, ordinal)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int[])`,
    [
      members.map(({ id }) => id),
      members.map(({ groupId }) => groupId),
      members.map(({ ordinal }) => ordinal),
    ],
  );
}

export async function putPersons(sql: Sql, rows: readonly Person[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await sql.query(
    `INSERT INTO person (id, icpc_id, name, title, email, role)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
     ON CONFLICT (id) DO UPDATE SET icpc_id = excluded.icpc_id, name = excluded.name, title = excluded.title,
       email = excluded.email, role = excluded.role`,
    [
      ids,
      rows.map(({ icpcId }) => icpcId),
      rows.map(({ name }) => name),
      rows.map(({ title }) => title),
      rows.map(({ email }) => email),
      rows.map(({ role }) => role),
    ],
  );
  const teamsOf = rows.flatMap(({ id, teamIds }) => teamIds.map((teamId) => ({ id, teamId })));
  await sql.query('DELETE FROM person_team WHERE person_id = ANY($1)', [ids]);
  await sql.query(
    'INSERT INTO person_team (person_id, team_id) SELECT * FROM unnest($1::text[], $2::text[])',
    [teamsOf.map(({ id }) => id), teamsOf.map(({ teamId }) => teamId)],
  );
}

export interface NewPasswords {
  /** By username; a new account without one has no password, and nobody can log in with it. */
  readonly hashes: ReadonlyMap<string, string>;
  /** At the next login. */
  readonly mustChange: boolean;
}

/** In the order of their names, as accounts are locked elsewhere. */
export async function putAccounts(
  sql: Sql,
  unsorted: readonly AccountOfPeople[],
  { hashes, mustChange }: NewPasswords,
): Promise<void> {
  const rows = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await sql.query(
    `INSERT INTO account AS a (id, username, display_name, role, team_id, password_hash, must_change_password, addresses)
     SELECT id, username, display_name, role, team_id, coalesce(password_hash, ''), $8 AND password_hash IS NOT NULL,
       ARRAY(SELECT jsonb_array_elements_text(addresses))
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
       AS given(id, username, display_name, role, team_id, password_hash, addresses)
     ON CONFLICT (username) DO UPDATE SET display_name = excluded.display_name, role = excluded.role,
       team_id = excluded.team_id, addresses = excluded.addresses,
       password_hash = CASE excluded.password_hash WHEN '' THEN a.password_hash ELSE excluded.password_hash END,
       must_change_password =
         CASE excluded.password_hash WHEN '' THEN a.must_change_password ELSE excluded.must_change_password END`,
    [
      rows.map(() => uuidV7()),
      rows.map(({ id }) => id),
      rows.map(({ displayName }) => displayName),
      rows.map(({ role }) => role),
      rows.map(({ teamId }) => teamId),
      rows.map(({ id }) => hashes.get(id) ?? null),
      // Arrays of arrays must all be of one length.
      rows.map(({ addresses }) => JSON.stringify(addresses)),
      mustChange,
    ],
  );
}

/** Sessions of accounts whose rights or password changed end. */
export async function endSessionsOf(sql: Sql, usernames: readonly string[]): Promise<void> {
  await sql.query(
    'DELETE FROM session WHERE account_id IN (SELECT id FROM account WHERE username = ANY($1))',
    [usernames],
  );
}

/** @returns those that were not in it */
export async function joinContest(
  sql: Sql,
  contestId: string,
  teamIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ teamId: string }>(
    `INSERT INTO contest_team (contest_id, team_id) SELECT $1, unnest($2::text[])
     ON CONFLICT DO NOTHING RETURNING team_id AS "teamId"`,
    [contestId, teamIds],
  );
  return rows.map(({ teamId }) => teamId);
}
