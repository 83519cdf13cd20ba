/** The submissions of a rejudging with the verdicts before and after. */
import type { Verdict } from '@sandglass/contracts';
import type { RejudgedSubmission } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';

export interface RejudgedRow extends RejudgedSubmission {
  readonly submissionId: string;
  readonly number: number;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly label: string | null;
  readonly languageId: string;
  readonly jury: boolean;
  /** The judging that counts; of a rejudging that has ended, the one that did. */
  readonly beforeId: string | null;
  /** By repeat, as `repeats`. */
  readonly judgings: readonly (string | null)[];
}

interface Attempt {
  readonly id: string;
  readonly repeat: number;
  readonly verdict: Verdict | null;
}

/** @param submissionIds these of it; omitted: all. In order of submission. */
export async function readRejudged(
  sql: Sql,
  rejudgingId: string,
  repeats: number,
  submissionIds?: readonly string[],
): Promise<RejudgedRow[]> {
  const rows = await sql.query<Omit<RejudgedRow, 'repeats' | 'judgings'> & { attempts: Attempt[] | null }>(
    `SELECT s.id AS "submissionId", s.number, s.team_id AS "teamId", coalesce(t.display_name, t.name) AS "teamName", cp.label, s.language_id AS "languageId",
       s.jury, old.id AS "beforeId", CASE WHEN old.state = 'done' THEN old.verdict END AS before, a.attempts
     FROM rejudged_submission m
     JOIN submission s ON s.id = m.submission_id
     LEFT JOIN judging old ON old.submission_id = m.submission_id
       AND CASE WHEN m.old_judging_id IS NULL THEN old.valid ELSE old.id = m.old_judging_id END
     -- One submission after the other: see rejudged-groups.
     LEFT JOIN LATERAL (
       SELECT json_agg(json_build_object('id', n.id, 'repeat', n.repeat,
         'verdict', CASE WHEN n.state = 'done' THEN n.verdict END)) AS attempts
       FROM judging n WHERE n.rejudging_id = m.rejudging_id AND n.submission_id = m.submission_id
     ) AS a ON true
     LEFT JOIN team t ON t.id = s.team_id
     LEFT JOIN contest_problem cp ON cp.contest_id = s.contest_id AND cp.problem_id = s.problem_id
     WHERE m.rejudging_id = $1 ${submissionIds === undefined ? '' : 'AND m.submission_id = ANY($2::uuid[])'}
     ORDER BY s.id`,
    submissionIds === undefined ? [rejudgingId] : [rejudgingId, submissionIds],
  );
  return rows.map(({ attempts, ...row }) => {
    const byRepeat = Array.from({ length: repeats }, (_, index) =>
      attempts?.find(({ repeat }) => repeat === index + 1),
    );
    return {
      ...row,
      repeats: byRepeat.map((attempt) => attempt?.verdict ?? null),
      judgings: byRepeat.map((attempt) => attempt?.id ?? null),
    };
  });
}
