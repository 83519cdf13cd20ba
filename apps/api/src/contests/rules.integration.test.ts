/** The rules of a contest, from the change to what they do. */
import type {
  ChangeContestRules,
  Contest,
  ContestChangeAnswer,
  ContestControl as ControlView,
  JudgeTask,
  ReadContestDefinition,
  RunReport,
  Scoreboard,
  SubmissionList,
  TestOutput,
  Verdict,
} from '@sandglass/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { FakeHost, run } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import type { Answer, TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;

const hour = 3_600_000;
const compile = { success: true, output: 'a word of the compiler', measurement: null };
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
});

beforeAll(async () => {
  host = await FakeHost.join(api, 'rules-host', services.redisUrl);
});

function change(
  contest: string,
  rules: ChangeContestRules,
  more: object = {},
  query = '',
): Promise<Answer<ContestChangeAnswer>> {
  return api.request('PATCH', `/api/contests/${contest}${query}`, {
    as: 'admin',
    body: { rules, ...more },
  });
}

const board = async (contest: string): Promise<Scoreboard> =>
  (await api.get<Scoreboard>(`/api/contests/${contest}/scoreboard`, 'jury')).body;

/** Hands in and has it judged. @param verdicts of its first tests; all others are accepted */
async function judged(
  contest: string,
  verdicts: readonly Verdict[],
  team = 'alpha',
  more: Partial<RunReport> = {},
): Promise<{ id: string; task: JudgeTask }> {
  const { body } = await api.submit(contest, team);
  const task = await host.take();
  expect(task.submissionId).toBe(body.id);
  const runs = task.tests.map(({ ordinal }, index) => ({
    ...run(ordinal, verdicts[index] ?? 'AC'),
    ...more,
  }));
  await host.report(task, { compile, runs, done: { kind: 'finished' } });
  await expect.poll(async () => (await api.detail(body.id)).state).toBe('done');
  return { id: body.id, task };
}

