/** Lists and pages of submissions: what the jury finds there, and what a team does not. */
import type {
  JudgingList,
  ProblemDetails,
  RejudgedList,
  Rejudging,
  RejudgingSelection,
  SubmissionList,
  TestOutput,
} from '@sandglass/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let accepted: string;
let wrong: string;
let starved: string;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
  accepted = await judged('alpha', ['AC', 'AC', 'AC', 'AC']);
  wrong = await judged('beta', ['WA']);
  starved = await judged('beta', ['AC', 'WTL']);
  await api.sql.query('UPDATE judging SET suspect = true WHERE submission_id = $1', [starved]);
});

async function judged(team: string, verdicts: Parameters<FakeHost['finish']>[1]): Promise<string> {
  const { body } = await api.submit('main', team);
  await host.finish(await host.take(), verdicts);
  return body.id;
}

async function list(query: string, as = 'jury'): Promise<string[]> {
  const { body } = await api.get<SubmissionList>(`/api/contests/main/submissions?${query}`, as);
  return body.submissions.map(({ id }) => id);
}

describe('the jury’s list', () => {
  it('takes several values of a filter, separated by commas', async () => {
    expect(await list('verdict=WA,WTL')).toEqual([starved, wrong]);
    expect(await list('verdict=WA,WTL&team=alpha')).toEqual([]);
    expect(await list('team=alpha,beta&problem=A&language=c&host=host1')).toEqual([starved, wrong, accepted]);
    expect(await list('verdict=pending')).toEqual([]);
    expect((await api.get('/api/contests/main/submissions?verdict=WA,XX', 'jury')).status).toBe(400);
    expect((await api.get('/api/contests/main/submissions?before=yesterday', 'jury')).status).toBe(400);
  });

  it('finds what is suspect, and what was submitted or judged in a stretch of time', async () => {
    expect(await list('suspect=yes')).toEqual([starved]);
    const body = await api.detail(wrong);
    expect(await list(`until=${body.submittedAt}`)).toEqual([accepted]);
    expect(await list(`from=${body.submittedAt}`)).toEqual([starved, wrong]);
    const ended = body.judgings[0]?.endedAt ?? '';
    expect(await list(`judgedFrom=${ended}&verdict=AC`)).toEqual([]);
    expect(await list(`judgedUntil=${ended}`)).toEqual([accepted]);
  });

  it('says which of some submissions a filter takes', async () => {
    const some = `ids=${accepted},${starved}`;
    expect(await list(some)).toEqual([starved, accepted]);
    expect(await list(`${some}&host=host1&verdict=AC`)).toEqual([accepted]);
    expect(await list(`${some}&host=host2`)).toEqual([]);
    expect(await list(some, 'beta')).toEqual([starved]);
    expect((await api.get('/api/contests/main/submissions?ids=1,2', 'jury')).status).toBe(400);
  });

  it('takes a judging error for what it is; for the team it is a judging that goes on', async () => {
    await api.sql.query(`UPDATE judging SET verdict = 'JE' WHERE submission_id = $1`, [wrong]);
    try {
      expect(await list('verdict=JE')).toEqual([wrong]);
      expect(await list('verdict=pending')).toEqual([]);
      expect(await list('verdict=pending,WTL')).toEqual([starved]);
      expect(await list('verdict=pending', 'beta')).toEqual([wrong]);
      expect(await list('verdict=pending,WTL', 'beta')).toEqual([starved, wrong]);
    } finally {
      await api.sql.query(`UPDATE judging SET verdict = 'WA' WHERE submission_id = $1`, [wrong]);
    }
  });

  it('takes for a rejudging what it shows', async () => {
    const { body } = await api.request<RejudgingSelection>(
      'POST',
      '/api/contests/main/rejudgings/selection',
      {
        as: 'jury',
        body: { filter: { verdicts: ['WA', 'WTL'], teams: ['beta'] }, list: false },
      },
    );
    expect(body).toMatchObject({
      count: 2,
      submissions: [],
      busyCount: 0,
      teams: 1,
      problems: [{ name: 'A', count: 2 }],
      languages: [{ name: 'c', count: 2 }],
    });
    expect(body.verdicts).toEqual([
      { name: 'WA', count: 1 },
      { name: 'WTL', count: 1 },
    ]);
  });

  it('counts the teams of a selection, and the jury is none', async () => {
    await api.sql.query('UPDATE submission SET jury = true, team_id = NULL WHERE id = $1', [accepted]);
    try {
      const { body } = await api.request<RejudgingSelection>(
        'POST',
        '/api/contests/main/rejudgings/selection',
        {
          as: 'jury',
          body: { filter: {}, list: false },
        },
      );
      expect([body.count, body.teams]).toEqual([3, 1]);
    } finally {
      await api.sql.query(`UPDATE submission SET jury = false, team_id = 'alpha' WHERE id = $1`, [accepted]);
    }
  });

  it('comes in pages', async () => {
    const page = async (query: string) =>
      (await api.get<SubmissionList>(`/api/contests/main/submissions?limit=2${query}`, 'jury')).body;
    const first = await page('');
    expect(first.submissions).toHaveLength(2);
    const second = await page(`&before=${String(first.next)}`);
    const ids = [...first.submissions, ...second.submissions].map(({ id }) => id);
    expect(ids).toEqual([starved, wrong, accepted]);
  });
});

