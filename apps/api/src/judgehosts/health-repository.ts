/**
 * The health history of hosts. A host reports its state with every heartbeat; here each change becomes a period, and
 * what the host judged while it was unhealthy is marked, back to the first evidence.
 */
import {
  healthReasonSchema,
  idSchema,
  type HealthPeriod,
  type HealthReason,
  type HostCondition,
} from '@sandglass/contracts';
import { z } from 'zod';
import type { Unit, Units } from '../events/unit-of-work.ts';
import type { Database } from '../platform/database/database.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { readJson } from '../platform/database/json-columns.ts';
import type { JudgehostIdentity } from '../platform/http/access.ts';
import type { OpenPeriod } from './judgehost-repository.ts';

const reasonsSchema = z.array(healthReasonSchema);

export class HealthRepository {
  readonly #database: Database;
  readonly #units: Units;

  constructor(database: Database, units: Units) {
    this.#database = database;
    this.#units = units;
  }

  /**
   * @param condition its instants by this process's clock
   * @param open what the database knew with this heartbeat. Not what this process remembers: a host's heartbeats come to
   * on any process of the api. Most bring nothing new, and cost nothing more.
   * @returns the number of judgings marked, when the host has just known that it is unhealthy; null: nothing new
   */
  async note(
    host: JudgehostIdentity,
    condition: HostCondition,
    open: OpenPeriod | null,
  ): Promise<number | null> {
    if (open?.state === condition.state && unknownReasons(open, condition).length === 0) return null;
    return this.#units.run((unit) => this.#write(unit, host, condition));
  }

  /** Newest first. @param host its id or name */
  async of(host: string, limit: number): Promise<HealthPeriod[]> {
    const rows = await this.#database.prisma.healthPeriod.findMany({
      where: idSchema.safeParse(host).success ? { judgehostId: host } : { judgehost: { name: host } },
      // In the order of the decisions: an unhealthy period may begin before the healthy one that it ends.
      orderBy: { id: 'desc' },
      take: limit,
      include: { judgehost: { select: { name: true } } },
    });
    return rows.map((row) => ({
      id: row.id,
      judgehost: row.judgehost.name,
      state: row.state as HealthPeriod['state'],
      reasons: reasonsSchema.parse(row.reasons),
      from: row.from.toISOString(),
      to: row.to?.toISOString() ?? null,
    }));
  }

  async #write(unit: Unit, host: JudgehostIdentity, condition: HostCondition): Promise<number | null> {
    // Heartbeats of one host that come to two processes follow one another.
    await unit.query('SELECT 1 FROM judgehost WHERE id = $1 FOR NO KEY UPDATE', [host.id]);
    const open = await unit.query<{ id: string; state: string; reasons: unknown }>(
      'SELECT id, state, reasons FROM health_period WHERE judgehost_id = $1 AND to_at IS NULL',
      [host.id],
    );
    const current = open[0] === undefined ? undefined : readJson(open[0], { reasons: reasonsSchema });
    if (current?.state === condition.state) {
      // The same state for one reason more: a period has all of its reasons.
      const more = unknownReasons(current, condition);
      if (more.length > 0) {
        await unit.query('UPDATE health_period SET reasons = $2 WHERE id = $1', [
          current.id,
          JSON.stringify([...current.reasons, ...more]),
        ]);
      }
      return null;
    }
    const from = beginning(condition);
    await unit.query(
      `UPDATE health_period SET to_at = greatest(from_at, $2::timestamptz) WHERE judgehost_id = $1 AND to_at IS NULL`,
      [host.id, from],
    );
    await unit.query(
      `INSERT INTO health_period (id, judgehost_id, state, reasons, from_at) VALUES ($1, $2, $3, $4, $5)`,
      [uuidV7(), host.id, condition.state, JSON.stringify(condition.reasons), from],
    );
    return condition.state === 'unhealthy' ? markJudgings(unit, host, condition, from) : null;
  }
}

/** Reasons that the period does not have yet. */
function unknownReasons(period: OpenPeriod, { reasons }: HostCondition): HealthReason[] {
  const known = new Set(period.reasons.map(({ sign, state }) => `${sign} ${state}`));
  return reasons.filter(({ sign, state }) => !known.has(`${sign} ${state}`));
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
  unit: Unit,
  host: JudgehostIdentity,
  { clock }: HostCondition,
  from: Date,
): Promise<number> {
  const rows = await unit.query<{ submissionId: string; contestId: string }>(
    `WITH hit AS (
       UPDATE run r SET while_unhealthy = true FROM judging j
       WHERE j.id = r.judging_id AND (j.ended_at IS NULL OR j.ended_at >= $3) AND r.judgehost = $1 AND NOT r.while_unhealthy
         AND r.started_at + r.wall_us * interval '1 microsecond' >= $2
       RETURNING r.judging_id
     )
     UPDATE judging m SET while_unhealthy = true FROM submission s
     WHERE m.id IN (SELECT judging_id FROM hit) AND s.id = m.submission_id
     RETURNING s.id AS "submissionId", s.contest_id AS "contestId"`,
    [host.name, new Date(from.getTime() - (clock?.roundTripMs ?? 0)), from],
  );
  for (const [submissionId, contestId] of new Map(rows.map((row) => [row.submissionId, row.contestId])))
    unit.event(contestId, { type: 'mark', submissionId });
  return rows.length;
}
