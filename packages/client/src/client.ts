import {
  contestDefinitionSchema,
  createJudgehostAnswerSchema,
  createUsersAnswerSchema,
  importProblemAnswerSchema,
  contestSchema,
  contestSummarySchema,
  scoreboardSchema,
  sessionAnswerSchema,
  submissionDetailSchema,
  submissionListSchema,
  submissionSummarySchema,
  testOutputSchema,
  type Alarm,
  type Contest,
  type ContestDefinition,
  type ReadContestDefinition,
  type CreateJudgehostAnswer,
  type CreateUsersAnswer,
  type CreateUsersRequest,
  type ImportProblemAnswer,
  type ContestSummary,
  type Judgehost,
  type LiveMessage,
  type Scoreboard,
  type SessionAnswer,
  type SubmissionDetail,
  type SubmissionList,
  type SubmissionSummary,
  type SubmitRequest,
  type CreateRejudgingRequest,
  type RejudgeAnswer,
  type Rejudging,
  type RejudgingFilter,
  type RejudgingPreview,
  type RejudgingSelection,
  rejudgeAnswerSchema,
  rejudgingPreviewSchema,
  rejudgingSchema,
  rejudgingSelectionSchema,
  type ContestWallLimits,
  type WallLimitLevelName,
  type WallLimitPreview,
  type WallLimitPreviewRequest,
  type WallLimitRuleBody,
  type WallLimitRulesAnswer,
  contestWallLimitsSchema,
  wallLimitPreviewSchema,
  wallLimitRulesSchema,
  type TestOutput,
  type ImageUse,
} from '@sandglass/contracts';
import { z } from 'zod';
import { Http, type Credentials } from './http.ts';
import { ContestControl } from './contest-control.ts';
import { ContestLife } from './contest-life.ts';
import { ContestPackages } from './contest-packages.ts';
import { Judgehosts } from './judgehosts.ts';
import { Logins } from './logins.ts';
import { liveStream } from './live-stream.ts';
import { Monitor } from './monitor.ts';
import { People } from './people.ts';
import { Results } from './results.ts';

/** The api for scripts: the command line, benchmarks and tests speak to it through this. */
export class SandglassClient {
  readonly http: Http;
  readonly control: ContestControl;
  readonly life: ContestLife;
  readonly hosts: Judgehosts;
  readonly logins: Logins;
  readonly monitor: Monitor;
  readonly people: People;
  readonly packages: ContestPackages;
  readonly results: Results;

  constructor(url: string, credentials?: Credentials) {
    this.http = new Http(url, credentials);
    this.control = new ContestControl(this.http);
    this.life = new ContestLife(this.http);
    this.hosts = new Judgehosts(this.http);
    this.logins = new Logins(this.http);
    this.monitor = new Monitor(this.http);
    this.people = new People(this.http);
    this.packages = new ContestPackages(this.http);
    this.results = new Results(this.http);
  }

  session(): Promise<SessionAnswer> {
    return this.http.get('/api/session', sessionAnswerSchema);
  }

  async contests(): Promise<ContestSummary[]> {
    return (await this.http.get('/api/contests', z.object({ contests: z.array(contestSummarySchema) })))
      .contests;
  }

  contest(id: string): Promise<Contest> {
    return this.http.get(`/api/contests/${id}`, contestSchema);
  }

  submit(contest: string, request: SubmitRequest): Promise<SubmissionSummary> {
    return this.http.send('POST', `/api/contests/${contest}/submissions`, submissionSummarySchema, request);
  }

  submission(id: string): Promise<SubmissionDetail> {
    return this.http.get(`/api/submissions/${id}`, submissionDetailSchema);
  }

  /** What people call #123 of a contest; null: there is none that the caller may see. */
  async submissionNumbered(contest: string, number: number): Promise<SubmissionSummary | null> {
    const { submissions } = await this.submissions(contest, { search: `#${String(number)}` });
    return submissions[0] ?? null;
  }

  /** Input, expected and actual output of one test, or what was said: for the jury. */
  testOutput(submission: string, ordinal: number): Promise<TestOutput> {
    return this.http.get(`/api/submissions/${submission}/tests/${String(ordinal)}`, testOutputSchema);
  }

  /** The raised alarms. */
  openAlarms(): Promise<Alarm[]> {
    return this.monitor.openAlarms();
  }

  submissions(contest: string, query: Record<string, string> = {}): Promise<SubmissionList> {
    return this.http.get(
      `/api/contests/${contest}/submissions?${new URLSearchParams(query).toString()}`,
      submissionListSchema,
    );
  }

  scoreboard(contest: string): Promise<Scoreboard> {
    return this.http.get(`/api/contests/${contest}/scoreboard`, scoreboardSchema);
  }

  async judgehosts(): Promise<Judgehost[]> {
    return (await this.hosts.list()).judgehosts;
  }