describe('the page of a submission', () => {
  it('says why, and has the output of every judging', async () => {
    const made = await api.request<Rejudging>('POST', '/api/contests/main/rejudgings', {
      as: 'jury',
      body: { reason: 'a test', filter: { submissions: [wrong, accepted] } },
    });
    await host.finish(await host.take(), ['AC', 'WA']);
    await host.finish(await host.take(), ['AC', 'WA']);
    const body = await api.detail(wrong);
    expect(body.judgings).toHaveLength(2);
    expect(body.judgings[1]?.why[0]).toMatch(/^Test 1 of 4 decided: /);
    // What the programs wrote is fetched by test: hundreds of tests would be megabytes.
    expect(Object.keys(body.judgings[0]?.tests[0] ?? {}).filter((name) => name.endsWith('Head'))).toEqual([]);
    const output = (query: string) =>
      api.get<TestOutput>(`/api/submissions/${wrong}/tests/1${query}`, 'jury');
    // The judging that counts never came to its second test; the new one did.
    expect((await output('')).body.output).toBeNull();
    expect((await output(`?judging=${body.judgings[0]?.id}`)).body.output?.text).toBe('output');
    expect((await output(`?judging=${made.body.id}`)).status).toBe(404);

    const cell = (query: string) =>
      api.get<RejudgedList>(`/api/rejudgings/${made.body.id}/submissions?${query}`, 'jury');
    await expect.poll(async () => (await cell('kind=open')).body.count).toBe(0);
    expect(
      (await cell('before=AC&after=WA')).body.submissions.map(({ submissionId }) => submissionId),
    ).toEqual([accepted]);
    expect((await cell('kind=unchanged')).body.submissions.map(({ submissionId }) => submissionId)).toEqual([
      wrong,
    ]);
    const first = (await cell('limit=1')).body;
    expect([first.count, first.next]).toEqual([2, accepted]);
    const second = (await cell(`limit=1&cursor=${first.next}`)).body;
    expect([second.submissions[0]?.submissionId, second.next]).toEqual([wrong, null]);
    expect((await api.get(`/api/rejudgings/${made.body.id}/submissions`, 'alpha')).status).toBe(403);
    await api.request('POST', `/api/rejudgings/${made.body.id}/cancel`, { as: 'jury' });
  });
});

