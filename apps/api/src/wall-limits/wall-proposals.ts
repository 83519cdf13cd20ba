/**
 * The system watches the hosts' part of the gap in every contest that is running, and proposes more room for
 * the wall clock when it calls for some (domain's proposeMargin). Nothing changes until a jury
 * member approves; unanswered a proposal expires. Every step is in the audit log.
 */
import { proposalEvidenceSchema, type ProposalEvidence, type WallLimitProposal } from '@sandglass/contracts';
import { defaultWallLimitRule, proposeMargin, type WallLimitRule } from '@sandglass/domain';
import { recordAudit, systemActor, type Actor } from '../admin/audit-log.ts';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Database, Sql } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Log } from '../http/app-type.ts';
import { Rounds } from '../rounds.ts';
import { storedRules } from './wall-limit-repository.ts';
import { hostGaps, overallGap, problemGaps } from './wall-measurements.ts';

/** What the evidence is taken from, and how long a proposal waits: what was true an hour ago is no reason any more. */
const windowMs = 15 * 60_000;
const expiresAfterMs = 30 * 60_000;
/** After an answer, the same is not asked again at once. */
const quietMs = 15 * 60_000;
const everyMs = 20_000;

const columns = `id, contest_id AS "contestId", rule, evidence, state, created_at AS "createdAt", expires_at AS "expiresAt",
  ended_at AS "endedAt", ended_by AS "endedBy"`;

type Row = Omit<WallLimitProposal, 'createdAt' | 'expiresAt' | 'endedAt'> & {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
};

export class WallProposals {
  readonly #database: Database;
  readonly #onEvent: (contestId: string) => void;
  readonly #log: Log;
  readonly #rounds: Rounds;

  constructor(database: Database, onEvent: (contestId: string) => void, log: Log) {
    this.#database = database;
    this.#onEvent = onEvent;
    this.#log = log;
    this.#rounds = new Rounds({
      everyMs,
      go: () => this.look(),
      failed: 'wall-limit proposals are looked after later',
      log,
    });
  }

  open(): void {
    this.#rounds.open();
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  /** Expires what nobody answered, and proposes where the last minutes call for it. */
  async look(now = new Date()): Promise<void> {
    const changed = new Set(await this.#expire(now));
    for (const { id } of await this.#running(now)) {
      if (await this.#propose(id, now)) changed.add(id);
    }
    for (const contestId of changed) this.#onEvent(contestId);
  }

  /** Newest first. */
  async list(contestId: string): Promise<WallLimitProposal[]> {
    const rows = await this.#database.query<Row & Record<string, unknown>>(
      `SELECT ${columns} FROM wall_limit_proposal WHERE contest_id = $1 ORDER BY id DESC LIMIT 50`,
      [contestId],
    );
    return rows.map(view);
  }

  /**
   * Ends an open proposal.
   * @param accept what approving means, within the transaction; its error leaves the proposal open
   * @throws ApiError WALL_PROPOSAL_UNKNOWN, WALL_PROPOSAL_ENDED
   */
  async end(
    id: string,
    state: 'approved' | 'declined',
    actor: Actor,
    accept: (sql: Sql, proposal: WallLimitProposal) => Promise<void> = async () => {},
  ): Promise<WallLimitProposal> {
    const ended = await this.#database.transaction(async (sql) => {
      const rows = await sql.query<Row & Record<string, unknown>>(
        `SELECT ${columns} FROM wall_limit_proposal WHERE id = $1 FOR UPDATE`,
        [id],
      );
      const row = rows[0];
      if (row === undefined) throw new ApiError('WALL_PROPOSAL_UNKNOWN', { proposal: id });
      const known = row.state === 'open' && row.expiresAt <= new Date() ? 'expired' : row.state;
      if (known !== 'open') throw new ApiError('WALL_PROPOSAL_ENDED', { proposal: id, state: known });
      await accept(sql, view(row));
      await close(sql, row, state, actor);
      await tell(sql, row.contestId);
      return row.contestId;
    });
    this.#onEvent(ended);
    const all = await this.#database.query<Row & Record<string, unknown>>(
      `SELECT ${columns} FROM wall_limit_proposal WHERE id = $1`,
      [id],
    );
    const row = all[0];
    if (row === undefined) throw new ApiError('WALL_PROPOSAL_UNKNOWN', { proposal: id });
    return view(row);
  }

  async #expire(now: Date): Promise<string[]> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.query<Row & Record<string, unknown>>(
        `SELECT ${columns} FROM wall_limit_proposal WHERE state = 'open' AND expires_at <= $1
         ORDER BY contest_id FOR UPDATE SKIP LOCKED`,
        [now],
      );
      for (const row of rows) await close(sql, row, 'expired', systemActor);
      for (const row of rows) await tell(sql, row.contestId);
      return rows.map(({ contestId }) => contestId);
    });
  }

  #running(now: Date): Promise<{ id: string }[]> {
    return this.#database.query(
      `SELECT c.id FROM contest c
       WHERE c.starts_at <= $1 AND c.ends_at + $2 * interval '1 ms' > $1
         AND NOT EXISTS (SELECT 1 FROM wall_limit_proposal p WHERE p.contest_id = c.id
           AND (p.state = 'open' OR (p.state IN ('declined', 'expired') AND p.ended_at > $1 - $3 * interval '1 ms')))
       ORDER BY c.id`,
      [now, windowMs, quietMs],
    );
  }

  async #propose(contestId: string, now: Date): Promise<boolean> {
    const since = await this.#since(contestId, now);
    const overall = await overallGap(this.#database, { contestId, since });
    const { contest, problem, language, global } = await storedRules(this.#database);
    const marginUs = marginOf(contest.get(contestId) ?? null, global);
    if (marginUs === null) return false;
    const proposal = proposeMargin(overall, marginUs);
    if (proposal === null) return false;
    const hosts = await hostGaps(this.#database, { contestId, since });
    const problems = await problemGaps(this.#database, { contestId, since });
    const evidence: ProposalEvidence = {
      from: since.toISOString(),
      until: now.toISOString(),
      ...overall,
      reasons: [...proposal.reasons],
      hosts: hosts.map(({ judgehost, runs, suspect, p99Us }) => ({ judgehost, runs, suspect, p99Us })),
      // A problem that waits more than the rest may need more than the contest: the jury is told which.
      problems: problems.map(({ problemId, runs, suspect, p99Us }) => ({
        problemId,
        runs,
        suspect,
        p99Us,
        ownRule: keepsItsRoom(problem.get(problemId)),
      })),
      languages: [...language].filter(([, rule]) => keepsItsRoom(rule)).map(([id]) => id),
    };
    return this.#database.transaction(async (sql) => {
      const rows = await sql.query<{ id: string }>(
        `INSERT INTO wall_limit_proposal (id, contest_id, rule, evidence, created_at, expires_at, open_contest_id)
         VALUES ($1, $2, $3, $4, $5, $6, $2) ON CONFLICT (open_contest_id) DO NOTHING RETURNING id`,
        [
          uuidV7(now.getTime()),
          contestId,
          JSON.stringify({ marginUs: proposal.marginUs }),
          JSON.stringify(evidence),
          now,
          new Date(now.getTime() + expiresAfterMs),
        ],
      );
      const id = rows[0]?.id;
      if (id === undefined) return false;
      await recordAudit(sql, systemActor, 'wall-limit.propose', `contest ${contestId}`, {
        proposal: id,
        after: { marginUs: proposal.marginUs },
        reasons: proposal.reasons,
      });
      await tell(sql, contestId);
      this.#log.info(
        { contest: contestId, proposal: id, marginUs: proposal.marginUs },
        'a wider wall limit is proposed',
      );
      return true;
    });
  }

  /** Runs under the rule before the last change say nothing of the rule in force. */
  async #since(contestId: string, now: Date): Promise<Date> {
    const start = new Date(now.getTime() - windowMs);
    const rows = await this.#database.query<{ at: Date | null }>(
      `SELECT max(at) AS at FROM audit_log WHERE action = 'wall-limit.put' AND target IN ('global', $1) AND at > $2`,
      [`contest ${contestId}`, start],
    );
    return rows[0]?.at ?? start;
  }
}

