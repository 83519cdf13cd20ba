/** Organisations, groups, teams, persons and accounts, read whole. What writes them is in `people-store.ts`. */
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
