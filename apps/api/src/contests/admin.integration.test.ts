import type {
  AdminProblem,
  Contest,
  ImportProblemAnswer,
  JudgeTask,
  JurySubmissionsAnswer,
  ProblemPage,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../testing/fake-host.ts';
import { packageFiles, zipOf } from '../testing/package-zip.ts';
import type { Services } from '../testing/services.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi, Answer } from '../testing/test-api.ts';

let services: Services;
let api: TestApi;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
});

/** What other cases have left in the queue is judged first. */
async function taskOf(host: FakeHost, submissionId: string): Promise<JudgeTask> {
  for (;;) {
    const task = await host.take();
    if (task.submissionId === submissionId) return task;
    await host.finish(
      task,
      task.tests.map(() => 'AC'),
    );
  }
}

describe('importing a problem', () => {
  it('makes version 1, and the same package again changes nothing', async () => {
    const first = (await api.importPackage('twice')) as unknown as Answer<ImportProblemAnswer>;
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      problemId: 'twice',
      name: 'twice',
      version: 1,
      unchanged: false,
      testCount: 4,
      jurySubmissionCount: 1,
    });
    const again = (await api.importPackage('twice')) as unknown as Answer<ImportProblemAnswer>;
    expect([again.status, again.body.version, again.body.unchanged]).toEqual([200, 1, true]);
  });

  it('changed makes a new version; judgings of the old one keep their tests', async () => {
    const host = await FakeHost.join(api, 'host1', services.redisUrl);
    const { body } = await api.submit('main');
    const first = await taskOf(host, body.id);
    await host.finish(
      first,
      first.tests.map(() => 'AC'),
    );
    const changed = (await api.importPackage(
      'sum',
      packageFiles('sum', 5),
    )) as unknown as Answer<ImportProblemAnswer>;
    expect([changed.status, changed.body.version]).toEqual([201, 2]);
    const { judgings } = await api.detail(body.id);
    expect(judgings[0]?.tests).toHaveLength(first.tests.length);
    const next = await api.submit('main');
    expect((await taskOf(host, next.body.id)).tests).toHaveLength(7);
    await host.leave();
  });

  it('is refused with the file and the reason', async () => {
    const files = packageFiles('broken');
    delete files['data/secret/2.ans'];
    const answer = await api.importPackage('broken', files);
    expect([answer.status, answer.body.code]).toEqual([422, 'PROBLEM_PACKAGE_INVALID']);
    expect(answer.body.errors?.map(({ path }) => path).join(' ')).toContain('data/secret/2');
    expect(answer.body.detail).toContain('The problem package has an error: ');
  });

  it('is refused for a path out of the archive, an archive that is none, and a missing file', async () => {
    const send = async (content: Buffer<ArrayBuffer>) => {
      const form = new FormData();
      form.set('file', new Blob([content]), 'p.zip');
      return api.request('POST', '/api/admin/problems', { as: 'admin', body: form });
    };
    const zip = await zipOf(packageFiles('p'));
    // yazl writes no such name; the bytes are changed afterwards, lengths kept.
    const traversal = Buffer.from(
      zip.toString('latin1').replaceAll('package/problem.yaml', '../package/rob.yaml_'),
      'latin1',
    );
    expect((await send(traversal)).body.code).toBe('PROBLEM_PACKAGE_INVALID');
    const none = (await send(Buffer.from('this is no archive'))).body;
    expect(none.code).toBe('PROBLEM_PACKAGE_INVALID');
    // As who sent it calls it.
    expect(none.errors?.map(({ path }) => path)).toEqual(['p.zip']);
    expect(none.detail).toContain('p.zip: ');
    expect((await send(Buffer.from(zip.subarray(0, zip.length / 2)))).body.code).toBe(
      'PROBLEM_PACKAGE_INVALID',
    );
    const empty = await api.request('POST', '/api/admin/problems', { as: 'admin', body: new FormData() });
    expect([empty.status, empty.body.code]).toEqual([422, 'PROBLEM_PACKAGE_MISSING']);
  });

  it('of a kind that cannot be judged is refused by its name', async () => {
    const files = packageFiles('points');
    files['problem.yaml'] = (files['problem.yaml'] ?? '').replace('type: pass-fail', 'type: scoring');
    const answer = await api.importPackage('points', files);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('PROBLEM_TYPE_UNSUPPORTED');
    expect(answer.body.detail).toContain('scoring');
  });

  it('is listed with its contests', async () => {
    const { body } = await api.get<{ problems: AdminProblem[] }>('/api/admin/problems', 'jury');
    expect(body.problems.find(({ id }) => id === 'sum')).toMatchObject({
      contests: expect.arrayContaining(['main']) as string[],
      jurySubmissionCount: 1,
    });
  });
});

