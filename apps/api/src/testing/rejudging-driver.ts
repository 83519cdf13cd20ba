/** What tests of rejudgings do again and again: a contest with verdicts, the jury's requests, and the host that judges. */
import type {
  JudgeTask,
  RejudgedList,
  Rejudging,
  RejudgingPreview,
  Scoreboard,
  SubmissionDetail,
  Verdict,
} from '@sandglass/contracts';
import { expect } from 'vitest';
import type { FakeHost } from './fake-host.ts';
import type { TestEnvironment } from './test-environment.ts';
import type { TestApi } from './test-api.ts';

const outcome: Partial<Record<Verdict, Verdict[]>> = { AC: ['AC', 'AC', 'AC', 'AC'] };

export class RejudgingDriver {
  readonly #api: TestApi;
  readonly #host: FakeHost;

  constructor(api: TestApi, host: FakeHost) {
    this.#api = api;
    this.#host = host;
  }

  /** With the environment's api and a host that judges there. */
  static async at(
    environment: TestEnvironment,
  ): Promise<{ api: TestApi; host: FakeHost; driver: RejudgingDriver }> {
    const { api } = environment;
    const host = await environment.host();
    return { api, host, driver: new RejudgingDriver(api, host) };
  }

  judged(task: JudgeTask, verdict: Verdict) {
    return this.#host.finish(task, outcome[verdict] ?? [verdict]);
  }

  /** Submissions of a contest of their own, judged with these verdicts: "alpha WA". */
  async contestWith(id: string, ...lines: string[]): Promise<string[]> {
    await this.#api.makeContest(id);
    const ids: string[] = [];
    for (const line of lines) {
      const [team = '', verdict = ''] = line.split(' ');
      ids.push((await this.#api.submit(id, team)).body.id);
      await this.judged(await this.#host.take(), verdict as Verdict);
    }
    return ids;
  }

  create(contest: string, body: object, as = 'jury') {
    return this.#api.request<Rejudging & { code?: string; detail?: string; errors?: { path: string }[] }>(
      'POST',
      `/api/contests/${contest}/rejudgings`,
      { as, body: { reason: 'a test', filter: {}, ...body } },
    );
  }

  async read(id: string): Promise<Rejudging> {
    return (await this.#api.get<Rejudging>(`/api/rejudgings/${id}`, 'jury')).body;
  }

  async preview(id: string): Promise<RejudgingPreview> {
    return (await this.#api.get<RejudgingPreview>(`/api/rejudgings/${id}/preview`, 'jury')).body;
  }

  /** @param query such as "kind=changed" */
  async rejudged(id: string, query: string): Promise<RejudgedList['submissions']> {
    return (await this.#api.get<RejudgedList>(`/api/rejudgings/${id}/submissions?${query}`, 'jury')).body
      .submissions;
  }

  end(id: string, how: 'apply' | 'cancel') {
    return this.#api.request<Rejudging & { code?: string }>('POST', `/api/rejudgings/${id}/${how}`, {
      as: 'jury',
    });
  }

  async detail(id: string, as: string): Promise<SubmissionDetail> {
    return (await this.#api.get<SubmissionDetail>(`/api/submissions/${id}`, as)).body;
  }

  async verdicts(ids: readonly string[], as = 'jury'): Promise<(string | null)[]> {
    return Promise.all(ids.map(async (id) => (await this.detail(id, as)).verdict));
  }

  async ranks(contest: string): Promise<[string, number | null, number][]> {
    const board = await this.#api.get<Scoreboard>(`/api/contests/${contest}/scoreboard`);
    return board.body.rows.map(({ rank, team, solved }) => [team.id, rank, solved]);
  }

  /** Judges what waits; the submission decides the verdict, in turn where there are several. */
  async judgeAll(count: number, by: Readonly<Record<string, Verdict | Verdict[]>>): Promise<void> {
    const seen = new Map<string, number>();
    for (let done = 0; done < count; done += 1) {
      const task = await this.#host.take();
      const turn = seen.get(task.submissionId) ?? 0;
      seen.set(task.submissionId, turn + 1);
      const wanted = by[task.submissionId];
      await this.judged(task, (Array.isArray(wanted) ? wanted[turn] : wanted) ?? 'AC');
    }
  }

  async hasState(id: string, state: Rejudging['state']): Promise<void> {
    await expect.poll(async () => (await this.read(id)).state, { timeout: 20_000 }).toBe(state);
  }
}
