/** A judgehost without a sandbox: the real queue and the real routes, made-up results. */
import type {
  FileReference,
  Heartbeat,
  HeartbeatAnswer,
  HostCondition,
  HostReport,
  JudgeTask,
  MachineCores,
  ProblemDetails,
  RunReport,
  TaskReport,
  Verdict,
} from '@sandglass/contracts';
import { aHostReport } from '@sandglass/contracts/testing/host-report';
import { aRun } from '@sandglass/contracts/testing/run-report';
import { startJudgeWorker, type JudgeWorker } from '@sandglass/queue';
import type { Answer, TestApi } from './test-api.ts';

type Done = NonNullable<TaskReport['done']>;

export class FakeHost {
  readonly #api: TestApi;
  readonly token: string;
  #workers: JudgeWorker[] = [];
  readonly #redisUrl: string;
  readonly #images: readonly string[];
  #restrictedQueue: string | null = null;
  readonly #tasks: string[] = [];
  readonly #waiting: ((taskId: string) => void)[] = [];
  readonly name: string;

  private constructor(
    api: TestApi,
    name: string,
    token: string,
    redisUrl: string,
    images: readonly string[],
  ) {
    this.#api = api;
    this.name = name;
    this.token = token;
    this.#redisUrl = redisUrl;
    this.#images = images;
    this.#listen();
  }

