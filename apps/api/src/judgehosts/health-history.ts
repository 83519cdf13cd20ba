/**
 * What hosts have been through. A host tells how it is with every heartbeat; here each change becomes a period, and
 * what it judged while it was sick is marked, back to the first evidence.
 */
import { type HealthPeriod, type HealthReason, type HostCondition, idSchema } from '@sandglass/contracts';
import { appendEvents } from '../contests/contest-repository.ts';
import type { Database, Sql } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import type { JudgehostIdentity } from '../http/access.ts';
import type { OpenPeriod } from './judgehost-repository.ts';

export class HealthHistory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param condition its instants by this process's clock
   * @param open what the database knew with this heartbeat. Not what this process remembers: a host's heartbeats come to
   * whichever process its connection leads to. Most bring nothing new, and cost nothing more.
   * @returns the number of judgings marked, when the host has just told that it is sick; null: nothing new
   */
  async note(
    host: JudgehostIdentity,
    condition: HostCondition,
    open: OpenPeriod | null,
  ): Promise<number | null> {
    if (open?.state === condition.state && untold(open, condition).length === 0) return null;
    return this.#database.transaction((sql) => this.#write(sql, host, condition));
  }

  /** Newest first. @param host its id or name */
  async of(host: string, limit: number): Promise<HealthPeriod[]> {
    const rows = await this.#database.prisma.healthPeriod.findMany({
      where: idSchema.safeParse(host).success ? { judgehostId: host } : { judgehost: { name: host } },
      // In the order of the decisions: a sickness may begin before the calm that it ends.
      orderBy: { id: 'desc' },
      take: limit,
      include: { judgehost: { select: { name: true } } },
    });
    return rows.map((row) => ({
      id: row.id,
      judgehost: row.judgehost.name,
      state: row.state as HealthPeriod['state'],
      reasons: row.reasons as unknown as HealthReason[],
      from: row.from.toISOString(),
      to: row.to?.toISOString() ?? null,
    }));
  }

  async #write(sql: Sql, host: JudgehostIdentity, condition: HostCondition): Promise<number | null> {
    // Heartbeats of one host that come to two processes follow one another.
    await sql.query('SELECT 1 FROM judgehost WHERE id = $1 FOR NO KEY UPDATE', [host.id]);
    const open = await sql.query<OpenPeriod & { id: string }>(
      'SELECT id, state, reasons FROM health_period WHERE judgehost_id = $1 AND to_at IS NULL',
      [host.id],
    );
    const [current] = open;
    if (current?.state === condition.state) {
      // The same state for one reason more: a period tells all of its reasons.
      const more = untold(current, condition);
      if (more.length > 0) {
        await sql.query('UPDATE health_period SET reasons = $2 WHERE id = $1', [
          current.id,
          JSON.stringify([...current.reasons, ...more]),
        ]);
      }
      return null;
    }
    const from = beginning(condition);
    await sql.query(
      `UPDATE health_period SET to_at = greatest(from_at, $2::timestamptz) WHERE judgehost_id = $1 AND to_at IS NULL`,
      [host.id, from],
    );
    await sql.query(
      `INSERT INTO health_period (id, judgehost_id, state, reasons, from_at) VALUES ($1, $2, $3, $4, $5)`,
      [uuidV7(), host.id, condition.state, JSON.stringify(condition.reasons), from],
    );
    return condition.state === 'sick' ? markJudgings(sql, host, condition, from) : null;
  }
}

/** Reasons that the period does not tell yet. */
function untold(period: OpenPeriod, { reasons }: HostCondition): HealthReason[] {
  const told = new Set(period.reasons.map(({ sign, state }) => `${sign} ${state}`));
  return reasons.filter(({ sign, state }) => !told.has(`${sign} ${state}`));
}

/** When the state began: never in the future. */
function beginning({ since }: HostCondition): Date {
  return new Date(Math.min(Date.now(), Date.parse(since)));
}

/**
 * What the host ran since then. Runs and this instant were set right by the skew measured at their time, each within half
 * a round trip.
 */
async function markJudgings(
  sql: Sql,
  host: JudgehostIdentity,
  { clock }: HostCondition,
  from: Date,
): Promise<number> {
  const rows = await sql.query<{ submissionId: string; contestId: string }>(
    `WITH hit AS (
       UPDATE run r SET while_sick = true FROM judging j
       WHERE j.id = r.judging_id AND (j.ended_at IS NULL OR j.ended_at >= $3) AND r.judgehost = $1 AND NOT r.while_sick
         AND r.started_at + r.wall_us * interval '1 microsecond' >= $2
       RETURNING r.judging_id
     )
     UPDATE judging m SET while_sick = true FROM submission s
     WHERE m.id IN (SELECT judging_id FROM hit) AND s.id = m.submission_id
     RETURNING s.id AS "submissionId", s.contest_id AS "contestId"`,
    [host.name, new Date(from.getTime() - (clock?.roundTripMs ?? 0)), from],
  );
  // Contests in one order: another host's marks take them in the same.
  const byContest = [...Map.groupBy(rows, ({ contestId }) => contestId)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [contestId, marked] of byContest) {
    const ids = new Set(marked.map(({ submissionId }) => submissionId));
    await appendEvents(
      sql,
      contestId,
      [...ids].map((submissionId) => ({ type: 'mark', submissionId })),
    );
  }
  return rows.length;
}
