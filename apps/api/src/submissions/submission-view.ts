/** A submission as one viewer may see it. Decides nothing: domain's access record does. */
import {
  answersLanguage,
  type Exchange,
  type SubmissionSummary,
  type TestOutput,
} from '@sandglass/contracts';
import {
  contestTimeMs,
  seesVerdictChange,
  verdictOfTeams,
  verdictShown,
  type ContestTimes,
  type QueuePlace,
  type SubmissionAccess,
} from '@sandglass/domain';
import { findLanguage } from '@sandglass/languages';
import type { SubmissionRow } from './submission-row.ts';

/** A judging error is ours: for everybody but the jury the submission is still being judged. */
export function isOpenFor(row: SubmissionRow, access: SubmissionAccess): boolean {
  return row.state !== 'done' || (row.verdict === 'JE' && !access.internals);
}

/**
 * @param times of its contest
 * @param place in the queue, when it is known
 */
export function viewSubmission(
  row: SubmissionRow,
  access: SubmissionAccess,
  times: ContestTimes,
  place: QueuePlace | null = null,
): SubmissionSummary {
  const open = isOpenFor(row, access);
  const figures = access.figures && (!open || access.internals);
  const decided = !open && access.verdict;
  const waitsForJury = access.progress && row.state === 'done' && row.verdict === 'JE';
  return {
    id: row.id,
    number: row.number,
    contestId: row.contestId,
    team:
      row.teamId === null
        ? { id: 'jury', name: 'Jury' }
        : { id: row.teamId, name: row.teamName ?? row.teamId },
    problem: { label: row.label ?? '–', name: row.problemName, colour: row.colour ?? '#888888' },
    language: { id: row.languageId, name: languageName(row.languageId) },
    submittedAt: row.submittedAt.toISOString(),
    contestTimeMs: contestTimeMs(times, row.submittedAt.getTime()),
    state: open && row.state === 'done' ? 'running' : row.state,
    testsDone: access.testCount && (!waitsForJury || access.internals) ? row.testsDone : null,
    testsTotal: access.progress ? row.testsTotal : 0,
    queue: access.progress && row.state === 'queued' ? place : null,
    verdict: decided ? verdictShown(access, row.verdict) : null,
    teamVerdict: decided ? verdictOfTeams(access, row.verdict) : null,
    late: access.late,
    waitsForJury,
    changed: decided && seesVerdictChange(access) ? changeOf(row, access) : null,
    jury: row.jury,
    expected: access.internals ? row.expected : [],
    maxCpuUs: figures ? row.maxCpuUs : null,
    maxWallUs: figures && access.internals ? row.maxWallUs : null,
    maxGapUs: figures && access.internals ? row.maxGapUs : null,
    maxMemoryBytes: figures ? row.maxMemoryBytes : null,
    judgehost: access.internals ? row.judgehost : null,
    judgedWhileUnhealthy: access.internals && row.whileUnhealthy,
    suspect: access.internals && row.suspect,
  };
}

/** For who sees the same verdict before and after, nothing has changed. */
function changeOf(
  { changedAt, changedFrom, verdict }: SubmissionRow,
  access: SubmissionAccess,
): SubmissionSummary['changed'] {
  const from = verdictShown(access, changedFrom);
  return changedAt === null || from === null || from === verdictShown(access, verdict)
    ? null
    : { at: changedAt.toISOString(), from };
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