describe('the judgings of a submission', () => {
  const repeated = async (repeats: number): Promise<string> => {
    const { body } = await api.request<Rejudging>('POST', '/api/contests/main/rejudgings', {
      as: 'jury',
      body: { reason: 'a test', filter: { submissions: [wrong] }, repeats },
    });
    // Its judgings are made after the answer.
    const made = async (): Promise<number | null> =>
      (await api.sql.query('SELECT 1 FROM judging WHERE rejudging_id = $1', [body.id])).rowCount;
    await expect.poll(made).toBe(repeats);
    await api.request('POST', `/api/rejudgings/${body.id}/cancel`, { as: 'jury' });
    return body.id;
  };
  const madeBy = ({ judgings }: JudgingList): string[] => [
    ...new Set(judgings.map(({ rejudgingId, valid }) => (valid ? 'counts' : (rejudgingId ?? 'first')))),
  ];

  it('come with it as far as they are new, with the one that counts; older ones page by page', async () => {
    const made = (await api.detail(wrong)).judgings.length;
    const made20 = await repeated(20);
    const made1 = await repeated(1);
    const again20 = await repeated(20);
    const first = await api.detail(wrong);
    // Repeats of one rejudging are never parted.
    expect([first.judgings.length, madeBy(first)]).toEqual([21, [again20, 'counts']]);
    const older = async (before: string | null): Promise<JudgingList> =>
      (await api.get<JudgingList>(`/api/submissions/${wrong}/judgings?before=${before}`, 'jury')).body;
    const second = await older(first.olderJudgings);
    expect([second.judgings.length, madeBy(second)]).toEqual([21, [made1, made20]]);
    const third = await older(second.olderJudgings);
    expect([third.judgings.length, third.olderJudgings]).toEqual([made, null]);
    expect(third.judgings.at(-1)?.valid).toBe(true);
  });

  it('are the jury’s: a team sees the one that counts', async () => {
    const { judgings, olderJudgings } = await api.detail(wrong, 'beta');
    expect([judgings.map(({ valid }) => valid), olderJudgings]).toEqual([[true], null]);
    expect((await api.get(`/api/submissions/${wrong}/judgings`, 'beta')).status).toBe(403);
  });
});

describe('a team', () => {
  beforeAll(() => judged('jury', ['AC', 'AC', 'AC', 'AC']));

  it('sees its own submission with its source', async () => {
    expect((await api.detail(accepted, 'alpha')).files[0]?.text).toContain('int main');
  });

  it('sees nothing of another team: neither page, source, tests nor list entry', async () => {
    for (const path of [`/api/submissions/${accepted}`, `/api/submissions/${accepted}/files/sum.c`]) {
      const { status, body } = await api.get<ProblemDetails>(path, 'beta');
      expect([status, body.code]).toEqual([404, 'SUBMISSION_UNKNOWN']);
    }
    for (const query of ['', 'team=alpha', 'jury=yes'])
      expect((await list(query, 'beta')).filter((id) => id !== wrong && id !== starved)).toEqual([]);
    expect(await list('jury=yes')).toHaveLength(1);
  });

  it('sees no test data, however it asks', async () => {
    const asked = ['tests/0', 'tests/3', 'tests/0/input', 'tests/0/answer', 'tests/3/input'];
    const statuses = asked.map(
      async (path) => (await api.get(`/api/submissions/${accepted}/${path}`, 'alpha')).status,
    );
    // As if there were none: teams see their samples alone, and only where the contest says so.
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 404]);
    const test = await api.get<TestOutput>(`/api/submissions/${accepted}/tests/2`, 'jury');
    expect(test.body).toMatchObject({ input: { text: '1 10\n' }, expected: { text: '11\n' } });
    expect((await api.get<string>(`/api/submissions/${accepted}/tests/2/answer`, 'jury')).body).toBe('11\n');
  });

  it('learns nothing by a filter about what it may not see', async () => {
    expect(await list('', 'beta')).toEqual([starved, wrong]);
    for (const query of [
      'suspect=yes',
      'host=host1',
      'judgedFrom=2020-01-01T00:00:00Z',
      'verdict=WA,JE',
      'unhealthy=yes',
    ])
      expect(await list(query, 'beta'), query).toEqual([]);
    const { suspect, judgings } = await api.detail(starved, 'beta');
    expect([suspect, judgings[0]?.why]).toEqual([false, []]);
  });

  it('learns of neither hosts nor judging errors by what a filter finds', async () => {
    await api.sql.query(
      `UPDATE judging SET verdict = 'JE', judgehost = 'host9' WHERE valid AND submission_id = $1`,
      [accepted],
    );
    for (const query of ['verdict=JE', 'host=host9']) {
      expect(await list(query, 'alpha')).toEqual([]);
      expect(await list(query)).toEqual([accepted]);
    }
    expect(await list('verdict=pending', 'alpha')).toContain(accepted);
  });
});
