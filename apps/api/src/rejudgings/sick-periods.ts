/** When judgehosts were sick during a contest, and what they judged of it meanwhile. */
import type { HealthReason, SickPeriod } from '@sandglass/contracts';
import type { Sql } from '../database/database.ts';

/** Latest first; of a contest's time and the hour after it, when the last judgings end. */
export async function sickPeriods(sql: Sql, contestId: string): Promise<SickPeriod[]> {
  const rows = await sql.query<{
    judgehost: string;
    from: Date;
    until: Date | null;
    reasons: HealthReason[];
    submissions: number;
    suspect: number;
  }>(
    `SELECT h.name AS judgehost, p.from_at AS "from", p.to_at AS until, p.reasons, n.submissions, n.suspect
     FROM health_period p JOIN judgehost h ON h.id = p.judgehost_id JOIN contest c ON c.id = $1
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS submissions, (count(*) FILTER (WHERE j.suspect))::int AS suspect
         FROM submission s JOIN judging j ON j.submission_id = s.id AND j.valid AND j.while_sick
         WHERE s.contest_id = c.id AND j.ended_at >= p.from_at AND (p.to_at IS NULL OR j.started_at <= p.to_at)
           AND EXISTS (SELECT 1 FROM run r WHERE r.judging_id = j.id AND r.while_sick AND r.judgehost = h.name)) AS n
     WHERE p.state = 'sick' AND p.from_at < c.ends_at + interval '1 hour' AND (p.to_at IS NULL OR p.to_at > c.starts_at)
     ORDER BY p.id DESC LIMIT 50`,
    [contestId],
  );
  return rows.map(({ reasons, ...row }) => ({
    ...row,
    from: row.from.toISOString(),
    until: row.until?.toISOString() ?? null,
    reasons: reasons.map(({ text }) => text),
  }));
}