  #listen(): void {
    this.#workers = [null, ...this.#images].flatMap((image) =>
      [false, true].map((background) =>
        startJudgeWorker(this.#redisUrl, {
          image,
          background,
          restrictedQueue: this.#restrictedQueue,
          concurrency: 1,
          onTask: async (taskId) => this.offered(taskId),
        }),
      ),
    );
  }

  /** Looks in the restricted queue that a heartbeat names, as a judgehost does; older software never asked. */
  async heed(): Promise<HeartbeatAnswer> {
    const { body } = await this.heartbeat();
    if (body.restrictedQueue !== this.#restrictedQueue) {
      const former = this.#workers;
      this.#restrictedQueue = body.restrictedQueue;
      this.#listen();
      await Promise.all(former.map((worker) => worker.close()));
    }
    return body;
  }

  static async join(
    api: TestApi,
    name: string,
    redisUrl: string,
    images: readonly string[] = [],
  ): Promise<FakeHost> {
    const made = await api.request<{ token: string }>('POST', '/api/admin/judgehosts', {
      as: 'admin',
      body: { name },
    });
    const host = new FakeHost(api, name, made.body.token, redisUrl, images);
    await host.register();
    return host;
  }

  /** @param compilers instead of a C compiler without an image */
  register(
    compilers: readonly { language: string; version: string; image?: string }[] = [
      { language: 'c', version: 'gcc 12' },
    ],
    process?: string,
    cores?: MachineCores,
    slots = 1,
  ): Promise<Answer<ProblemDetails>> {
    return this.#post('/api/judgehost/register', {
      name: this.name,
      slots,
      compilers,
      report: hostReport(this.name),
      software: 'test',
      ...(process === undefined ? {} : { process }),
      ...(cores === undefined ? {} : { cores }),
    });
  }

  /**
   * @param more of the heartbeat, such as the host's condition
   * @param api the process that hears it; default: the one this host joined
   */
  heartbeat(
    running: { taskId: string; fencingToken: number }[] = [],
    more: Partial<Heartbeat> = {},
    api = this.#api,
  ): Promise<Answer<HeartbeatAnswer>> {
    const body = { slots: [], report: hostReport(this.name), running, ...more };
    return this.#post('/api/judgehost/heartbeat', body, api);
  }

  /** A task for the next caller. */
  offered(taskId: string): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#tasks.push(taskId);
    else waiting(taskId);
  }

  /** Offered and not looked at yet. */
  get backlog(): number {
    return this.#tasks.length;
  }

  async contestFiles(contest: string): Promise<FileReference[]> {
    const answer = await this.#api.request<{ files: FileReference[] }>(
      'GET',
      `/api/judgehost/contests/${contest}/files`,
      { headers: { authorization: `Bearer ${this.token}` } },
    );
    return answer.body.files;
  }

  /** The next task that comes out of the queue. */
  nextTask(): Promise<string> {
    const known = this.#tasks.shift();
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  claim(taskId: string, nonce?: string): Promise<Answer<JudgeTask & ProblemDetails>> {
    return this.#post(`/api/judgehost/tasks/${taskId}/claim`, {
      slot: 0,
      ...(nonce === undefined ? {} : { nonce }),
    });
  }

  /** Waits for a task and claims it. */
  async take(): Promise<JudgeTask> {
    for (;;) {
      const { status, body } = await this.claim(await this.nextTask());
      if (status === 200) return body;
    }
  }

  report(
    task: Pick<JudgeTask, 'id' | 'fencingToken'>,
    report: Partial<TaskReport>,
  ): Promise<Answer<ProblemDetails>> {
    return this.#post(`/api/judgehost/tasks/${task.id}/report`, {
      fencingToken: task.fencingToken,
      runs: [],
      ...report,
    });
  }

  /** The program is compiled: the other tasks of its judging are due. */
  compiled(task: Pick<JudgeTask, 'id' | 'fencingToken'>): Promise<Answer<ProblemDetails>> {
    return this.report(task, { compile: { success: true, output: '', measurement: null } });
  }

  putProgram(
    task: Pick<JudgeTask, 'id' | 'fencingToken'>,
    build: string,
    program: Buffer<ArrayBuffer>,
  ): Promise<Answer<ProblemDetails>> {
    const query = `build=${build}&fencingToken=${task.fencingToken}`;
    return this.#api.request('PUT', `/api/judgehost/tasks/${task.id}/program?${query}`, {
      body: new Blob([program]),
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/octet-stream' },
    });
  }

  program(sha256: string): Promise<Answer<string>> {
    return this.#api.request('GET', `/api/judgehost/programs/${sha256}`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
  }

  /** A file of test data. */
  file(sha256: string): Promise<Answer<ProblemDetails>> {
    return this.#api.request('GET', `/api/judgehost/files/${sha256}`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
  }

  /** Compiles, runs with these verdicts from the task's first test on, and says how it ended. */
  finish(
    task: JudgeTask,
    verdicts: readonly Verdict[],
    done: Done = { kind: 'finished' },
  ): Promise<Answer<ProblemDetails>> {
    return this.report(task, {
      compile: { success: true, output: '', measurement: null },
      runs: verdicts.map((verdict, index) => run((task.tests[0]?.ordinal ?? 0) + index, verdict)),
      done,
    });
  }

  async leave(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  #post<Body>(path: string, body: unknown, api = this.#api): Promise<Answer<Body>> {
    return api.request<Body>('POST', path, {
      body,
      headers: { authorization: `Bearer ${this.token}` },
    });
  }
}

/** How a host is that is well. */
export function condition(changes: Partial<HostCondition> = {}): HostCondition {
  return {
    state: 'healthy',
    since: new Date().toISOString(),
    reasons: [],
    allowed: { slots: 1, of: 1, why: null },
    calibration: null,
    gap: null,
    clock: { skewMs: 0, roundTripMs: 1 },
    cache: null,
    warmUps: [],
    untrusted: null,
    lastError: null,
    ...changes,
  };
}

export function run(ordinal: number, verdict: Verdict): RunReport {
  return aRun(ordinal, {
    verdict,
    reason: `made up: ${verdict}`,
    startedAt: new Date().toISOString(),
    outputHead: Buffer.from('output').toString('base64'),
    validatorMessage: 'secret message of the validator',
    cpuUs: 1000 + ordinal,
    wallUs: 2000,
    gapUs: 1000,
    runQueueUs: null,
    blockIoUs: null,
    majorFaults: null,
    stdoutBytes: 6,
  });
}

/** Of a host of one slot, taken now. */
export function hostReport(hostname: string): HostReport {
  const cpus = { usable: [0], slots: 1, online: 1, bounds: [], summary: '1 of 1' };
  return aHostReport({ hostname, kernel: '6.1.0', cpus, takenAt: new Date().toISOString() });
}
