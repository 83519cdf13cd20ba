/** What applying a rejudging does, before it is done (and afterwards, what it did). */
import type { RejudgedSubmissionView, RejudgingPreview } from '@sandglass/contracts';
import {
  previewBoard,
  rejudgingEffect,
  summariseRejudging,
  type BoardChange,
  type VerdictChange,
} from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import type { RejudgedGroup } from './rejudged-group-repository.ts';
import type { RejudgedRow } from './rejudged-submission-repository.ts';
import type { RejudgingRow } from './rejudging-row-repository.ts';

/** A submission whose judging changes hands. */
export interface Replacement extends VerdictChange {
  readonly judgingId: string;
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

export function boardChange(contest: ContestModel, changes: readonly VerdictChange[]): BoardChange {
  return previewBoard(contest.juryBoard(), changes);
}

/** What is cancelled will never change the scoreboard. */
const noChange: BoardChange = { ranks: [], firstToSolve: [] };

export function previewRejudging(
  rejudging: RejudgingRow,
  contest: ContestModel,
  groups: readonly RejudgedGroup[],
): RejudgingPreview {
  const { matrix, ...counts } = summariseRejudging(
    groups.map((group) => ({ ...group, count: group.submissionIds.length })),
  );
  // Once it is applied, the log has the new verdicts: what changed then was written down.
  const board =
    rejudging.boardChange ??
    (rejudging.state === 'cancelled' ? noChange : boardChange(contest, changesOf(groups)));
  return {
    rejudgingId: rejudging.id,
    state: rejudging.state,
    judged: judgedOf(groups),
    counts,
    matrix: [...matrix],
    ranks: [...board.ranks],
    firstToSolve: [...board.firstToSolve],
  };
}

function judgedOf(groups: readonly RejudgedGroup[]): number {
  return groups.reduce(
    (sum, { repeats, submissionIds }) =>
      sum + repeats.filter((verdict) => verdict !== null).length * submissionIds.length,
    0,
  );
}

/** Who keeps the verdict changes nothing on the scoreboard. */
function changesOf(groups: readonly RejudgedGroup[]): VerdictChange[] {
  return groups.flatMap((group) => {
    const effect = rejudgingEffect(group);
    if (effect.kind !== 'changed') return [];
    return group.submissionIds.map((submissionId) => ({ submissionId, verdict: effect.after }));
  });
}

export function rejudgedView(row: RejudgedRow): RejudgedSubmissionView {
  const effect = rejudgingEffect(row);
  const chosen = 'repeat' in effect ? effect : null;
  return {
    submissionId: row.submissionId,
    number: row.number,
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
