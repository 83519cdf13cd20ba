/** When judgehosts were unhealthy during a contest, and what they judged of it in that time. */
import { healthReasonSchema, type UnhealthyPeriod } from '@sandglass/contracts';
import { z } from 'zod';
import type { Sql } from '../platform/database/database.ts';

const reasonsSchema = z.array(healthReasonSchema);

/**
 * Those in which a host judged something of the contest, latest first. A judging belongs to the period before its end
 * that is nearest: begun on an unhealthy host it may end when the host is well again. So the filter of a rejudging (`whileUnhealthy`,
 * `hosts`, `judgedFrom`, `judgedUntil`) takes exactly what is counted here.
 */
export async function unhealthyPeriods(sql: Sql, contestId: string): Promise<UnhealthyPeriod[]> {
  const rows = await sql.query<{
    judgehost: string;
    from: Date;
    until: Date | null;
    judgedUntil: Date | null;
    reasons: unknown;
    submissions: number;
    suspect: number;
  }>(
    `WITH period AS (
       SELECT p.id, h.name AS judgehost, p.from_at, p.to_at, p.reasons,
         lead(p.from_at) OVER (PARTITION BY h.id ORDER BY p.from_at, p.id) AS next_at
       FROM health_period p JOIN judgehost h ON h.id = p.judgehost_id WHERE p.state = 'unhealthy'
     ), judged AS MATERIALIZED (
       SELECT DISTINCT j.id, j.ended_at, j.suspect, r.judgehost
       FROM submission s JOIN judging j ON j.submission_id = s.id AND j.valid AND j.while_unhealthy AND j.state = 'done'
         JOIN run r ON r.judging_id = j.id AND r.while_unhealthy
       WHERE s.contest_id = $1
     )
     SELECT p.judgehost, p.from_at AS "from", p.to_at AS until, p.next_at AS "judgedUntil", p.reasons,
       count(*)::int AS submissions, (count(*) FILTER (WHERE j.suspect))::int AS suspect
     FROM period p JOIN judged j ON j.judgehost = p.judgehost AND j.ended_at >= p.from_at
       AND (p.next_at IS NULL OR j.ended_at < p.next_at)
     GROUP BY p.id, p.judgehost, p.from_at, p.to_at, p.next_at, p.reasons
     ORDER BY p.id DESC LIMIT 50`,
    [contestId],
  );
  return rows.map(({ reasons, ...row }) => ({
    ...row,
    from: row.from.toISOString(),
    until: row.until?.toISOString() ?? null,
    judgedUntil: row.judgedUntil?.toISOString() ?? null,
    reasons: reasonsSchema.parse(reasons).map(({ text }) => text),
  }));
}
