/** A submission as one viewer may see it. Decides nothing: domain's access record does. */
import {
  answersLanguage,
  type Exchange,
  type SubmissionSummary,
  type TestOutput,
} from '@sandglass/contracts';
import type { QueuePlace, SubmissionAccess } from '@sandglass/domain';
import { findLanguage } from '@sandglass/languages';
import type { SubmissionRow } from './submission-row.ts';

/** A judging error is ours: for everybody but the jury the submission is still being judged. */
export function isOpenFor(row: SubmissionRow, access: SubmissionAccess): boolean {
  return row.state !== 'done' || (row.verdict === 'JE' && !access.internals);
}

/** @param place in the queue, when it is known */
export function viewSubmission(
  row: SubmissionRow,
  access: SubmissionAccess,
  place: QueuePlace | null = null,
): SubmissionSummary {
  const open = isOpenFor(row, access);
  const figures = access.figures && (!open || access.internals);
  const decided = !open && access.verdict;
  return {
    id: row.id,
    contestId: row.contestId,
    team:
      row.teamId === null
        ? { id: 'jury', name: 'Jury' }
        : { id: row.teamId, name: row.teamName ?? row.teamId },
    problem: { label: row.label ?? '–', name: row.problemName, colour: row.colour ?? '#888888' },
    language: { id: row.languageId, name: languageName(row.languageId) },
    submittedAt: row.submittedAt.toISOString(),
    contestTimeMs: row.contestTimeMs,
    state: open && row.state === 'done' ? 'running' : row.state,
    testsDone: access.progress ? row.testsDone : 0,
    testsTotal: access.progress ? row.testsTotal : 0,
    queue: access.progress && row.state === 'queued' ? place : null,
    verdict: decided ? row.verdict : null,
    jury: row.jury,
    expected: access.internals ? row.expected : [],
    maxCpuUs: figures ? row.maxCpuUs : null,
    maxWallUs: figures && access.internals ? row.maxWallUs : null,
    maxGapUs: figures && access.internals ? row.maxGapUs : null,
    maxMemoryBytes: figures ? row.maxMemoryBytes : null,
    judgehost: access.internals ? row.judgehost : null,
    judgedWhileSick: access.internals && row.whileSick,
    suspect: access.internals && row.suspect,
  };
}

function languageName(id: string): string {
  return id === answersLanguage ? 'Answers' : (findLanguage(id)?.name ?? id);
}

/** What was said, as text for the jury. */
export function exchangeView(exchange: Exchange | null | undefined): TestOutput['exchange'] {
  if (exchange === null || exchange === undefined) return null;
  return {
    passes: exchange.passes,
    entries: exchange.entries.map(({ data, ...entry }) => ({
      ...entry,
      text: Buffer.from(data, 'base64').toString('utf8'),
    })),
  };
}
