/** The template of a contest's certificates, and the contestants of its teams. */
import { certificateTemplateRequestSchema, type CertificateTemplate } from '@sandglass/contracts';
import type { Sql } from '../platform/database/database.ts';
import { readJson } from '../platform/database/json-columns.ts';

/** @returns null: the built-in one */
export async function readTemplate(sql: Sql, contest: string): Promise<CertificateTemplate | null> {
  const [row] = await sql.query<{ template: unknown }>(
    'SELECT certificate_template AS template FROM contest WHERE id = $1',
    [contest],
  );
  return row === undefined
    ? null
    : readJson(row, { template: certificateTemplateRequestSchema.nullable() }).template;
}

/** The contest is locked by the caller. */
export async function writeTemplate(sql: Sql, contest: string, template: CertificateTemplate): Promise<void> {
  await sql.query('UPDATE contest SET certificate_template = $2 WHERE id = $1', [
    contest,
    JSON.stringify(template),
  ]);
}

/** By team; in the order of their names. */
export async function readContestants(sql: Sql, contest: string): Promise<ReadonlyMap<string, string[]>> {
  const rows = await sql.query<{ team: string; name: string }>(
    `SELECT pt.team_id AS team, p.name
     FROM person_team pt JOIN person p ON p.id = pt.person_id JOIN contest_team ct ON ct.team_id = pt.team_id
     WHERE ct.contest_id = $1 AND p.role = 'contestant' ORDER BY p.name, p.id`,
    [contest],
  );
  const byTeam = new Map<string, string[]>();
  for (const { team, name } of rows) byTeam.set(team, [...(byTeam.get(team) ?? []), name]);
  return byTeam;
}