/**
 * Ends what is open where the jury sets a rule of its own: approved later it would undo that. Call before the rule's
 * own row is locked, as `end` does. Their contests have news of the rule itself.
 * @param contestId null: of every contest
 */
export async function supersede(sql: Sql, contestId: string | null, actor: Actor): Promise<void> {
  const rows = await sql.query<Row & Record<string, unknown>>(
    `SELECT ${columns} FROM wall_limit_proposal WHERE state = 'open' AND ($1::text IS NULL OR contest_id = $1)
     ORDER BY id FOR UPDATE`,
    [contestId],
  );
  for (const row of rows) await close(sql, row, 'superseded', actor);
}

/** Whether more room of the contest does not reach it: a rule that says a factor alone takes the room from there. */
function keepsItsRoom(rule: WallLimitRule | undefined): boolean {
  return rule?.marginUs !== undefined || rule?.fixedUs !== undefined;
}

/** µs; null where the limit was fixed as such, so that a margin would undo what the jury meant. */
function marginOf(contest: WallLimitRule | null, global: WallLimitRule | null): number | null {
  if (contest?.fixedUs !== undefined) return null;
  if (contest?.marginUs !== undefined) return contest.marginUs;
  if (global?.fixedUs !== undefined && contest?.factor === undefined) return null;
  return global?.marginUs ?? defaultWallLimitRule.marginUs;
}

async function close(sql: Sql, row: Row, state: WallLimitProposal['state'], actor: Actor): Promise<void> {
  await sql.query(
    `UPDATE wall_limit_proposal SET state = $2, ended_at = now(), ended_by = $3, open_contest_id = NULL WHERE id = $1`,
    [row.id, state, actor.username],
  );
  await recordAudit(sql, actor, `wall-limit.${state}`, `contest ${row.contestId}`, {
    proposal: row.id,
    after: row.rule,
  });
}

/** Last of a transaction: whatever else happens in the contest waits for it from here on. */
async function tell(sql: Sql, contestId: string): Promise<void> {
  await appendEvent(sql, contestId, { type: 'contest', change: 'wall-limit-proposal' });
}

function view(row: Row): WallLimitProposal {
  return {
    id: row.id,
    contestId: row.contestId,
    rule: row.rule,
    // One of an earlier version may lack what has been added since.
    evidence: proposalEvidenceSchema.parse(row.evidence),
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: row.endedBy,
  };
}
