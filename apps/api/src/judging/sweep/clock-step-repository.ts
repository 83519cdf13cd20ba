/** The instants by PostgreSQL's clock that judge tasks and hosts have. */
import { repeatPatienceMs } from '@sandglass/domain';
import type { Sql } from '../../platform/database/database.ts';
import { longestWaitMs } from '../results/retry-rule.ts';
import { leaseMs } from '../tasks/lease-repository.ts';

/** What a slow answer or a correction of the clock's pace may be, ms. */
export const slackMs = 2_000;

/** Where the instants of a claimed task, of a task that waits and of a host lie where they cannot lie; the numbers are parameters of the statement below. */
const wrongLease = `state = 'claimed' AND (lease_until > now() + $6::float8 * interval '1 ms'
  OR (lease_until < now() AND lease_until >= to_timestamp($5::float8 / 1000)))`;
const wrongWait = `state = 'due' AND (enqueued_at > now() + $4::float8 * interval '1 ms'
  OR not_before > now() + $2::float8 * interval '1 ms' OR released_at > now() + $4::float8 * interval '1 ms'
  OR patient_until > now() + $3::float8 * interval '1 ms')`;
const wrongHost = `last_seen_at > now() + $4::float8 * interval '1 ms'`;

/**
 * Brings back what lies where no instant of its kind can lie.
 * @param lastLook leases that ran then and have run out only because the clock was set forward begin again; null:
 * none have
 * @returns how many rows were set right, and how many were not because another transaction had locked them
 */
export async function setInstantsRight(
  sql: Sql,
  lastLook: { readonly theirs: number } | null,
): Promise<{ readonly mended: number; readonly left: number }> {
  const rows = await sql.query<{ mended: number; wrong: number }>(
    `WITH leases AS (
         UPDATE judge_task SET lease_until = now() + $1::float8 * interval '1 ms',
           -- The bound of its renewals was an instant too: no host is blamed for a clock.
           hold_until = greatest(hold_until, now() + interval '10 minutes')
         WHERE id IN (SELECT id FROM judge_task WHERE ${wrongLease} FOR UPDATE SKIP LOCKED) RETURNING 1
       ), waits AS (
         UPDATE judge_task SET
           enqueued_at = CASE WHEN enqueued_at <= now() + $4::float8 * interval '1 ms' THEN enqueued_at END,
           not_before = CASE WHEN not_before <= now() + $2::float8 * interval '1 ms' THEN not_before END,
           released_at = least(released_at, now()),
           patient_until = CASE WHEN patient_until <= now() + $3::float8 * interval '1 ms' THEN patient_until END
         WHERE id IN (SELECT id FROM judge_task WHERE ${wrongWait} FOR UPDATE SKIP LOCKED) RETURNING 1
       ), hosts AS (
         UPDATE judgehost SET last_seen_at = now()
         WHERE id IN (SELECT id FROM judgehost WHERE ${wrongHost} FOR UPDATE SKIP LOCKED) RETURNING 1
       ) SELECT ((SELECT count(*) FROM leases) + (SELECT count(*) FROM waits) + (SELECT count(*) FROM hosts))::int AS mended,
           ((SELECT count(*) FROM judge_task WHERE (${wrongLease}) OR (${wrongWait}))
             + (SELECT count(*) FROM judgehost WHERE ${wrongHost}))::int AS wrong`,
    [
      leaseMs,
      longestWaitMs + slackMs,
      repeatPatienceMs + slackMs,
      slackMs,
      lastLook?.theirs ?? null,
      leaseMs + slackMs,
    ],
  );
  const { mended, wrong } = rows[0] ?? { mended: 0, wrong: 0 };
  return { mended, left: wrong - mended };
}
