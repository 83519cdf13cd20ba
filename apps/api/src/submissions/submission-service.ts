/** Handing in: checked, written in one transaction with its judging and event, then acknowledged. */
import { createHash } from 'node:crypto';
import { answersLanguage, type Language, type SubmitRequest, type Verdict } from '@sandglass/contracts';
import { juryClass, maySubmit, runsContest, type QueueClass } from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import { appendEvent } from '../contests/contest-repository.ts';
import type { Sql } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import { ApiError, fieldErrors } from '../errors/api-error.ts';
import type { Identity } from '../http/access.ts';
import type { Log } from '../http/app-type.ts';
import type { CostModel } from '../judging/cost-model.ts';
import type { DueTask } from '../judging/due-task-repository.ts';
import { planJudging, type PlanRequest } from '../judging/judging-plan.ts';
import type { JudgingRepository } from '../judging/judging-repository.ts';
import type { Relay } from '../judging/relay.ts';
import { checkSubmission, type CheckedSubmission } from './submit-input.ts';
import type { SubmissionRepository } from './submission-repository.ts';
import type { SubmissionRow } from './submission-row.ts';
import { Turns } from '../turns.ts';

const rateSeconds = 60;
/** The same files by the same account within this time are one press of the button. */
const twinMs = 1000;

export interface SubmissionServiceParts {
  /** Languages offered in a contest that names this image. */
  readonly languagesIn: (image: string) => Promise<readonly Pick<Language, 'id'>[]>;
  readonly submissions: SubmissionRepository;
  readonly judgings: JudgingRepository;
  readonly relay: Relay;
  readonly onEvent: (contestId: string) => void;
  readonly costs: CostModel;
  /** Tests per judge task; omitted: by what they are expected to take. */
  readonly testsPerTask?: number | undefined;
  readonly queueOrder: PlanRequest['order'];
  /** A team may hand in this often; a person does not, a script could fill the queue. 0: no bound. */
  readonly submissionsPerMinute: number;
  readonly log: Log;
}

export interface Submitted {
  readonly row: SubmissionRow;
  /** False: an earlier submission answers for a repeated press. */
  readonly created: boolean;
}

interface Origin {
  /** Handed in by a person or their script, who may press twice or too often. */
  readonly byPerson: boolean;
  readonly teamId: string | null;
  readonly accountId: string | null;
  readonly jury: boolean;
  readonly expected: readonly Verdict[];
  readonly juryPath: string | null;
  readonly idempotencyKey: string | null;
  /** When its last byte came; a fraction keeps apart what came within one millisecond. */
  readonly arrivedAtMs: number;
}

export class SubmissionService {
  readonly #parts: SubmissionServiceParts;
  readonly #turns = new Turns();

  constructor(parts: SubmissionServiceParts) {
    this.#parts = parts;
  }

  /**
   * A submission by a person: for their team, or as the jury's own.
   * @throws ApiError CONTEST_NOT_STARTED, CONTEST_CLOSED, TEAM_NOT_IN_CONTEST, SUBMISSION_*
   */
  async submit(
    contest: ContestModel,
    identity: Identity,
    request: SubmitRequest,
    arrivedAtMs: number,
  ): Promise<Submitted> {
    const { submissions } = this.#parts;
    const viewer = contest.viewer(identity);
    const jury = runsContest(viewer) && viewer.teamId === null;
    const key = request.idempotencyKey ?? null;
    if (key !== null) {
      const first = await submissions.byIdempotencyKey(contest.id, identity.accountId, key);
      if (first !== null) return { row: first, created: false };
    }
    // After that: who asks again because the answer was lost has handed in, though the contest ended meanwhile.
    if (!jury) checkMaySubmit(contest, viewer.teamId, arrivedAtMs);
    const checked = await checkSubmission(contest, request);
    await this.#checkLanguage(contest, checked.languageId);
    return this.create(contest, checked, {
      byPerson: true,
      teamId: jury ? null : viewer.teamId,
      accountId: identity.accountId,
      jury,
      expected: [],
      juryPath: null,
      idempotencyKey: key,
      arrivedAtMs,
    });
  }

