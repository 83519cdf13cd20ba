/** The submissions that came with the problems' packages, handed in as the jury's own. */
import type { JurySubmissionsAnswer, Verdict } from '@sandglass/contracts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { Identity } from '../platform/http/access.ts';
import { storedFilesSchema } from '../problems/problem-rows.ts';
import type { SubmissionRepository } from './submission-repository.ts';
import type { SubmissionService } from './submission-service.ts';
import { checkSubmission } from './submit-input.ts';

const sourceBytes = 1024 * 1024;

export class JurySubmissions {
  readonly #database: Database;
  readonly #blobs: BlobStore;
  readonly #service: SubmissionService;
  readonly #submissions: SubmissionRepository;

  readonly #now: () => number;

  /** @param now the contests' clock, ms */
  constructor(
    database: Database,
    blobs: BlobStore,
    service: SubmissionService,
    submissions: SubmissionRepository,
    now: () => number,
  ) {
    this.#now = now;
    this.#database = database;
    this.#blobs = blobs;
    this.#service = service;
    this.#submissions = submissions;
  }

  /** Hands in what was not judged against the current version yet. @param labels undefined: all problems */
  async submitAll(
    contest: ContestModel,
    identity: Identity,
    labels: readonly string[] | undefined,
  ): Promise<JurySubmissionsAnswer> {
    const answer: JurySubmissionsAnswer = { submissions: [], skipped: [] };
    for (const problem of contest.definition.problems) {
      if (labels !== undefined && !labels.includes(problem.label)) continue;
      const rows = await this.#database.prisma.jurySubmission.findMany({
        where: { versionId: problem.versionId },
        orderBy: { path: 'asc' },
      });
      const done = await this.#submissions.juryPaths(contest.id, problem.id);
      for (const row of rows) {
        const about = { problem: problem.label, path: row.path };
        if (done.has(`${row.path} ${problem.versionId}`)) {
          answer.skipped.push({ ...about, reason: 'judged or queued already for this version' });
          continue;
        }
        if (row.language === null) {
          answer.skipped.push({ ...about, reason: 'its file names do not show its language' });
          continue;
        }
        const files = storedFilesSchema.parse(row.files);
        try {
          const checked = await checkSubmission(contest, {
            problem: problem.label,
            language: row.language,
            ...(row.entryPoint === null ? {} : { entryPoint: row.entryPoint }),
            files: await Promise.all(
              files.map(async (file) => ({
                name: file.name,
                encoding: 'base64' as const,
                content: (await this.#blobs.head(file.sha256, sourceBytes + 1)).toString('base64'),
              })),
            ),
          });
          const { row: made } = await this.#service.create(contest, checked, {
            byPerson: false,
            teamId: null,
            accountId: identity.accountId,
            jury: true,
            expected: row.expected as Verdict[],
            juryPath: row.path,
            idempotencyKey: null,
            arrivedAtMs: this.#now(),
          });
          answer.submissions.push({
            id: made.id,
            ...about,
            language: row.language,
            expected: row.expected as Verdict[],
          });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          answer.skipped.push({ ...about, reason: error.message });
        }
      }
    }
    return answer;
  }
}