  /** Imports a zipped problem package; the same content again changes nothing. */
  async importProblem(id: string, zip: Uint8Array<ArrayBuffer>): Promise<ImportProblemAnswer> {
    const form = new FormData();
    form.set('id', id);
    form.set('file', new Blob([zip], { type: 'application/zip' }), `${id}.zip`);
    return this.http.send('POST', '/api/admin/problems', importProblemAnswerSchema, form);
  }

  /** Which chroot images contests need, and where they are. */
  async images(): Promise<ImageUse[]> {
    return (await this.hosts.list()).images;
  }

  /** @param confirmed teams and problems that have submissions may be left out, and times changed where that is dangerous */
  async defineContest(definition: ContestDefinition, { confirmed = false } = {}): Promise<void> {
    await this.http.request(
      'POST',
      `/api/admin/contests${confirmed ? '?confirm=removal,dangers' : ''}`,
      definition,
    );
  }

  /** A contest as `defineContest` takes it. */
  contestDefinition(contest: string): Promise<ReadContestDefinition> {
    return this.http.get(`/api/admin/contests/${encodeURIComponent(contest)}`, contestDefinitionSchema);
  }

  createUsers(request: CreateUsersRequest): Promise<CreateUsersAnswer> {
    return this.http.send('POST', '/api/admin/users', createUsersAnswerSchema, request);
  }

  createJudgehost(name: string): Promise<CreateJudgehostAnswer> {
    return this.http.send('POST', '/api/admin/judgehosts', createJudgehostAnswerSchema, { name });
  }

  /** Judges one submission again; its verdict stays until the new one is there. */
  rejudge(submission: string): Promise<RejudgeAnswer> {
    return this.http.send('POST', `/api/submissions/${submission}/rejudge`, rejudgeAnswerSchema, {});
  }

  /** Which submissions a filter takes, without judging any. */
  selectForRejudging(contest: string, filter: RejudgingFilter): Promise<RejudgingSelection> {
    return this.http.send('POST', `/api/contests/${contest}/rejudgings/selection`, rejudgingSelectionSchema, {
      filter,
    });
  }

  createRejudging(contest: string, request: CreateRejudgingRequest): Promise<Rejudging> {
    return this.http.send('POST', `/api/contests/${contest}/rejudgings`, rejudgingSchema, request);
  }

  async rejudgings(contest: string): Promise<Rejudging[]> {
    const schema = z.object({ rejudgings: z.array(rejudgingSchema) });
    return (await this.http.get(`/api/contests/${contest}/rejudgings`, schema)).rejudgings;
  }

  rejudging(id: string): Promise<Rejudging> {
    return this.http.get(`/api/rejudgings/${id}`, rejudgingSchema);
  }

  previewRejudging(id: string): Promise<RejudgingPreview> {
    return this.http.get(`/api/rejudgings/${id}/preview`, rejudgingPreviewSchema);
  }

  applyRejudging(id: string): Promise<Rejudging> {
    return this.http.send('POST', `/api/rejudgings/${id}/apply`, rejudgingSchema, {});
  }

  cancelRejudging(id: string): Promise<Rejudging> {
    return this.http.send('POST', `/api/rejudgings/${id}/cancel`, rejudgingSchema, {});
  }

  /** Every wall-limit rule that is set. */
  wallLimitRules(): Promise<WallLimitRulesAnswer> {
    return this.http.get('/api/wall-limits', wallLimitRulesSchema);
  }

  /** What judgings that start now run under, by problem and language. */
  wallLimits(contest: string): Promise<ContestWallLimits> {
    return this.http.get(`/api/contests/${contest}/wall-limits`, contestWallLimitsSchema);
  }

  /** @param id of the contest, problem or language; null for the global level. @param rule null takes it away */
  setWallLimit(
    level: WallLimitLevelName,
    id: string | null,
    rule: WallLimitRuleBody | null,
  ): Promise<WallLimitRulesAnswer> {
    const path = `/api/wall-limits/${id === null ? level : `${level}/${encodeURIComponent(id)}`}`;
    return rule === null
      ? this.http.send('DELETE', path, wallLimitRulesSchema, undefined)
      : this.http.send('PUT', path, wallLimitRulesSchema, rule);
  }

  previewWallLimit(contest: string, request: WallLimitPreviewRequest): Promise<WallLimitPreview> {
    return this.http.send(
      'POST',
      `/api/contests/${contest}/wall-limits/preview`,
      wallLimitPreviewSchema,
      request,
    );
  }

  live(contest: string, signal: AbortSignal): AsyncGenerator<LiveMessage> {
    return liveStream(this.http, contest, signal);
  }

  /**
   * Waits for the verdict by asking again and again: for scripts that need no exact instant.
   * @throws Error when there is none after `timeoutMs`
   */
  async verdictOf(submission: string, timeoutMs = 60_000): Promise<SubmissionDetail> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const detail = await this.submission(submission);
      if (detail.state === 'done') return detail;
      if (Date.now() > deadline)
        throw new Error(`submission ${submission} has no verdict after ${timeoutMs / 1000} s`);
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
  }
}
