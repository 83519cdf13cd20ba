/** Handing in: checked, written in one transaction with its judging and event, then acknowledged. */
import { createHash } from 'node:crypto';
import { answersLanguage, type Language, type SubmitRequest, type Verdict } from '@sandglass/contracts';
import { judgingExtent, juryClass, rateRefusal, submitsAs, type QueueClass } from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import type { Sql } from '../platform/database/database.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import type { Identity } from '../platform/http/access.ts';
import type { Log } from '../platform/lib/log.ts';
import type { CostModel } from '../judging/plan/cost-model.ts';
import type { DueTask } from '../judging/tasks/due-task-repository.ts';
import { planJudging, type PlanRequest } from '../judging/plan/judging-plan.ts';
import type { NewJudging } from '../judging/tasks/judging-rows.ts';
import { insertJudgings, pendingMsOf } from '../judging/tasks/judging-repository.ts';
import type { QueueDispatcher } from '../judging/queue/queue-dispatcher.ts';
import { checkLanguageOffered, checkMaySubmit, checkPauses } from './may-submit.ts';
import { checkSubmission, type CheckedSubmission } from './submit-input.ts';
import type { SubmissionRepository } from './submission-repository.ts';
import type { SubmissionRow } from './submission-row.ts';
import { KeyedMutex } from '../platform/lib/keyed-mutex.ts';

/** The same files by the same account within this time are one press of the button. */
const duplicateMs = 1000;

export interface SubmissionServiceParts {
  /** Languages offered in a contest that names this image. */
  readonly languagesIn: (image: string) => Promise<readonly Pick<Language, 'id'>[]>;
  readonly submissions: SubmissionRepository;
  readonly units: Units;
  readonly dispatcher: QueueDispatcher;
  readonly costs: CostModel;
  /** Tests per judge task; omitted: by what they are expected to take. */
  readonly testsPerTask?: number | undefined;
  readonly queueOrder: PlanRequest['order'];
  /** Where a contest says nothing: a team may hand in this often. A person does not, a script could fill the queue. 0: no bound. */
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
  readonly #byOwner = new KeyedMutex();

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
    const jury = submitsAs(viewer) === 'jury';
    const key = request.idempotencyKey ?? null;
    if (key !== null) {
      const first = await submissions.byIdempotencyKey(contest.id, identity.accountId, key);
      if (first !== null) return { row: first, created: false };
    }
    // After that: a client that asks again because the answer was lost has handed in, though the contest has ended
    // since.
    if (!jury) checkMaySubmit(contest, viewer.teamId, arrivedAtMs);
    const checked = await checkSubmission(contest, request);
    if (!jury) checkPauses(contest, checked);
    if (!jury) checkLanguageOffered(contest, checked.languageId);
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

