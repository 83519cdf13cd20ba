/** What waits, what runs and which hosts there are, for the positions in the queue. */
import type { SlotInUse, WaitingTask } from '@sandglass/domain';
import type { Database } from '../../platform/database/database.ts';
import { isOnline } from '../tasks/eligibility-conditions.ts';

export interface WaitingJudgeTask extends WaitingTask {
  readonly image: string | null;
  readonly submissionId: string;
  readonly contestId: string;
  readonly teamId: string | null;
  readonly jury: boolean;
  readonly testsTotal: number;
  /** False: a rejudging, of which nobody is notified. */
  readonly valid: boolean;
}

export interface QueueHost {
  readonly id: string;
  readonly slots: number;
  readonly images: readonly string[];
}

export interface RunningJudgeTask extends SlotInUse {
  readonly hostId: string;
}

export class QueuePositionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  waiting(limit: number): Promise<WaitingJudgeTask[]> {
    return this.#database.query<WaitingJudgeTask>(
      `SELECT t.judging_id AS "judgingId", t.expected_ms AS "expectedMs", j.state <> 'queued' AS begun, c.image,
         s.id AS "submissionId", s.contest_id AS "contestId", s.team_id AS "teamId", s.jury,
         j.tests_total AS "testsTotal", j.valid
       FROM (SELECT id, judging_id, expected_ms, deadline_ms FROM judge_task WHERE state IN ('due', 'waiting')
             ORDER BY deadline_ms, id LIMIT $1) t
         JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
         JOIN contest c ON c.id = s.contest_id
       ORDER BY t.deadline_ms, t.id`,
      [limit],
    );
  }

  hosts(): Promise<QueueHost[]> {
    return this.#database.query<QueueHost>(
      // As many as the host allows itself; a host that does not report it uses those that are not broken.
      `SELECT h.id, coalesce((h.condition -> 'allowed' ->> 'slots')::int, h.slots - (
           SELECT count(*)::int FROM judgehost_figures f, jsonb_array_elements(f.slot_states) one
           WHERE f.judgehost_id = h.id AND one ->> 'state' = 'broken')) AS slots,
         ARRAY(SELECT DISTINCT one ->> 'image' FROM jsonb_array_elements(h.compilers) one
           WHERE one ->> 'image' IS NOT NULL) AS images
       FROM judgehost h WHERE ${isOnline}`,
    );
  }

  running(): Promise<RunningJudgeTask[]> {
    return this.#database.query<RunningJudgeTask>(
      `SELECT judgehost_id AS "hostId",
         (expected_ms - extract(epoch FROM now() - claimed_at) * 1000)::float8 AS "restMs"
       FROM judge_task WHERE state = 'claimed'`,
    );
  }
}