  /** Writes submission, files, judging, tasks, outbox and event as one, then tells the queue. */
  async create(contest: ContestModel, checked: CheckedSubmission, origin: Origin): Promise<Submitted> {
    const { submissions, judgings, relay, onEvent, log } = this.#parts;
    const submissionId = uuidV7(origin.arrivedAtMs);
    const owner = origin.teamId ?? 'jury';
    // A crowd of one owner's waits here, not on all of the database's connections.
    const outcome = await this.#turns.take(`${contest.id} ${owner}`, () =>
      judgings.transaction(async (sql): Promise<DueTask[] | SubmissionRow | null> => {
        await submissions.oneAtATime(sql, contest.id, owner);
        const twin = origin.byPerson ? await this.#admit(sql, contest.id, checked, origin) : null;
        return twin ?? this.#write(sql, contest, checked, origin, submissionId);
      }),
    );
    if (outcome === null) {
      const first = await submissions.byIdempotencyKey(
        contest.id,
        origin.accountId ?? '',
        origin.idempotencyKey ?? '',
      );
      if (first === null) throw new Error('a submission with this key exists and cannot be found');
      return { row: first, created: false };
    }
    if (!Array.isArray(outcome)) return { row: outcome, created: false };
    relay.kick(outcome);
    onEvent(contest.id);
    const row = await submissions.byId(submissionId);
    if (row === null) throw new Error(`submission ${submissionId} was committed and cannot be found`);
    log.info(
      {
        submission: submissionId,
        judging: row.judgingId,
        contest: contest.id,
        problem: checked.problem.label,
        language: checked.languageId,
        team: origin.teamId,
      },
      'submitted',
    );
    return { row, created: true };
  }

  /** @returns the first of two equal ones without a key, handed in by one press of the button. @throws ApiError SUBMISSION_RATE */
  async #admit(
    sql: Sql,
    contestId: string,
    checked: CheckedSubmission,
    { teamId, accountId, idempotencyKey, arrivedAtMs }: Origin,
  ): Promise<SubmissionRow | null> {
    if (idempotencyKey === null && accountId !== null) {
      const hash = contentHash(checked);
      const span = { from: new Date(arrivedAtMs - twinMs), until: new Date(arrivedAtMs + twinMs) };
      const twin = await this.#parts.submissions.twin(sql, contestId, accountId, hash, span);
      if (twin !== null) return twin;
    }
    if (teamId !== null) await this.#checkRate(sql, contestId, teamId, arrivedAtMs);
    return null;
  }

  /** @returns the tasks that are due; null when this account used the key before */
  async #write(
    sql: Sql,
    contest: ContestModel,
    checked: CheckedSubmission,
    origin: Origin,
    submissionId: string,
  ): Promise<DueTask[] | null> {
    const { submissions, judgings } = this.#parts;
    const { problem, languageId } = checked;
    const { teamId, jury } = origin;
    const judgingId = uuidV7();
    const arrivedAt = new Date(origin.arrivedAtMs);
    const contestTimeMs = arrivedAt.getTime() - contest.times.startsAtMs;
    const isNew = await submissions.insert(sql, {
      id: submissionId,
      contestId: contest.id,
      problemId: problem.id,
      teamId,
      accountId: origin.accountId,
      languageId,
      entryPoint: checked.entryPoint,
      submittedAt: arrivedAt,
      contestTimeMs,
      jury,
      expected: origin.expected,
      juryPath: origin.juryPath,
      idempotencyKey: origin.idempotencyKey,
      contentHash: contentHash(checked),
      files: checked.files,
    });
    if (!isNew) return null;
    const pendingMs = await judgings.pendingMs(sql, contest.id, teamId);
    const plan = this.#plan(contest, problem.id, languageId, {
      class: jury ? juryClass(pendingMs) : 'live',
      pendingMs,
      arrivalMs: arrivedAt.getTime(),
    });
    const due = await judgings.insert(sql, {
      id: judgingId,
      submissionId,
      versionId: problem.versionId,
      lazy: contest.definition.lazyJudging,
      plan,
      image: contest.definition.image,
    });
    await appendEvent(sql, contest.id, {
      type: 'submission',
      submissionId,
      judgingId,
      teamId: teamId ?? 'jury',
      label: problem.label,
      languageId,
      submittedAt: arrivedAt.toISOString(),
      contestTimeMs,
      jury,
      testsTotal: plan.testsTotal,
    });
    return due;
  }

  #plan(
    contest: ContestModel,
    problemId: string,
    languageId: string,
    place: { class: QueueClass; pendingMs: number; arrivalMs: number },
  ): ReturnType<typeof planJudging> {
    const problem = contest.problemById(problemId);
    if (problem === undefined)
      throw new ApiError('PROBLEM_UNKNOWN', { contest: contest.id, problem: problemId });
    return planJudging({
      problem,
      languageId,
      learned: this.#parts.costs.of(problem.versionId, languageId),
      wallRules: { contest: contest.definition.wallLimitRule, problem: problem.wallLimitRule },
      ...place,
      order: this.#parts.queueOrder,
      ...(this.#parts.testsPerTask === undefined ? {} : { testsPerTask: this.#parts.testsPerTask }),
    });
  }

  /** A language the contest's image does not have would wait for ever. */
  async #checkLanguage({ definition: { image } }: ContestModel, languageId: string): Promise<void> {
    if (image === null || languageId === answersLanguage) return;
    const offered = await this.#parts.languagesIn(image);
    if (offered.some(({ id }) => id === languageId)) return;
    const known = offered.map(({ id }) => id).join(', ');
    const message = `"${languageId}" is not offered in this contest; its languages are ${known}`;
    throw fieldErrors('SUBMISSION_INVALID', [{ path: 'language', message }]);
  }

  /** By the instants of arrival: who had to wait for the database did not send more often for that. */
  async #checkRate(sql: Sql, contestId: string, teamId: string, arrivedAtMs: number): Promise<void> {
    const { submissions, submissionsPerMinute: count } = this.#parts;
    if (count === 0) return;
    const span = { from: new Date(arrivedAtMs - rateSeconds * 1000), until: new Date(arrivedAtMs) };
    const oldest = (await submissions.recentInstants(sql, contestId, teamId, span))[count - 1];
    if (oldest === undefined) return;
    const wait = Math.max(1, Math.ceil((oldest.getTime() + rateSeconds * 1000 - arrivedAtMs) / 1000));
    throw new ApiError(
      'SUBMISSION_RATE',
      { count, seconds: rateSeconds, wait },
      { headers: { 'retry-after': String(wait) } },
    );
  }
}

function checkMaySubmit(contest: ContestModel, teamId: string | null, atMs: number): void {
  const { startsAt, endsAt } = contest.definition;
  if (teamId === null) throw new ApiError('TEAM_NOT_IN_CONTEST', { contest: contest.id });
  if (maySubmit(contest.times, atMs)) return;
  if (atMs < startsAt.getTime())
    throw new ApiError('CONTEST_NOT_STARTED', { contest: contest.id, startsAt: startsAt.toISOString() });
  throw new ApiError('CONTEST_CLOSED', { contest: contest.id, endsAt: endsAt.toISOString() });
}

function contentHash(checked: CheckedSubmission): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([checked.problem.id, checked.languageId, checked.entryPoint]));
  for (const file of checked.files)
    hash.update(`\0${file.name}\0${file.content.length}\0`).update(file.content);
  return hash.digest('hex');
}