  /** Writes submission, files, judging, tasks and event as one, then gives the tasks to the queue. */
  async create(contest: ContestModel, checked: CheckedSubmission, origin: Origin): Promise<Submitted> {
    const { submissions, units, dispatcher, log } = this.#parts;
    const submissionId = uuidV7(origin.arrivedAtMs);
    const owner = origin.teamId ?? 'jury';
    // A crowd of one owner's waits here, not on all of the database's connections.
    const outcome = await this.#byOwner.run(`${contest.id} ${owner}`, () =>
      units.run(async (unit): Promise<DueTask[] | SubmissionRow | null> => {
        await submissions.oneAtATime(unit, contest.id, owner);
        const duplicate = origin.byPerson ? await this.#admit(unit, contest, checked, origin) : null;
        return duplicate ?? this.#write(unit, contest, checked, origin, submissionId);
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
    dispatcher.enqueue(outcome);
    const row = await submissions.byId(submissionId);
    if (row === null) throw new Error(`submission ${submissionId} was committed and cannot be found`);
    log.info(
      {
        submission: submissionId,
        number: row.number,
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

  /** @returns the first of two equal ones without a key, handed in by one press of the button. @throws ApiError SUBMISSION_RATE, SUBMISSIONS_USED_UP */
  async #admit(
    sql: Sql,
    contest: ContestModel,
    checked: CheckedSubmission,
    { teamId, accountId, idempotencyKey, arrivedAtMs }: Origin,
  ): Promise<SubmissionRow | null> {
    if (idempotencyKey === null && accountId !== null) {
      const hash = contentHash(checked);
      const span = { from: new Date(arrivedAtMs - duplicateMs), until: new Date(arrivedAtMs + duplicateMs) };
      const duplicate = await this.#parts.submissions.duplicate(sql, contest.id, accountId, hash, span);
      if (duplicate !== null) return duplicate;
    }
    if (teamId !== null) await this.#checkRate(sql, contest, teamId, arrivedAtMs);
    return null;
  }

  /** @returns the tasks that are due; null when this account used the key before */
  async #write(
    unit: Unit,
    contest: ContestModel,
    checked: CheckedSubmission,
    origin: Origin,
    submissionId: string,
  ): Promise<DueTask[] | null> {
    const { submissions } = this.#parts;
    const { problem, languageId } = checked;
    const { teamId, jury } = origin;
    const judgingId = uuidV7();
    const arrivedAt = new Date(origin.arrivedAtMs);
    const isNew = await submissions.insert(unit, {
      id: submissionId,
      contestId: contest.id,
      problemId: problem.id,
      teamId,
      accountId: origin.accountId,
      languageId,
      entryPoint: checked.entryPoint,
      submittedAt: arrivedAt,
      jury,
      expected: origin.expected,
      juryPath: origin.juryPath,
      idempotencyKey: origin.idempotencyKey,
      contentHash: contentHash(checked),
      files: checked.files,
    });
    if (!isNew) return null;
    const pendingMs = await pendingMsOf(unit, contest.id, teamId);
    const plan = this.#plan(contest, problem.id, languageId, {
      class: jury ? juryClass(pendingMs) : 'live',
      pendingMs,
      arrivalMs: arrivedAt.getTime(),
    });
    const judging: NewJudging = {
      id: judgingId,
      submissionId,
      versionId: problem.versionId,
      lazy: judgingExtent(contest.definition.rules, problem.id) === 'lazy',
      resultPriority: contest.definition.rules.resultPriority,
      plan,
      image: contest.definition.image,
    };
    const due = await insertJudgings(unit, [judging]);
    unit.event(contest.id, {
      type: 'submission',
      submissionId,
      judgingId,
      teamId: teamId ?? 'jury',
      problemId: problem.id,
      languageId,
      submittedAt: arrivedAt.toISOString(),
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
      timeFactor: contest.definition.rules.timeFactors[languageId],
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
  async #checkRate(sql: Sql, contest: ContestModel, teamId: string, arrivedAtMs: number): Promise<void> {
    const { submissions, submissionsPerMinute: count } = this.#parts;
    const everywhere = count === 0 ? [] : [{ count, seconds: 60 }];
    const windows = contest.definition.rules.submissionRate ?? everywhere;
    if (windows.length === 0) return;
    const most = Math.max(...windows.map((window) => window.count));
    const until = new Date(arrivedAtMs);
    const instants = await submissions.recentInstants(sql, contest.id, teamId, until, most);
    const refusal = rateRefusal(windows, instants, arrivedAtMs);
    if (refusal === null) return;
    const allowed = refusal.window.count;
    if (refusal.window.seconds === 'contest' || refusal.waitMs === null)
      throw new ApiError('SUBMISSIONS_USED_UP', { contest: contest.id, count: submissionsText(allowed) });
    const wait = Math.max(1, Math.ceil(refusal.waitMs / 1000));
    throw new ApiError(
      'SUBMISSION_RATE',
      { count: submissionsText(allowed), seconds: refusal.window.seconds, wait },
      { headers: { 'retry-after': String(wait) } },
    );
  }
}

const submissionsText = (count: number): string =>
  `${String(count)} ${count === 1 ? 'submission' : 'submissions'}`;

function contentHash(checked: CheckedSubmission): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([checked.problem.id, checked.languageId, checked.entryPoint]));
  for (const file of checked.files)
    hash.update(`\0${file.name}\0${file.content.length}\0`).update(file.content);
  return hash.digest('hex');
}
