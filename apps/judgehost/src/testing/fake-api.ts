import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  claimRequestSchema,
  heartbeatSchema,
  judgeTaskSchema,
  ordinaryKind,
  putProgramQuerySchema,
  registerRequestSchema,
  taskReportSchema,
  type FileReference,
  type Heartbeat,
  type HeartbeatAnswer,
  type JudgeTask,
  type RegisterRequest,
  type TaskReport,
} from '@sandglass/contracts';

const limits = {
  cpuUs: 1_000_000,
  wallUs: 4_000_000,
  memoryBytes: 256 * 1024 * 1024,
  outputBytes: 8 * 1024 * 1024,
  fileBytes: 8 * 1024 * 1024,
  processes: 64,
};

/**
 * The api's side of the contract with judgehosts, in memory, over real HTTP: every body that comes
 * in and goes out passes the schemas of the contract.
 */
export class FakeApi {
  readonly registrations: RegisterRequest[] = [];
  readonly heartbeats: Heartbeat[] = [];
  readonly reports: { taskId: string; report: TaskReport }[] = [];
  readonly fileRequests: string[] = [];
  readonly tasks = new Map<string, JudgeTask>();
  readonly files = new Map<string, Buffer>();
  /** Programs that were handed in, by their SHA-256. */
  readonly programs = new Map<string, Buffer>();
  readonly offers: { taskId: string; build: string; sha256: string }[] = [];
  readonly programRequests: string[] = [];
  heartbeatAnswer: Partial<HeartbeatAnswer> = {};
  heartbeatMs = 20;
  /** Its clock against this machine's. */
  clockOffsetMs = 0;
  token = 'a-token-of-enough-length';
  /** Answers to reports: a status instead of 204. */
  reportStatus = 204;
  /** Claims are answered when this has resolved. */
  claimGate: Promise<void> = Promise.resolve();
  /** Reports are answered when this has resolved. */
  reportGate: Promise<void> = Promise.resolve();
  claims = 0;
  /** Answers to requests for files: a status instead of 200. */
  fileStatus = 200;
  /** Every request is answered with 503. */
  down = false;
  url = '';
  /** Of every claim. */
  readonly nonces: (string | undefined)[] = [];
  /** What claims are answered with, when not with a task. */
  claimStatus = 200;
  /** Requests of any kind, refused ones included. */
  requests = 0;
  readonly #server: Server;
  readonly #listeners = new Set<() => void>();
  #tokens = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        problem(response, 500, 'FAKE_API', String(error));
      });
    });
  }

  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Resolves when so many more requests have come. */
  more(count: number): Promise<void> {
    const goal = this.requests + count;
    return this.until(() => this.requests >= goal);
  }

  /** Resolves when `condition` holds; looked at after every request. */
  async until(condition: () => boolean): Promise<void> {
    if (condition()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (!condition()) return;
      this.#listeners.delete(look);
      resolve();
    };
    this.#listeners.add(look);
    await promise;
  }

  addFile(text: string): FileReference {
    const data = Buffer.from(text);
    const sha256 = createHash('sha256').update(data).digest('hex');
    this.files.set(sha256, data);
    return { sha256, bytes: data.length };
  }

  /** A task in C with one test per pair of input and answer. */
  addTask(tests: readonly (readonly [string, string])[], changes: Partial<JudgeTask> = {}): JudgeTask {
    const task: JudgeTask = {
      id: crypto.randomUUID(),
      judgingId: crypto.randomUUID(),
      submissionId: crypto.randomUUID(),
      contestId: 'a-contest',
      fencingToken: 1,
      leaseMs: 1000,
      image: null,
      language: 'c',
      entryPoint: null,
      files: [{ name: 'main.c', base64: Buffer.from('int main(void) { return 0; }').toString('base64') }],
      includes: [],
      kind: { ...ordinaryKind },
      compileLimits: limits,
      limits,
      validationLimits: limits,
      validator: { kind: 'default', flags: [] },
      tests: tests.map(([input, answer], ordinal) => ({
        ordinal,
        name: `secret/${String(ordinal)}`,
        input: this.addFile(input),
        answer: this.addFile(answer),
        args: [],
        files: [],
      })),
      programs: null,
      avoidSlot: null,
      mayBlame: true,
      lazy: true,
      keepBytes: 1024,
      ...changes,
    };
    this.tasks.set(task.id, task);
    return task;
  }

  /** What was reported of a task, in order. */
  reportsOf(taskId: string): TaskReport[] {
    return this.reports.filter((entry) => entry.taskId === taskId).map(({ report }) => report);
  }

  endOf(taskId: string): TaskReport['done'] {
    return this.reportsOf(taskId).at(-1)?.done;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const data = await readAll(request);
    this.requests += 1;
    const path = request.url ?? '';
    if (path.endsWith('/claim')) {
      this.claims += 1;
      for (const listener of this.#listeners) listener();
      await this.claimGate;
    }
    if (this.down) problem(response, 503, 'FAKE_DOWN', 'the api is away');
    else if (request.headers.authorization !== `Bearer ${this.token}`)
      problem(response, 401, 'TOKEN_UNKNOWN', 'no host has this token');
    else if (request.method === 'PUT') this.#takeProgram(new URL(path, this.url), data, response);
    else this.#route(path, data.length === 0 ? undefined : JSON.parse(data.toString()), response);
    for (const listener of this.#listeners) listener();
  }

  #route(path: string, body: unknown, response: ServerResponse): void {
    const [, taskId, action] = /^\/api\/judgehost\/tasks\/([^/]+)\/(claim|report)$/.exec(path) ?? [];
    const [, program] = /^\/api\/judgehost\/programs\/(\w+)$/.exec(path) ?? [];
    const [, sha256] = /^\/api\/judgehost\/files\/(\w+)(?:\?fresh=1)?$/.exec(path) ?? [];
    if (path === '/api/judgehost/register') {
      this.registrations.push(registerRequestSchema.parse(body));
      json(response, {
        judgehostId: 'host-1',
        enabled: true,
        redis: { url: 'redis://unused', prefix: 'test' },
        heartbeatMs: this.heartbeatMs,
        serverTime: new Date().toISOString(),
      });
    } else if (path === '/api/judgehost/heartbeat') {
      this.heartbeats.push(heartbeatSchema.parse(body));
      json(response, {
        enabled: true,
        serverTime: new Date(Date.now() + this.clockOffsetMs).toISOString(),
        lost: [],
        ...this.heartbeatAnswer,
      });
    } else if (sha256 !== undefined) {
      this.fileRequests.push(sha256);
      const data = this.files.get(sha256);
      if (this.fileStatus !== 200) problem(response, this.fileStatus, 'FAKE_TROUBLE', sha256);
      else if (data === undefined) problem(response, 404, 'FILE_UNKNOWN', sha256);
      else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(data);
    } else if (program !== undefined) {
      this.programRequests.push(program);
      const bytes = this.programs.get(program);
      if (bytes === undefined) problem(response, 404, 'FILE_UNKNOWN', program);
      else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    } else if (action === 'claim') {
      this.#claim(taskId ?? '', body, response);
    } else if (action === 'report') {
      this.#report(taskId ?? '', body, response).catch((error: unknown) => {
        problem(response, 500, 'FAKE_API', String(error));
      });
    } else problem(response, 404, 'NOT_FOUND', path);
  }

  #takeProgram({ pathname, searchParams }: URL, program: Buffer, response: ServerResponse): void {
    const sha256 = createHash('sha256').update(program).digest('hex');
    const { build } = putProgramQuerySchema.parse(Object.fromEntries(searchParams));
    this.programs.set(sha256, program);
    this.offers.push({ taskId: pathname.split('/').at(-2) ?? '', build, sha256 });
    response.writeHead(204).end();
  }

  #claim(taskId: string, body: unknown, response: ServerResponse): void {
    this.nonces.push(claimRequestSchema.parse(body).nonce);
    if (this.claimStatus !== 200) {
      problem(response, this.claimStatus, 'FAKE_TROUBLE', taskId);
      return;
    }
    const task = this.tasks.get(taskId);
    if (task === undefined) {
      problem(response, 409, 'JUDGE_TASK_NOT_DUE', taskId);
      return;
    }
    this.#tokens += 1;
    const claimed = { ...task, fencingToken: this.#tokens };
    this.tasks.set(taskId, claimed);
    json(response, judgeTaskSchema.parse(claimed));
  }

  async #report(taskId: string, body: unknown, response: ServerResponse): Promise<void> {
    this.reports.push({ taskId, report: taskReportSchema.parse(body) });
    await this.reportGate;
    if (this.reportStatus === 204) response.writeHead(204).end();
    else problem(response, this.reportStatus, 'JUDGE_TASK_LEASE_LOST', 'the lease is lost');
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, code: string, detail: string): void {
  const body = { type: `https://example.org/errors#${code}`, title: code, status, detail, code };
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body));
}
