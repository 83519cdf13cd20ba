/**
 * All submissions of a contest as a zip: `index.json`, `index.csv`, and the sources of #12 in `sources/12-TEAM-LABEL`. The index is
 * made first; a source is read when its turn in the zip comes, so that no archive is ever in memory.
 */
import { Readable } from 'node:stream';
import { contestTimeMs, type ContestTimes } from '@sandglass/domain';
import { ZipFile } from 'yazl';
import type { Sql } from '../platform/database/database.ts';
import {
  archivedFile,
  archivedSubmissions,
  type ArchivedSubmission,
} from './archived-submission-repository.ts';
import { csvCell } from './result-files.ts';

const batch = 1000;

export async function submissionArchive(
  sql: Sql,
  contest: { readonly id: string; readonly times: ContestTimes },
): Promise<NodeJS.ReadableStream> {
  const all: ArchivedSubmission[] = [];
  for (;;) {
    const next = await archivedSubmissions(sql, contest.id, all.at(-1)?.number ?? 0, batch);
    all.push(...next);
    if (next.length < batch) break;
  }
  const entries = all.map((submission) => entryOf(submission, contest.times));
  const zip = new ZipFile();
  const output = zip.outputStream;
  zip.on('error', (error: Error) => (output as Readable).destroy(error));
  zip.addBuffer(
    Buffer.from(`${JSON.stringify({ contest: contest.id, submissions: entries }, null, 2)}\n`),
    'index.json',
  );
  zip.addBuffer(Buffer.from(indexCsv(entries)), 'index.csv');
  for (const [index, submission] of all.entries())
    for (const [ordinal, path] of (entries[index]?.files ?? []).entries())
      zip.addReadStreamLazy(path, { mtime: submission.submittedAt, mode: 0o100644 }, (give) => {
        archivedFile(sql, submission.id, ordinal).then(
          (content) => give(null, Readable.from([content ?? Buffer.alloc(0)])),
          (error: unknown) => give(error, Readable.from([])),
        );
      });
  zip.end();
  return output;
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
  const folder = `sources/${number}-${plain(teamId ?? 'jury')}-${plain(label ?? problemId)}`;
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
    // Two names may be the same once they are plain.
    files: distinct(submission.files.map(plain)).map((name) => `${folder}/${name}`),
  };
}

/** No name of a file leads out of its folder, or is refused by a file system. */
function plain(name: string): string {
  const text = name.replaceAll(/[^A-Za-z0-9._+-]/g, '_');
  return /^\.*$/.test(text) ? `_${text}` : text;
}

function distinct(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name, index) => {
    const own = used.has(name.toLowerCase()) ? `${index + 1}-${name}` : name;
    used.add(own.toLowerCase());
    return own;
  });
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
