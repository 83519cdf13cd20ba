/**
 * The api, as a judgehost uses it: a few requests over kept-alive connections.
 *
 * A refusal (`ApiRefused`) is distinguished from trouble (`ApiUnreachable`): only the second is worth repeating,
 * and this file repeats nothing, because only the caller knows how long it makes sense.
 */
import type { Readable } from 'node:stream';
import {
  contestFilesSchema,
  heartbeatAnswerSchema,
  judgeTaskSchema,
  problemDetailsSchema,
  registerAnswerSchema,
  type FileReference,
  type Heartbeat,
  type HeartbeatAnswer,
  type JudgeTask,
  type RegisterAnswer,
  type RegisterRequest,
  type TaskReport,
} from '@sandglass/contracts';
import { certificateTrouble } from '@sandglass/client/certificate-trouble';
import { Agent, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { ApiRefused, ApiUnreachable, JudgehostError, messageOf } from '../platform/errors.ts';

export interface ApiClient {
  register(request: RegisterRequest): Promise<RegisterAnswer>;
  heartbeat(heartbeat: Heartbeat): Promise<HeartbeatAnswer>;
  /** Null when the task is not due (any more). @param nonce the same when the claim is repeated */
  claim(taskId: string, slot: number, nonce: string): Promise<JudgeTask | null>;
  /** @throws JudgehostError `HOST_LEASE_LOST` when the task must be dropped */
  report(taskId: string, report: TaskReport): Promise<void>;
  /** @param fresh it came damaged: the api looks at its copy before it sends it again */
  file(sha256: string, signal: AbortSignal, fresh?: boolean): Promise<Readable>;
  /** Everything that judging a contest may need. */
  contestFiles(contestId: string): Promise<FileReference[]>;
  /** The program of a task, for the other tasks of its judging. */
  putProgram(
    task: { readonly id: string; readonly fencingToken: number },
    build: string,
    program: Buffer,
    signal: AbortSignal,
  ): Promise<void>;
  program(sha256: string, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
  /** Set by who must know that the token was another one from now on: the queue's credential has changed with it. */
  onNewToken?: () => void;
}

/** An answer that has not come after this long will not come. */
const answerTimeoutMs = 10_000;
const connectTimeoutMs = 3_000;
/** Bytes of an error answer that are read. */
const problemBytes = 65_536;

interface Request {
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Bytes go as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * @param url of the api, without a trailing slash
 * @param readToken reads the token again, where it may change while we run; called when the api refuses the present one
 */
export function createApiClient(
  url: string,
  token: string,
  readToken: () => string = () => token,
): ApiClient {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    keepAliveTimeout: 30_000,
    pipelining: 1,
  });
  let current = token;
  const { origin, pathname } = new URL(url);
  const base = pathname === '/' ? '' : pathname;

  /** @returns whether there is another token than the one that was refused */
  function takeUpToken(refused: string): boolean {
    if (current !== refused) return true;
    try {
      current = readToken();
    } catch {
      // It is being written: the next refusal looks again.
    }
    if (current === refused) return false;
    client.onNewToken?.();
    return true;
  }

  async function ask(request: Request): Promise<Dispatcher.ResponseData> {
    const { what, method, path, body, signal } = request;
    const used = current;
    let response: Dispatcher.ResponseData;
    try {
      response = await agent.request({
        origin,
        path: `${base}${path}`,
        method,
        headers: {
          authorization: `Bearer ${used}`,
          ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
        },
        body: body === undefined ? null : Buffer.isBuffer(body) ? body : JSON.stringify(body),
        signal: signal ?? null,
      });
    } catch (error) {
      throw new ApiUnreachable(url, certificateTrouble(error) ?? messageOf(error), { cause: error });
    }
    if (response.statusCode >= 200 && response.statusCode < 300) return response;
    const { code, detail } = await problemOf(response);
    if (response.statusCode === 401 && takeUpToken(used)) return ask(request);
    if (response.statusCode >= 500 || response.statusCode === 429 || response.statusCode === 408) {
      throw new ApiUnreachable(url, `${what}: ${String(response.statusCode)} ${code}: ${detail}`);
    }
    throw new ApiRefused(what, response.statusCode, code, detail);
  }

  async function askJson<T>(schema: z.ZodType<T>, request: Request): Promise<T> {
    const response = await ask(request);
    let body: unknown;
    try {
      body = await response.body.json();
    } catch (error) {
      throw new ApiUnreachable(url, `${request.what}: ${messageOf(error)}`, { cause: error });
    }
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const detail = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    throw new JudgehostError('HOST_API_ANSWER', { what: request.what, detail });
  }

  const client: ApiClient = {
    register: (body) =>
      askJson(registerAnswerSchema, {
        what: 'the registration',
        method: 'POST',
        path: '/api/judgehost/register',
        body,
      }),
    heartbeat: (body) =>
      askJson(heartbeatAnswerSchema, {
        what: 'the heartbeat',
        method: 'POST',
        path: '/api/judgehost/heartbeat',
        body,
      }),
    async claim(taskId, slot, nonce) {
      try {
        return await askJson(judgeTaskSchema, {
          what: `the claim of task ${taskId}`,
          method: 'POST',
          path: `/api/judgehost/tasks/${encodeURIComponent(taskId)}/claim`,
          body: { slot, nonce },
        });
      } catch (error) {
        // 404: the task was deleted while its job waited in the queue.
        if (error instanceof ApiRefused && (error.status === 409 || error.status === 404)) return null;
        throw error;
      }
    },
    async report(taskId, body) {
      try {
        const response = await ask({
          what: `the report of task ${taskId}`,
          method: 'POST',
          path: `/api/judgehost/tasks/${encodeURIComponent(taskId)}/report`,
          body,
        });
        await response.body.dump();
      } catch (error) {
        if (error instanceof ApiRefused && (error.status === 409 || error.status === 404)) {
          throw new JudgehostError('HOST_LEASE_LOST', { task: taskId }, { cause: error });
        }
        throw error;
      }
    },
    async contestFiles(contestId) {
      const { files } = await askJson(contestFilesSchema, {
        what: `the files of contest ${contestId}`,
        method: 'GET',
        path: `/api/judgehost/contests/${encodeURIComponent(contestId)}/files`,
      });
      return files;
    },
    async file(sha256, signal, fresh = false) {
      const response = await ask({
        what: `file ${sha256}`,
        method: 'GET',
        path: `/api/judgehost/files/${sha256}${fresh ? '?fresh=1' : ''}`,
        signal,
      });
      return response.body;
    },
    async putProgram({ id, fencingToken }, build, program, signal) {
      const query = new URLSearchParams({ build, fencingToken: String(fencingToken) });
      const response = await ask({
        what: `the program of task ${id}`,
        method: 'PUT',
        path: `/api/judgehost/tasks/${encodeURIComponent(id)}/program?${query.toString()}`,
        body: program,
        signal,
      });
      await response.body.dump();
    },
    async program(sha256, signal) {
      const response = await ask({
        what: `program ${sha256}`,
        method: 'GET',
        path: `/api/judgehost/programs/${sha256}`,
        ...(signal === undefined ? {} : { signal }),
      });
      return Buffer.from(await response.body.arrayBuffer());
    },
    close: () => agent.destroy(),
  };
  return client;
}

function typeOf(body: unknown): string {
  return Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
}

async function problemOf(response: Dispatcher.ResponseData): Promise<{ code: string; detail: string }> {
  try {
    const text = (await response.body.text()).slice(0, problemBytes);
    const parsed = problemDetailsSchema.partial().safeParse(JSON.parse(text));
    if (parsed.success) {
      const fields = (parsed.data.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
      const detail = [parsed.data.detail ?? parsed.data.title ?? '', ...fields].join('; ');
      return { code: parsed.data.code ?? 'UNKNOWN', detail };
    }
  } catch {
    // Not JSON, or cut short: a proxy answered. The status says enough.
  }
  return { code: 'UNKNOWN', detail: 'no problem details were given' };
}
