/** What applying a rejudging does, before it is done (and afterwards, what it did). */
import type {
  RejudgedList,
  RejudgedQuery,
  RejudgedSubmissionView,
  RejudgingPreview,
} from '@sandglass/contracts';
import {
  isFinal,
  isFlaky,
  previewBoard,
  rejudgingEffect,
  summariseRejudging,
  type BoardChange,
  type VerdictChange,
} from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import type { RejudgedRow } from './rejudged-submissions.ts';
import type { RejudgingRow } from './rejudging-row.ts';

/** Of each list of a preview: it is asked for again and again while thousands are judged. */
const listedAtMost = 100;

/** A submission whose judging changes hands. */
export interface Replacement extends VerdictChange {
  readonly teamId: string | null;
  readonly jury: boolean;
}

export function replacements(rows: readonly RejudgedRow[]): Replacement[] {
  return rows.flatMap((row) => {
    const effect = rejudgingEffect(row);
    if (effect.kind === 'open' || effect.kind === 'failed') return [];
    const judgingId = row.judgings[effect.repeat];
    if (judgingId === null || judgingId === undefined) return [];
    const { submissionId, teamId, jury } = row;
    return { submissionId, judgingId, verdict: effect.after, teamId, jury };
  });
}

export function boardChange(contest: ContestModel, rows: readonly RejudgedRow[]): BoardChange {
  return previewBoard(contest.juryBoard(), replacements(rows));
}

/** What is cancelled will never change the scoreboard. */
const noChange: BoardChange = { ranks: [], firstToSolve: [] };

export function previewRejudging(
  rejudging: RejudgingRow,
  contest: ContestModel,
  rows: readonly RejudgedRow[],
): RejudgingPreview {
  const { matrix, ...counts } = summariseRejudging(rows);
  // Once it is applied, the log has the new verdicts: what changed then was written down.
  const board =
    rejudging.boardChange ?? (rejudging.state === 'cancelled' ? noChange : boardChange(contest, rows));
  const having = (wanted: (row: RejudgedRow) => boolean): RejudgedSubmissionView[] =>
    rows.filter(wanted).slice(0, listedAtMost).map(view);
  return {
    rejudgingId: rejudging.id,
    state: rejudging.state,
    counts,
    matrix: [...matrix],
    changes: having((row) => rejudgingEffect(row).kind === 'changed'),
    flaky: having(({ repeats }) => isFlaky(repeats)),
    failed: having((row) => row.repeats.some((verdict) => verdict !== null && !isFinal(verdict))),
    ranks: [...board.ranks],
    firstToSolve: [...board.firstToSolve],
  };
}

/** A page of those of a cell of the matrix, or of a kind, in order of submission. */
export function listRejudged(rows: readonly RejudgedRow[], query: RejudgedQuery): RejudgedList {
  const fitting = rows.filter((row) => fits(row, query));
  const start =
    query.cursor === undefined
      ? 0
      : fitting.findIndex(({ submissionId }) => submissionId > (query.cursor ?? ''));
  const page = start < 0 ? [] : fitting.slice(start, start + query.limit);
  const more = start >= 0 && start + query.limit < fitting.length;
  return {
    count: fitting.length,
    submissions: page.map(view),
    next: more ? (page.at(-1)?.submissionId ?? null) : null,
  };
}

function fits(row: RejudgedRow, { kind, before, after }: RejudgedQuery): boolean {
  const effect = rejudgingEffect(row);
  if (kind === 'flaky' ? !isFlaky(row.repeats) : kind !== 'all' && effect.kind !== kind) return false;
  if (before !== undefined && (row.before ?? 'none') !== before) return false;
  // As in the matrix, where a verdict that could not be had stands as the error it was.
  return (
    after === undefined ||
    (effect.kind === 'failed' ? 'JE' : 'after' in effect ? effect.after : null) === after
  );
}

function view(row: RejudgedRow): RejudgedSubmissionView {
  const effect = rejudgingEffect(row);
  const chosen = 'repeat' in effect ? effect : null;
  return {
    submissionId: row.submissionId,
    team:
      row.teamId === null
        ? { id: 'jury', name: 'Jury' }
        : { id: row.teamId, name: row.teamName ?? row.teamId },
    label: row.label ?? '–',
    language: row.languageId,
    jury: row.jury,
    before: row.before,
    after: chosen?.after ?? null,
    repeats: [...row.repeats],
    judgingId: chosen === null ? null : (row.judgings[chosen.repeat] ?? null),
  };
}
