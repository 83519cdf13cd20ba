/**
 * All submissions of a contest for people: `index.json`, `index.csv`, and the sources of #12 in `sources/12-TEAM-LABEL`. A
 * contest package has the same submissions for other systems.
 */
import { contestTimeMs, type ContestTimes } from '@sandglass/domain';
import { csvCell } from '../results/result-files.ts';
import type { Sql } from '../platform/database/database.ts';
import type { ArchivedSubmission } from './archived-submission-repository.ts';
import { allSubmissions, plainName, plainNames, sourcesOf } from './submission-files.ts';
import type { WrittenZip } from './written-zip.ts';

export async function writeSubmissionArchive(
  zip: WrittenZip,
  sql: Sql,
  contest: { readonly id: string; readonly times: ContestTimes },
): Promise<void> {
  const all = await allSubmissions(sql, contest.id);
  const entries = all.map((submission) => entryOf(submission, contest.times));
  await zip.addJson('index.json', { contest: contest.id, submissions: entries });
  await zip.add('index.csv', [indexCsv(entries)]);
  for (const [index, submission] of all.entries())
    for await (const { ordinal, content } of sourcesOf(sql, submission))
      await zip.add(entries[index]?.files[ordinal] ?? '', [content], { mtime: submission.submittedAt });
}

interface Entry {
  readonly number: number;
  readonly id: string;
  readonly team: string | null;
  readonly teamName: string | null;
  readonly problem: string;
  readonly label: string | null;
  readonly language: string;
  readonly entryPoint: string | null;
  readonly submittedAt: string;
  readonly contestTimeMs: number;
  readonly jury: boolean;
  readonly verdict: string | null;
  /** Paths in the archive. */
  readonly files: readonly string[];
}

function entryOf(submission: ArchivedSubmission, times: ContestTimes): Entry {
  const { number, id, teamId, team, problemId, label, language, entryPoint, submittedAt } = submission;
  const folder = `sources/${number}-${plainName(teamId ?? 'jury')}-${plainName(label ?? problemId)}`;
  return {
    number,
    id,
    team: teamId,
    teamName: team,
    problem: problemId,
    label,
    language,
    entryPoint,
    submittedAt: submittedAt.toISOString(),
    contestTimeMs: contestTimeMs(times, submittedAt.getTime()),
    jury: submission.jury,
    verdict: submission.verdict,
    files: plainNames(submission.files).map((name) => `${folder}/${name}`),
  };
}

function indexCsv(entries: readonly Entry[]): string {
  const head = [
    'number',
    'id',
    'team',
    'team name',
    'problem',
    'label',
    'language',
    'submitted at',
    'contest time ms',
    'verdict',
    'files',
  ];
  const rows = entries.map((one) => [
    String(one.number),
    one.id,
    one.team ?? (one.jury ? 'jury' : ''),
    one.teamName ?? '',
    one.problem,
    one.label ?? '',
    one.language,
    one.submittedAt,
    String(one.contestTimeMs),
    one.verdict ?? '',
    one.files.join(' '),
  ]);
  return `\uFEFF${[head, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
