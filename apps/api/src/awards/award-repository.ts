/** What awards are made of besides the scoreboard: medals, groups and organisations of the teams, and the jury's edits. */
import type { AwardEdit, AwardRules, AwardSetup, AwardTeam } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';

/** What a contest decides of its awards, with the people whom they are for. */
export interface AwardFacts {
  readonly rules: AwardRules;
  readonly teams: readonly (Pick<AwardTeam, 'id' | 'groupIds' | 'organisationId'> & {
    readonly icpcId: string | null;
  })[];
  readonly groups: AwardSetup['groups'];
  readonly organisations: AwardSetup['organisations'];
  readonly edits: readonly AwardEdit[];
}

/** Of one instant where `sql` is a snapshot or holds the contest's lock. @returns null: there is no such contest */
export async function readAwardFacts(sql: Sql, contest: string): Promise<AwardFacts | null> {
  const rules = await readAwardRules(sql, contest);
  if (rules === null) return null;
  const teams = await sql.query<AwardFacts['teams'][number]>(
    `SELECT t.id, t.icpc_id AS "icpcId", t.organisation_id AS "organisationId",
       coalesce(array_agg(m.group_id ORDER BY m.ordinal, m.group_id) FILTER (WHERE m.group_id IS NOT NULL), '{}') AS "groupIds"
     FROM contest_team ct JOIN team t ON t.id = ct.team_id LEFT JOIN team_group_member m ON m.team_id = t.id
     WHERE ct.contest_id = $1 GROUP BY t.id`,
    [contest],
  );
  const groups = await sql.query<AwardSetup['groups'][number]>(
    `SELECT id, name, type FROM team_group
     WHERE id IN (SELECT m.group_id FROM team_group_member m JOIN contest_team ct ON ct.team_id = m.team_id WHERE ct.contest_id = $1)
     ORDER BY sort_order, id`,
    [contest],
  );
  const organisations = await sql.query<AwardSetup['organisations'][number]>(
    `SELECT id, name FROM organisation
     WHERE id IN (SELECT t.organisation_id FROM team t JOIN contest_team ct ON ct.team_id = t.id WHERE ct.contest_id = $1)
     ORDER BY name, id`,
    [contest],
  );
  const edits = await sql.query<AwardEdit>(
    `SELECT award_id AS "awardId", citation, added, removed FROM award_edit WHERE contest_id = $1 ORDER BY award_id`,
    [contest],
  );
  return { rules, teams, groups, organisations, edits };
}

async function readAwardRules(sql: Sql, contest: string): Promise<AwardRules | null> {
  const [rules] = await sql.query<AwardRules>(
    `SELECT gold_medals AS gold, silver_medals AS silver, bronze_medals AS bronze, extra_bronze AS "extraBronze",
       awarded_ranks AS ranks
     FROM contest WHERE id = $1`,
    [contest],
  );
  return rules ?? null;
}

/** The contest is locked by the caller. */
export async function writeAwardRules(sql: Sql, contest: string, rules: AwardRules): Promise<void> {
  await sql.query(
    'UPDATE contest SET gold_medals = $2, silver_medals = $3, bronze_medals = $4, awarded_ranks = $5 WHERE id = $1',
    [contest, rules.gold, rules.silver, rules.bronze, rules.ranks],
  );
}

/** The contest is locked by the caller. @param edit null: the award is as computed, and one of the jury's own is gone */
export async function writeAwardEdit(
  sql: Sql,
  contest: string,
  award: string,
  edit: AwardEdit | null,
  username: string | null,
): Promise<void> {
  if (edit === null) {
    await sql.query('DELETE FROM award_edit WHERE contest_id = $1 AND award_id = $2', [contest, award]);
    return;
  }
  await sql.query(
    `INSERT INTO award_edit (contest_id, award_id, citation, added, removed, changed_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (contest_id, award_id) DO UPDATE
     SET citation = EXCLUDED.citation, added = EXCLUDED.added, removed = EXCLUDED.removed,
       changed_by = EXCLUDED.changed_by, changed_at = now()`,
    [contest, award, edit.citation, edit.added, edit.removed, username],
  );
}
