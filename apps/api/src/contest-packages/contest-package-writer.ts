/**
 * Writes a contest as a package: CLICS' files for other systems, and in `sandglass/` every row and every stored file, from
 * which another installation makes the same contest. All rows are of one snapshot of the database, which lasts as long as
 * somebody reads the zip.
 */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Awards } from '../awards/awards.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { fileColumns, fileDocuments } from '../files/blob-repository.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { PeopleImport } from '../people/people-import.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import type { Log } from '../platform/lib/log.ts';
import {
  awardsFile,
  contestFile,
  judgementEntry,
  judgementTypesFile,
  languagesFile,
  problemsFile,
  scoreboardFile,
  stateFile,
  submissionEntry,
} from './clics-endpoints.ts';
import { judgements } from './judgement-repository.ts';
import {
  checksumPath,
  filePath,
  formatVersion,
  headerPath,
  rowsPath,
  type PackageHeader,
} from './package-format.ts';
import { packagedTableNames } from './package-row-conditions.ts';
import { packagedRows } from './package-line-repository.ts';
import { storedFiles, versionsWithoutPackage } from './package-row-repository.ts';
import { allSubmissions, plainNames, sourcesOf } from './submission-files.ts';
import { streamedZip, type WrittenZip } from './written-zip.ts';

const judgementsAtOnce = 1000;
const namedFile = /[0-9a-f]{64}/g;
/** Tables that name stored files. */
const naming = new Set([...fileColumns, ...fileDocuments].map((place) => place.split('.')[0] ?? ''));

export interface WriterParts {
  /** For long jobs. */
  readonly jobs: Database;
  readonly blobs: BlobStore;
  readonly awards: Awards;
  readonly people: Pick<PeopleImport, 'export'>;
  /** The contests' clock, ms. */
  readonly now: () => number;
  readonly log: Log;
}

export interface WriteOptions {
  readonly withHashes: boolean;
}

export class ContestPackageWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Before it is streamed: who took the contest away, and whether with hashes of passwords. */
  async record(contest: ContestModel, { withHashes }: WriteOptions, actor: Actor): Promise<void> {
    await recordAudit(this.#parts.jobs, actor, 'contest.export', contest.id, { passwordHashes: withHashes });
  }

  stream(contest: ContestModel, options: WriteOptions): Readable {
    const { jobs, log } = this.#parts;
    return streamedZip(
      (zip) => jobs.snapshot((sql) => this.#write(zip, sql, contest, options)),
      (error) => log.error({ err: error, contest: contest.id }, 'a contest package could not be written'),
    );
  }

  async #write(
    zip: WrittenZip,
    sql: Sql,
    contest: ContestModel,
    { withHashes }: WriteOptions,
  ): Promise<void> {
    const nowMs = this.#parts.now();
    const lacking = await versionsWithoutPackage(sql, contest.id);
    const header: PackageHeader = {
      format: 'sandglass-contest',
      version: formatVersion,
      contest: contest.id,
      name: contest.definition.name,
      exportedAt: new Date(nowMs).toISOString(),
      passwordHashes: withHashes,
      notes: lacking
        .slice(0, 200)
        .map(
          (problem) =>
            `Problem ${problem} was imported by a version that kept only what judging needs: problem.yaml, input validators and generators of its package are missing. Import its package again to keep them.`,
        ),
    };
    // First: who reads the zip knows from its beginning what it is.
    await zip.addJson(headerPath, header);
    await this.#writeClics(zip, sql, contest, nowMs);
    const files = await writeRows(zip, sql, contest.id, withHashes);
    for (const { sha256 } of await storedFiles(sql, [...files]))
      await zip.add(filePath(sha256), this.#parts.blobs.chunks(sha256));
    await zip.add(
      checksumPath,
      zip.files.map(({ sha256, path }) => `${sha256}  ${path}\n`),
    );
  }

  async #writeClics(zip: WrittenZip, sql: Sql, contest: ContestModel, nowMs: number): Promise<void> {
    const { awards, people } = this.#parts;
    const { definition, times } = contest;
    await zip.addJson('api.json', {
      version: '2026-01',
      version_url: 'https://ccs-specs.icpc.io/2026-01/contest_api',
      provider: { name: 'Sandglass' },
    });
    await zip.addJson('contest.json', contestFile(definition));
    await zip.addJson('state.json', stateFile(times, nowMs));
    await zip.addJson('judgement-types.json', judgementTypesFile(definition.chargeCompileErrors));
    await zip.addJson('languages.json', languagesFile(definition));
    await zip.addJson('problems.json', problemsFile(definition));
    for (const { name, text } of await people.export('clics', contest.id)) await zip.add(name, [text]);
    const made = await awards.made(contest);
    await zip.addJson(
      'awards.json',
      awardsFile(made.awards.map(({ id, citation, teamIds }) => ({ id, citation, team_ids: [...teamIds] }))),
    );
    await zip.addJson('scoreboard.json', scoreboardFile(made.board, definition, nowMs));
    const all = await allSubmissions(sql, contest.id);
    await zip.add('submissions.json', jsonArray(all.map((submission) => submissionEntry(submission, times))));
    await zip.add('judgements.json', jsonArray(judgementEntries(sql, contest)));
    for (const submission of all)
      await zip.add(
        `submissions/${String(submission.number)}/files.zip`,
        [await sourceZip(sql, submission)],
        {
          mtime: submission.submittedAt,
          compress: false,
        },
      );
  }
}

/** @returns what their rows name of stored files */
async function writeRows(
  zip: WrittenZip,
  sql: Sql,
  contest: string,
  withHashes: boolean,
): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  for (const table of packagedTableNames) {
    const lines = async function* (): AsyncGenerator<string> {
      for await (const rows of packagedRows(sql, contest, table, withHashes)) {
        if (naming.has(table)) for (const [hash] of rows.join('\n').matchAll(namedFile)) files.add(hash);
        if (rows.length > 0) yield `${rows.join('\n')}\n`;
      }
    };
    await zip.add(rowsPath(table), lines());
  }
  return files;
}

async function* judgementEntries(sql: Sql, { id, times }: ContestModel): AsyncGenerator<object> {
  let after: string | null = null;
  for (;;) {
    const rows = await judgements(sql, id, after, judgementsAtOnce);
    for (const row of rows) yield judgementEntry(row, times);
    if (rows.length < judgementsAtOnce) return;
    after = rows.at(-1)?.id ?? null;
  }
}

/** An array, an element at a time. */
async function* jsonArray(values: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const value of values) {
    yield `${separator}${JSON.stringify(value)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function sourceZip(
  sql: Sql,
  submission: Awaited<ReturnType<typeof allSubmissions>>[number],
): Promise<Buffer> {
  const zip = new ZipFile();
  const names = plainNames(submission.files);
  for await (const { ordinal, content } of sourcesOf(sql, submission))
    zip.addBuffer(content, names[ordinal] ?? String(ordinal), {
      mtime: submission.submittedAt,
      mode: 0o100644,
    });
  zip.end();
  return buffer(zip.outputStream);
}