describe('a problem page', () => {
  const base = '/api/contests/main/problems/A';

  it('has statement, samples and attachments, with addresses that work for visitors', async () => {
    const { body } = await api.get<ProblemPage>(base);
    expect(body).toMatchObject({ label: 'A', sourceLimitBytes: 64 * 1024, timeLimitMs: 1000 });
    expect(body.statements).toMatchObject([{ language: 'en', format: 'markdown' }]);
    expect(body.samples).toMatchObject([{ name: '1', input: '1 1\n', answer: '2\n' }, { name: '2' }]);
    for (const url of [
      body.statements[0]?.url,
      body.samples[1]?.answerUrl,
      body.attachments[0]?.url,
      `${base}/samples.zip`,
    ]) {
      expect((await api.get(url ?? '')).status).toBe(200);
    }
    const picture = await api.get(`${body.statements[0]?.url}/glasses.svg`);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('shows no secret test', async () => {
    expect(JSON.stringify((await api.get(base, 'alpha')).body)).not.toContain('secret');
    expect((await api.get(`${base}/samples/3/input`, 'alpha')).status).toBe(404);
    expect((await api.get(`${base}/attachments/..%2fproblem.yaml`, 'alpha')).status).toBe(404);
  });

  it('is hidden before the start, from everybody but the jury', async () => {
    const soon = Date.now() + 3_600_000;
    await api.makeContest('soon', {
      startsAt: new Date(soon).toISOString(),
      endsAt: new Date(soon + 1000).toISOString(),
    });
    for (const as of [undefined, 'alpha']) {
      expect((await api.get<Contest>('/api/contests/soon', as)).body.problems).toEqual([]);
      for (const path of [
        '',
        '/statement/en',
        '/samples/1/input',
        '/samples.zip',
        '/attachments/notes.txt',
        '/statement/en/glasses.svg',
      ]) {
        expect((await api.get(`/api/contests/soon/problems/A${path}`, as)).status).toBe(404);
      }
      expect(
        (await api.get<{ problems: unknown[] }>('/api/contests/soon/scoreboard', as)).body.problems,
      ).toEqual([]);
    }
    expect((await api.get<Contest>('/api/contests/soon', 'jury')).body.problems).toHaveLength(1);
    expect((await api.get('/api/contests/soon/problems/A', 'jury')).status).toBe(200);
  });
});

describe('accounts', () => {
  it('are refused with the field', async () => {
    const users = [
      { username: 'c1', role: 'contestant', password: 'secret1' },
      { username: 'c2', role: 'contestant', password: 'secret1', teamId: 'nobody' },
      { username: 'c2', role: 'jury', password: 'secret1' },
    ];
    const answer = await api.request('POST', '/api/admin/users', { as: 'admin', body: { users } });
    expect([answer.status, answer.body.code]).toEqual([422, 'USERS_INVALID']);
    expect(answer.body.errors?.map(({ path }) => path)).toEqual([
      'users[2].username',
      'users[0].teamId',
      'users[1].teamId',
    ]);
    const short = await api.request('POST', '/api/admin/users', {
      as: 'admin',
      body: { users: [{ username: 'd', role: 'jury', password: 'x' }] },
    });
    expect(short.body.errors?.[0]?.path).toBe('users[0].password');
  });
});

describe('the jury submissions of the packages', () => {
  it('are handed in once per version, unknown to teams', async () => {
    const first = await api.request<JurySubmissionsAnswer>(
      'POST',
      '/api/admin/contests/main/jury-submissions',
      { as: 'jury' },
    );
    expect(first.status).toBe(201);
    expect(first.body.submissions).toMatchObject([
      { problem: 'A', path: 'submissions/accepted/sum.c', expected: ['AC'] },
    ]);
    const again = await api.request<JurySubmissionsAnswer>(
      'POST',
      '/api/admin/contests/main/jury-submissions',
      { as: 'jury', body: {} },
    );
    expect(again.body).toMatchObject({ submissions: [], skipped: [{ path: 'submissions/accepted/sum.c' }] });
    expect((await api.get(`/api/submissions/${first.body.submissions[0]?.id}`, 'alpha')).status).toBe(404);
  });
});

describe('routes', () => {
  const forAdmins: [string, string][] = [
    ['POST', '/api/admin/problems'],
    ['POST', '/api/admin/contests'],
    ['GET', '/api/admin/contests/main'],
    ['POST', '/api/admin/users'],
    ['POST', '/api/admin/judgehosts'],
    ['GET', '/api/admin/locks'],
    ['PATCH', '/api/judgehosts/00000000-0000-7000-8000-000000000000'],
  ];

  it.each(forAdmins)('%s %s is for admins only', async (method, path) => {
    const body = method === 'GET' ? {} : { body: {} };
    expect((await api.request(method, path, body)).status).toBe(401);
    expect((await api.request(method, path, { as: 'alpha', ...body })).status).toBe(403);
    expect((await api.request(method, path, { as: 'jury', ...body })).status).toBe(403);
  });

  it('that do not exist answer with problem details', async () => {
    const answer = await api.get<{ code: string }>('/api/nothing');
    expect([answer.status, answer.body.code]).toEqual([404, 'ROUTE_UNKNOWN']);
  });

  it('are all in the OpenAPI document, with their schemas', async () => {
    const { body } = await api.get<{
      paths: Record<string, unknown>;
      components: { schemas: Record<string, unknown> };
    }>('/api/openapi.json');
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/api/session',
        '/api/contests/{contest}/submissions',
        '/api/judgehost/tasks/{id}/claim',
        '/api/admin/problems',
      ]),
    );
    expect(Object.keys(body.components.schemas)).toEqual(
      expect.arrayContaining(['SubmissionSummary', 'JudgeTask', 'Scoreboard']),
    );
    expect((await api.get('/api/docs')).status).toBe(200);
  });

  it('keep the metrics, which count verdicts during the freeze, from visitors and teams', async () => {
    expect((await api.get('/metrics')).status).toBe(401);
    expect((await api.get('/metrics', 'alpha')).status).toBe(403);
  });

  it('report metrics of judging, queue and HTTP', async () => {
    const host = await FakeHost.join(api, 'measured', services.redisUrl);
    const submitted = await api.submit('main');
    const task = await taskOf(host, submitted.body.id);
    await host.finish(
      task,
      task.tests.map(() => 'AC'),
    );
    await host.leave();
    const { body } = await api.get<string>('/metrics', 'jury');
    expect(body).toContain('sandglass_run_gap_seconds_bucket{le="0.001",judgehost="measured"}');
    expect(body).toMatch(/sandglass_judge_tasks\{state="due"\} \d/);
    expect(body).toContain('sandglass_http_request_seconds_count{');
  });

  it('are protected by a policy that keeps foreign scripts out', async () => {
    const { headers } = await api.get('/api/health');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('what an administrator changes', () => {
  const post = (path: string, body: object) => api.request('POST', path, { as: 'admin', body });

  it('of accounts is in the audit log by name and field, without any password', async () => {
    const secret = 'correct horse battery staple';
    const account = { username: 'printer', displayName: 'The printer', role: 'balloon', password: secret };
    await post('/api/admin/users', { users: [account] });
    const change = await post('/api/admin/users', { users: [{ ...account, role: 'jury' }] });
    expect(change.status).toBe(201);
    const { rows } = await api.sql.query<{ actor: string; details: object }>(
      `SELECT actor, details FROM audit_log WHERE action = 'users.put' AND target = 'printer' ORDER BY id`,
    );
    const printer = { username: 'printer', password: 'set' };
    expect(rows).toEqual([
      {
        actor: 'admin',
        details: {
          accounts: [
            {
              ...printer,
              created: true,
              changed: {
                displayName: [null, 'The printer'],
                role: [null, 'balloon'],
                enabled: [null, true],
                mustChangePassword: [null, false],
              },
            },
          ],
        },
      },
      {
        actor: 'admin',
        details: { accounts: [{ ...printer, created: false, changed: { role: ['balloon', 'jury'] } }] },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is not changed when the audit log cannot record it', async () => {
    const made = await api.request<{ id: string }>('POST', '/api/admin/judgehosts', {
      as: 'admin',
      body: { name: 'audited' },
    });
    const invited = await api.request<{ id: string }>('POST', '/api/admin/registration-tokens', {
      as: 'admin',
      body: {},
    });
    const state = async () =>
      (
        await api.sql.query(
          `SELECT (SELECT count(*) FROM account) AS accounts, (SELECT count(*) FROM contest) AS contests,
             (SELECT count(*) FROM problem_version) AS versions, (SELECT count(*) FROM registration_token) AS tokens,
             (SELECT array_agg(token_hash ORDER BY name) FROM judgehost) AS hosts`,
        )
      ).rows;
    const before = await state();
    await api.sql.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    try {
      const answers = [
        await post('/api/admin/users', { users: [{ username: 'x', role: 'jury', password: 'something' }] }),
        await post('/api/admin/contests', {
          id: 'unaudited',
          name: 'Unaudited',
          startsAt: '2026-01-01T00:00:00Z',
          endsAt: '2026-01-01T05:00:00Z',
          problems: [],
          teams: [],
        }),
        await api.importPackage('unaudited'),
        await post('/api/admin/judgehosts', { name: 'unaudited' }),
        await post(`/api/judgehosts/${made.body.id}/rotate`, {}),
        await post(`/api/judgehosts/${made.body.id}/revoke`, {}),
        await api.request('DELETE', `/api/admin/registration-tokens/${invited.body.id}`, { as: 'admin' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500, 500]);
    } finally {
      await api.sql.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    }
    expect(await state()).toEqual(before);
  });
});
