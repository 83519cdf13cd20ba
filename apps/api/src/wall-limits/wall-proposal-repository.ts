/** Proposals of wall limits in the database. */
import {
  proposalEvidenceSchema,
  wallLimitRuleSchema,
  type ProposalEvidence,
  type WallLimitProposal,
} from '@sandglass/contracts';
import type { WallLimitRule } from '@sandglass/domain';
import { latestEnd } from '../contests/contest-conditions.ts';
import type { Sql } from '../platform/database/database.ts';
import { readJson, type WithJson } from '../platform/database/json-columns.ts';

const columns = `id, contest_id AS "contestId", rule, evidence, state, created_at AS "createdAt", expires_at AS "expiresAt",
  ended_at AS "endedAt", ended_by AS "endedBy"`;

export type ProposalRow = Omit<WallLimitProposal, 'createdAt' | 'expiresAt' | 'endedAt'> & {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
};

const shapes = { rule: wallLimitRuleSchema, evidence: proposalEvidenceSchema };
type StoredProposal = WithJson<ProposalRow, keyof typeof shapes>;
const read = (row: StoredProposal): ProposalRow => readJson(row, shapes);

/** Of a contest, newest first. */
export async function latestProposals(sql: Sql, contestId: string): Promise<ProposalRow[]> {
  const rows = await sql.query<StoredProposal>(
    `SELECT ${columns} FROM wall_limit_proposal WHERE contest_id = $1 ORDER BY id DESC LIMIT 50`,
    [contestId],
  );
  return rows.map(read);
}

export async function lockProposal(sql: Sql, id: string): Promise<ProposalRow | null> {
  const rows = await sql.query<StoredProposal>(
    `SELECT ${columns} FROM wall_limit_proposal WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] === undefined ? null : read(rows[0]);
}

/** Open ones that nobody answered in time. */
export async function lockExpired(sql: Sql, now: Date): Promise<ProposalRow[]> {
  const rows = await sql.query<StoredProposal>(
    `SELECT ${columns} FROM wall_limit_proposal WHERE state = 'open' AND expires_at <= $1
     ORDER BY contest_id FOR UPDATE SKIP LOCKED`,
    [now],
  );
  return rows.map(read);
}

/** @param contestId null: of every contest */
export async function lockOpen(sql: Sql, contestId: string | null): Promise<ProposalRow[]> {
  const rows = await sql.query<StoredProposal>(
    `SELECT ${columns} FROM wall_limit_proposal WHERE state = 'open' AND ($1::text IS NULL OR contest_id = $1)
     ORDER BY id FOR UPDATE`,
    [contestId],
  );
  return rows.map(read);
}

/** Contests that run, or ended within the window, without an open proposal or one that was answered a moment ago. */
export function contestsToWatch(
  sql: Sql,
  { now, windowMs, quietMs }: { now: Date; windowMs: number; quietMs: number },
): Promise<{ id: string }[]> {
  return sql.query<{ id: string }>(
    `SELECT c.id FROM contest c
       WHERE c.starts_at <= $1 AND ${latestEnd} + $2 * interval '1 ms' > $1
         AND NOT EXISTS (SELECT 1 FROM wall_limit_proposal p WHERE p.contest_id = c.id
           AND (p.state = 'open' OR (p.state IN ('declined', 'expired') AND p.ended_at > $1 - $3 * interval '1 ms')))
       ORDER BY c.id`,
    [now, windowMs, quietMs],
  );
}

export interface NewProposal {
  readonly id: string;
  readonly contestId: string;
  readonly rule: WallLimitRule;
  readonly evidence: ProposalEvidence;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** @returns false: the contest has an open one */
export async function insertProposal(sql: Sql, proposal: NewProposal): Promise<boolean> {
  const { id, contestId, rule, evidence, createdAt, expiresAt } = proposal;
  const rows = await sql.query(
    `INSERT INTO wall_limit_proposal (id, contest_id, rule, evidence, created_at, expires_at, open_contest_id)
     VALUES ($1, $2, $3, $4, $5, $6, $2) ON CONFLICT (open_contest_id) DO NOTHING RETURNING id`,
    [id, contestId, JSON.stringify(rule), JSON.stringify(evidence), createdAt, expiresAt],
  );
  return rows.length > 0;
}

/** @returns when it ended */
export async function closeProposal(
  sql: Sql,
  id: string,
  state: WallLimitProposal['state'],
  by: string | null,
): Promise<Date | null> {
  const rows = await sql.query<{ at: Date | null }>(
    `UPDATE wall_limit_proposal SET state = $2, ended_at = now(), ended_by = $3, open_contest_id = NULL WHERE id = $1
     RETURNING ended_at AS at`,
    [id, state, by],
  );
  return rows[0]?.at ?? null;
}
