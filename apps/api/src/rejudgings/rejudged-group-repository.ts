/**
 * The submissions of a rejudging, those alike together: same verdict before, same verdicts of its repeats. Twenty
 * thousand make a few dozen groups, so what a rejudging does is decided once for each of them.
 */
import type { RejudgedQuery, Verdict } from '@sandglass/contracts';
import { isFlaky, rejudgingEffect, type RejudgedSubmission } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';

export interface RejudgedGroup extends RejudgedSubmission {
  readonly submissionIds: readonly string[];
}

/**
 * Of a submission `m`, the verdicts of its repeats in their order; one verdict needs no sorting. Looked up one submission
 * after the other, which `OFFSET 0` keeps the planner to: of a rejudging made a moment ago it has no statistics, takes
 * it for a single judging, and would go through all of them again for each submission.
 */
const attemptsOf = (repeats: number): string => {
  const verdict = `CASE WHEN n.state = 'done' THEN n.verdict END`;
  const judgings =
    'FROM judging n WHERE n.rejudging_id = m.rejudging_id AND n.submission_id = m.submission_id';
  return repeats === 1
    ? `SELECT ARRAY[${verdict}] AS verdicts ${judgings} OFFSET 0`
    : `SELECT array_agg(${verdict} ORDER BY n.repeat) AS verdicts ${judgings}`;
};

/** @param repeats of the rejudging; the judgings of a submission are made together, so it has all of them or none */
export async function readGroups(sql: Sql, rejudgingId: string, repeats: number): Promise<RejudgedGroup[]> {
  const rows = await sql.query<{
    before: Verdict | null;
    verdicts: (Verdict | null)[] | null;
    ids: string;
  }>(
    `SELECT CASE WHEN old.state = 'done' THEN old.verdict END AS before, a.verdicts,
       string_agg(m.submission_id::text, ' ') AS ids
     FROM rejudged_submission m
     LEFT JOIN judging old ON old.submission_id = m.submission_id
       AND CASE WHEN m.old_judging_id IS NULL THEN old.valid ELSE old.id = m.old_judging_id END
     LEFT JOIN LATERAL (${attemptsOf(repeats)}) AS a ON true
     WHERE m.rejudging_id = $1 GROUP BY 1, 2`,
    [rejudgingId],
  );
  return rows.map(({ before, verdicts, ids }) => ({
    before,
    repeats: verdicts ?? Array<null>(repeats).fill(null),
    submissionIds: ids.split(' '),
  }));
}

/** Those of a cell of the matrix, or of a kind, in order of submission. */
export function fittingIds(groups: readonly RejudgedGroup[], query: RejudgedQuery): string[] {
  return groups
    .filter((group) => fits(group, query))
    .flatMap(({ submissionIds }) => submissionIds)
    .toSorted();
}

function fits(group: RejudgedGroup, { kind, before, after }: RejudgedQuery): boolean {
  const effect = rejudgingEffect(group);
  if (kind === 'flaky' ? !isFlaky(group.repeats) : kind !== 'all' && effect.kind !== kind) return false;
  if (before !== undefined && (group.before ?? 'none') !== before) return false;
  // As in the matrix, where a verdict that could not be reached is shown as its error.
  return (
    after === undefined ||
    (effect.kind === 'failed' ? 'JE' : 'after' in effect ? effect.after : null) === after
  );
}
