/** A real api on real servers, with a contest that is running, for integration tests. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ContestDefinition, ProblemDetails, SubmissionDetail } from '@sandglass/contracts';
import { unzip } from '@sandglass/testing';
import { Client } from 'pg';
import { buildApp, type AppOptions } from '../app.ts';
import type { SingleSignOnConfig } from '../platform/config/single-sign-on-config.ts';
import type { App } from '../platform/http/app-type.ts';
import { packageFiles, zipOf } from './package-zip.ts';
import type { Services } from './services.ts';
import { TaskVerbs } from './task-verbs.ts';

export const adminPassword = 'admin-password';
/** Of every account but the administrator's. */
export const password = 'a password';

const hour = 3_600_000;

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface RequestOptions {
  /** Username; omitted: a visitor. */
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApiOptions extends AppOptions {
  /** A build of the web app; omitted: none is served. */
  readonly webRoot?: string;
  /** Omitted: none. */
  readonly singleSignOn?: SingleSignOnConfig;
  /** Omitted: no bound. */
  readonly requestsPerMinute?: number;
}

export class TestApi {
  readonly app: App;
  readonly url: string;
  readonly sql: Client;
  readonly tasks: TaskVerbs;

  private constructor(app: App, url: string, sql: Client) {
    this.app = app;
    this.url = url;
    this.sql = sql;
    this.tasks = new TaskVerbs(sql);
  }

  static async start(services: Services, name = 'api', options: TestApiOptions = {}): Promise<TestApi> {
    const app = await buildApp(
      {
        databaseUrl: services.databaseUrl,
        redisUrl: services.redisUrl,
        host: '127.0.0.1',
        port: 0,
        webRoot: options.webRoot ?? null,
        dataFolder: join(services.folder, name),
        adminPassword,
        operatorHash: null,
        judgehostRedisUrl: services.redisUrl,
        judgehostRedisUsers: true,
        secret: 'a secret that nobody knows',
        trustProxy: ['127.0.0.1'],
        secureCookies: false,
        singleSignOn: options.singleSignOn ?? { header: null, oidc: null },
        fileCacheBytes: 64 * 1024 * 1024,
        requestsPerMinute: options.requestsPerMinute ?? 0,
        queueOrder: 'deadline',
        submissionsPerMinute: 20,
        retentionDays: { audit: 730, alarms: 180, health: 180 },
        logLevel: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
      },
      options,
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const sql = new Client({ connectionString: services.databaseUrl });
    await sql.connect();
    return new TestApi(app, `http://127.0.0.1:${port}`, sql);
  }

  async stop(): Promise<void> {
    await this.sql.end();
    await this.app.close();
  }

  /** The body of a zip is the paths and texts of its files. */
  async request<Body = ProblemDetails>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<Body>> {
    const { as, body } = options;
    const headers: Record<string, string> = { ...options.headers };
    if (as !== undefined) {
      const secret = as === 'admin' ? adminPassword : password;
      headers['authorization'] = `Basic ${Buffer.from(`${as}:${secret}`).toString('base64')}`;
    }
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] ??= 'application/json';
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers,
      ...(body === undefined
        ? {}
        : {
            body:
              body instanceof FormData || body instanceof Blob || typeof body === 'string'
                ? body
                : JSON.stringify(body),
          }),
    });
    const type = answer.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = /json/.test(type);
    const text = type === 'application/zip' ? [...unzip(bytes)].flat().join('\n') : bytes.toString();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (isJson && text !== '' ? JSON.parse(text) : text) as Body,
    };
  }

  get<Body>(path: string, as?: string): Promise<Answer<Body>> {
    return this.request<Body>('GET', path, as === undefined ? {} : { as });
  }

  /** A submission's page, as somebody may see it. */
  async detail(submission: string, as = 'jury'): Promise<SubmissionDetail> {
    return (await this.get<SubmissionDetail>(`/api/submissions/${submission}`, as)).body;
  }

  async importPackage(
    id: string,
    files = packageFiles(id),
  ): Promise<Answer<ProblemDetails & { version: number }>> {
    const form = new FormData();
    form.set('id', id);
    form.set('file', new Blob([await zipOf(files)]), `${id}.zip`);
    return this.request('POST', '/api/admin/problems', { as: 'admin', body: form });
  }

  /** Contest `id` with problem A (4 tests) and teams alpha and beta, whose accounts are called like them; and `jury`. */
  async makeContest(id: string, change: Partial<ContestDefinition> = {}): Promise<void> {
    const problem = 'sum';
    await this.importPackage(problem);
    const now = Date.now();
    const definition: ContestDefinition = {
      id,
      name: `Contest ${id}`,
      startsAt: new Date(now - hour).toISOString(),
      endsAt: new Date(now + hour).toISOString(),
      problems: [{ label: 'A', problem, colour: '#ff0000' }],
      teams: [
        { id: 'alpha', name: 'Team Alpha' },
        { id: 'beta', name: 'Team Beta' },
      ],
      ...change,
    };
    // A test knows what it leaves out, and what it moves.
    const made = await this.request('POST', '/api/admin/contests?confirm=removal,dangers', {
      as: 'admin',
      body: definition,
    });
    if (made.status >= 300) throw new Error(`the contest was not made: ${JSON.stringify(made.body)}`);
    const users = [
      { username: 'alpha', role: 'contestant', teamId: 'alpha', password },
      { username: 'beta', role: 'contestant', teamId: 'beta', password },
      { username: 'jury', role: 'jury', password },
    ];
    const known = await this.sql.query(`SELECT 1 FROM account WHERE username = 'jury'`);
    if (known.rowCount === 0)
      await this.request('POST', '/api/admin/users', { as: 'admin', body: { users } });
  }

  /** Hands in a program that no other submission equals. */
  async submit(
    contest: string,
    as = 'alpha',
    change: Record<string, unknown> = {},
  ): Promise<Answer<ProblemDetails & { id: string; number: number; state: string; verdict: string | null }>> {
    submitted += 1;
    return this.request('POST', `/api/contests/${contest}/submissions`, {
      as,
      body: {
        problem: 'A',
        language: 'c',
        files: [{ name: 'sum.c', content: `int main() {} // ${submitted}` }],
        ...change,
      },
    });
  }
}

let submitted = 0;