describe('rules', () => {
  it('are changed one by one, and the change has its event and both states in the audit log', async () => {
    await api.makeContest('changed');
    const first = await change('changed', { tieBreak: 'none', remap: { OLE: 'RTE' } });
    expect(first.status).toBe(200);
    const { body } = await change('changed', { penaltyUnit: 'seconds' });
    expect(body.after.rules).toMatchObject({
      tieBreak: 'none',
      remap: { OLE: 'RTE' },
      penaltyUnit: 'seconds',
    });
    const { history, state } = (await api.get<ControlView>('/api/contests/changed/control', 'admin')).body;
    expect(history[0]).toMatchObject({
      action: 'contest.change',
      details: {
        before: { rules: { penaltyUnit: 'minutes', tieBreak: 'none' } },
        after: { rules: { penaltyUnit: 'seconds', tieBreak: 'none' } },
      },
    });
    expect(state.rules).toEqual(body.after.rules);
    const { rows } = await api.sql.query<{ change: string }>(
      `SELECT data ->> 'change' AS change FROM contest_event WHERE contest_id = 'changed' ORDER BY seq DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ change: 'change' }]);
  });

  it('are read back in a definition, and set by one', async () => {
    await api.makeContest('defined', { rules: { tieBreak: 'run-time', timeFactors: { c: 2 } } });
    const read = async (): Promise<ReadContestDefinition> =>
      (await api.get<ReadContestDefinition>('/api/admin/contests/defined', 'admin')).body;
    const definition = await read();
    expect(definition.rules).toMatchObject({ tieBreak: 'run-time', timeFactors: { c: 2 } });
    const { rules: _rules, ...rest } = definition;
    await api.request('POST', '/api/admin/contests', { as: 'admin', body: { ...rest, name: 'Other' } });
    expect((await read()).rules).toEqual(definition.rules);
    await api.request('POST', '/api/admin/contests', {
      as: 'admin',
      body: { ...rest, rules: { testResults: 'none' } },
    });
    expect((await read()).rules).toEqual({ ...definition.rules, testResults: 'none' });
  });

  it.each([
    [{ languages: ['klingon'] }, 'rules.languages[0]'],
    [{ timeFactors: { klingon: 2 } }, 'rules.timeFactors.klingon'],
    [{ judgingOf: { nowhere: 'full' } }, 'rules.judgingOf.nowhere'],
    [{ remap: { AC: 'WA' } }, 'rules.remap'],
    [{ resultPriority: ['WA', 'WA'] }, 'rules.resultPriority'],
    [{ submissionRate: [{ count: 0, seconds: 1 }] }, 'rules.submissionRate[0].count'],
    [{ unheard: true }, 'rules'],
  ])('name what is wrong in %j', async (rules, path) => {
    await api.makeContest('wrong');
    const { status, body } = await api.request('PATCH', '/api/contests/wrong', {
      as: 'admin',
      body: { rules },
    });
    expect([status >= 400 && status < 500, body.errors?.map((error) => error.path)]).toEqual([true, [path]]);
  });

  it('that move the scoreboard show which ranks, ask, and give the board of always', async () => {
    await api.makeContest('moved', { startsAt: inMs(-hour) });
    await judged('moved', ['WA']);
    await judged('moved', [], 'alpha', { cpuUs: 400_000 });
    await judged('moved', [], 'beta', { cpuUs: 900_000 });
    await change('moved', {}, { penaltyMinutes: 0, confirm: true });
    await expect.poll(async () => (await board('moved')).rows.map(({ solved }) => solved)).toEqual([1, 1]);
    const before = await board('moved');
    const seen = await change('moved', { penaltyUnit: 'seconds' }, {}, '?dryRun=1');
    expect(seen.body.ranks.map(({ team }) => team.id).toSorted()).toEqual(['alpha', 'beta']);
    expect((await change('moved', { penaltyUnit: 'seconds' })).body).toMatchObject({
      code: 'CONTEST_CHANGE_DANGEROUS',
    });
    const { version } = seen.body;
    expect((await change('moved', { penaltyUnit: 'seconds' }, { version, confirm: true })).status).toBe(200);
    const inSeconds = await board('moved');
    expect(inSeconds.penaltyUnit).toBe('seconds');
    for (const row of inSeconds.rows) expect(row.penalty).toBeGreaterThanOrEqual(3600);
    await change('moved', { penaltyUnit: 'minutes' }, { confirm: true });
    expect((await board('moved')).rows).toEqual(before.rows);
    await change('moved', { tieBreak: 'run-time' }, { confirm: true });
    const times = (await board('moved')).rows.map(({ team, runTimeMs }) => [team.id, runTimeMs] as const);
    expect(Object.fromEntries(times)).toEqual({ alpha: 400, beta: 900 });
  });
});

describe('how much is judged', () => {
  it('is all tests where a contest or a problem says so, and the list decides which verdict counts', async () => {
    await api.makeContest('full', { rules: { judgingOf: { sum: 'full' }, resultPriority: ['RTE', 'WA'] } });
    const { id, task } = await judged('full', ['WA', 'RTE']);
    expect([task.lazy, (await api.detail(id)).verdict]).toEqual([false, 'RTE']);
    await change('full', { judgingOf: {} });
    const lazy = await judged('full', ['WA']);
    expect([lazy.task.lazy, (await api.detail(lazy.id)).verdict]).toEqual([true, 'WA']);
  });

  it('has the CPU time that the contest gives a language', async () => {
    await api.makeContest('slow');
    const { task } = await judged('slow', []);
    await change('slow', { timeFactors: { c: 1.5 } });
    const { task: slower } = await judged('slow', []);
    expect(slower.limits.cpuUs).toBe(task.limits.cpuUs * 1.5);
  });
});

describe('a team', () => {
  it('may use the languages that the contest allows', async () => {
    await api.makeContest('few', { rules: { languages: ['python3'] } });
    const { status, body } = await api.submit('few');
    expect([status, body.errors?.[0]]).toEqual([
      422,
      {
        path: 'language',
        message: '"c" is not allowed in this contest; its languages are python3',
      },
    ]);
    const { languages } = (await api.get<Contest>('/api/contests/few', 'alpha')).body;
    expect(languages.filter(({ id }) => id !== 'python3')).toEqual([]);
    expect((await api.submit('few', 'jury')).status).toBe(201);
    await host.finish(await host.take(), ['WA']);
  });

  it('hands in as often as every window allows, and learns which one it was', async () => {
    const windows = [
      { count: 1, seconds: 60 },
      { count: 2, seconds: 'contest' as const },
    ];
    await api.makeContest('windows', { rules: { submissionRate: windows } });
    await judged('windows', []);
    const tooSoon = await api.submit('windows');
    expect([tooSoon.status, tooSoon.body.code]).toEqual([429, 'SUBMISSION_RATE']);
    expect(tooSoon.body.detail).toMatch(/1 submission within 60 seconds; .* in (59|60) seconds/);
    await change('windows', { submissionRate: windows.slice(1) });
    await judged('windows', []);
    const never = await api.submit('windows');
    expect([never.status, never.body.code]).toEqual([429, 'SUBMISSIONS_USED_UP']);
    await change('windows', { submissionRate: [] });
    await judged('windows', []);
  });
});

describe('what a team sees', () => {
  it('of the compiler, of single tests, of its samples’ outputs and of the validator is what the rules say', async () => {
    await api.makeContest('shown');
    const { id } = await judged('shown', ['AC', 'AC', 'WA'], 'alpha', {
      teamMessage: 'your sum is off',
      outputHead: Buffer.from('41').toString('base64'),
    });
    const ofTeam = async () => {
      const detail = await api.detail(id, 'alpha');
      const outputs = await Promise.all(
        [0, 2].map(
          async (test) => (await api.get<TestOutput>(`/api/submissions/${id}/tests/${test}`, 'alpha')).status,
        ),
      );
      const [judging] = detail.judgings;
      return {
        compile: judging?.compile?.output ?? null,
        tests: judging?.tests.map(({ ordinal }) => ordinal),
        testsDone: detail.testsDone,
        message: judging?.teamMessage,
        outputs,
      };
    };
    const usual = { compile: 'a word of the compiler', tests: [0, 1], testsDone: null };
    expect(await ofTeam()).toEqual({ ...usual, message: null, outputs: [404, 404] });
    await change('shown', { teamMessages: true, sampleOutputs: true });
    expect(await ofTeam()).toEqual({ ...usual, message: 'your sum is off', outputs: [200, 404] });
    const { body } = await api.get<TestOutput>(`/api/submissions/${id}/tests/0`, 'alpha');
    expect(body).toMatchObject({ output: { text: '41' }, validatorMessage: null, teamMessage: null });
    expect((await api.get(`/api/submissions/${id}/tests/0`, 'beta')).status).toBe(404);
    await change('shown', { compileOutput: 'on-error', testResults: 'count' });
    expect(await ofTeam()).toMatchObject({ compile: null, tests: [], testsDone: 4 });
    await change('shown', { testResults: 'none' });
    expect(await ofTeam()).toMatchObject({ tests: [], testsDone: null });
    expect((await api.detail(id)).judgings[0]?.tests[2]).toMatchObject({ teamMessage: 'your sum is off' });
  });

  it('of verdicts is what they are remapped to, everywhere; the jury sees both', async () => {
    await api.makeContest('mapped', { rules: { remap: { OLE: 'RTE' } } });
    const { id } = await judged('mapped', ['OLE']);
    const list = async (as: string, verdict: string) =>
      (
        await api.get<SubmissionList>(`/api/contests/mapped/submissions?verdict=${verdict}`, as)
      ).body.submissions.map((one) => [one.verdict, one.teamVerdict]);
    expect(await list('alpha', 'RTE')).toEqual([['RTE', null]]);
    expect(await list('alpha', 'OLE')).toEqual([]);
    expect(await list('jury', 'OLE')).toEqual([['OLE', 'RTE']]);
    const detail = await api.detail(id, 'alpha');
    expect([detail.verdict, detail.judgings[0]?.verdict, detail.judgings[0]?.tests[0]?.verdict]).toEqual([
      'RTE',
      'RTE',
      'RTE',
    ]);
    expect(JSON.stringify(detail)).not.toContain('OLE');
    await change('mapped', { remap: { OLE: 'CE' } }, { confirm: true });
    const row = (await board('mapped')).rows.find(({ team }) => team.id === 'alpha');
    expect(row?.cells[0]).toMatchObject({ tries: 0, pending: 0 });
  });

  it('of what it handed in after the end is that it was too late, or a verdict that does not count', async () => {
    const ended = { startsAt: inMs(-2 * hour), endsAt: inMs(-hour) };
    await api.makeContest('late', ended);
    expect((await api.submit('late')).body.code).toBe('CONTEST_CLOSED');
    await change('late', { lateSubmissions: 'too-late' });
    const { id } = await judged('late', []);
    const detail = await api.detail(id, 'alpha');
    expect(detail).toMatchObject({
      late: true,
      verdict: null,
      state: 'done',
      testsDone: null,
      maxCpuUs: null,
    });
    expect(detail.judgings[0]).toMatchObject({ verdict: null, tests: [], compile: null });
    const accepted = `/api/contests/late/submissions?verdict=AC`;
    expect((await api.get<SubmissionList>(accepted, 'alpha')).body.submissions).toEqual([]);
    expect((await api.detail(id)).verdict).toBe('AC');
    await change('late', { lateSubmissions: 'judged' });
    expect(await api.detail(id, 'alpha')).toMatchObject({ late: true, verdict: 'AC' });
    expect((await board('late')).rows.map(({ solved }) => solved)).toEqual([0, 0]);
  });
});
