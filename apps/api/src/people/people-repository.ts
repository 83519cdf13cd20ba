/** Organisations, groups, teams, persons and accounts: read whole, and written by the thousand in a few statements. */
import {
  accountRoleSchema,
  personRoles,
  type AccountOfPeople,
  type Organisation,
  type Person,
  type Team,
  type TeamGroup,
} from '@sandglass/contracts';
import { z } from 'zod';
import type { Sql } from '../platform/database/database.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import type { PresentPeople } from './people-rows.ts';

const personRoleSchema = z.enum(personRoles);

/** All of them, in several statements: in a snapshot, or under the lock `people`. */
export async function readPeople(sql: Sql): Promise<PresentPeople> {
  return {
    organisations: byId(await organisations(sql)),
    groups: byId(await groups(sql)),
    teams: byId(await teams(sql)),
    persons: byId(await persons(sql)),
    accounts: byId(await accounts(sql)),
  };
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function organisations(sql: Sql): Promise<Organisation[]> {
  return sql.query<{
    id: string;
    icpcId: string | null;
    name: string;
    formalName: string | null;
    country: string | null;
  }>(
    `SELECT id, icpc_id AS "icpcId", name, formal_name AS "formalName", country FROM organisation ORDER BY id COLLATE "C"`,
  );
}

function groups(sql: Sql): Promise<TeamGroup[]> {
  return sql.query<{
    id: string;
    icpcId: string | null;
    name: string;
    type: string | null;
    colour: string | null;
    sortOrder: number;
    hidden: boolean;
    ranked: boolean;
    selfRegistration: boolean;
    bindAddress: boolean;
    autoLogin: boolean;
  }>(
    `SELECT id, icpc_id AS "icpcId", name, type, colour, sort_order AS "sortOrder", hidden, ranked,
       self_registration AS "selfRegistration", bind_address AS "bindAddress", auto_login AS "autoLogin"
     FROM team_group ORDER BY id COLLATE "C"`,
  );
}

function teams(sql: Sql): Promise<Team[]> {
  return sql.query<{
    id: string;
    icpcId: string | null;
    label: string | null;
    name: string;
    displayName: string | null;
    organisationId: string | null;
    country: string | null;
    groupIds: string[];
    location: string | null;
    hidden: boolean;
  }>(
    `SELECT id, icpc_id AS "icpcId", label, name, display_name AS "displayName", organisation_id AS "organisationId",
       country,
       ARRAY(SELECT group_id FROM team_group_member WHERE team_id = team.id ORDER BY ordinal, group_id) AS "groupIds",
       location, hidden
     FROM team ORDER BY id COLLATE "C"`,
  );
}

async function persons(sql: Sql): Promise<Person[]> {
  const rows = await sql.query<{
    id: string;
    icpcId: string | null;
    name: string;
    title: string | null;
    email: string | null;
    role: string;
    teamIds: string[];
  }>(
    `SELECT id, icpc_id AS "icpcId", name, title, email, role,
       ARRAY(SELECT team_id FROM person_team WHERE person_id = person.id ORDER BY team_id COLLATE "C") AS "teamIds"
     FROM person ORDER BY id COLLATE "C"`,
  );
  return rows.map((row) => ({ ...row, role: personRoleSchema.parse(row.role) }));
}

async function accounts(sql: Sql): Promise<AccountOfPeople[]> {
  const rows = await sql.query<{
    id: string;
    displayName: string;
    role: string;
    teamId: string | null;
    addresses: string[];
  }>(
    `SELECT username AS id, display_name AS "displayName", role, team_id AS "teamId", addresses
     FROM account ORDER BY username COLLATE "C"`,
  );
  return rows.map((row) => ({ ...row, role: accountRoleSchema.parse(row.role) }));
}

export async function contestExists(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query<{ id: string }>('SELECT id FROM contest WHERE id = $1', [id])).length > 0;
}

/** In which contests each team takes part. */
export async function contestsOfTeams(sql: Sql): Promise<ReadonlyMap<string, string[]>> {
  const rows = await sql.query<{ teamId: string; contests: string[] }>(
    `SELECT team_id AS "teamId", array_agg(contest_id ORDER BY contest_id) AS contests FROM contest_team GROUP BY team_id`,
  );
  return new Map(rows.map(({ teamId, contests }) => [teamId, contests]));
}

/** Contests in which one of these teams takes part: their read models change with the team. */
export async function contestsWith(sql: Sql, teamIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'SELECT DISTINCT contest_id AS id FROM contest_team WHERE team_id = ANY($1) ORDER BY contest_id',
    [teamIds],
  );
  return rows.map(({ id }) => id);
}

export async function teamsOfOrganisations(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM team WHERE organisation_id = ANY($1)', [ids]);
  return rows.map(({ id }) => id);
}

export async function teamsOfGroups(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'SELECT DISTINCT team_id AS id FROM team_group_member WHERE group_id = ANY($1)',
    [ids],
  );
  return rows.map(({ id }) => id);
}

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

/** Those that are there and have one, by username. */
export async function passwordHashes(
  sql: Sql,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ username: string; hash: string }>(
    `SELECT username, password_hash AS hash FROM account WHERE username = ANY($1) AND password_hash <> ''`,
    [usernames],
  );
  return new Map(rows.map(({ username, hash }) => [username, hash]));
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
