/** Contests as an administrator makes, changes, copies, archives and deletes them, field by field and never by leaving out. */
import type {
  AdminContests,
  ContestChangeAnswer,
  ContestControl,
  ContestDeletion,
  ContestSummary,
  ProblemPage,
  ReadContestDefinition,
} from '@sandglass/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import type { FakeHost } from '../testing/fake-host.ts';
import type { Answer, TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let host: FakeHost;

const minute = 60_000;
const at = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString();

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  host = await environment.host('settings-host');
});

const patch = (contest: string, change: object, query = ''): Promise<Answer<ContestChangeAnswer>> =>
  api.request<ContestChangeAnswer>('PATCH', `/api/contests/${contest}${query}`, {
    as: 'admin',
    body: change,
  });
const post = <Body = { code: string; errors?: { path: string; message: string }[] }>(
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answer<Body>> => api.request<Body>('POST', path, { as: 'admin', body, headers });
const control = async (contest: string): Promise<ContestControl> =>
  (await api.get<ContestControl>(`/api/contests/${contest}/control`, 'admin')).body;
const listed = async (as?: string): Promise<string[]> =>
  (await api.get<{ contests: ContestSummary[] }>('/api/contests', as)).body.contests.map(({ id }) => id);

async function judgedSubmission(contest: string): Promise<string> {
  const { body } = await api.submit(contest);
  await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  return body.id;
}

describe('problems of a contest', () => {
  beforeAll(async () => {
    await api.makeContest('limits');
    await api.importPackage('other');
  });

  it('get limits of their own, which count from the next judging on, and the question says what was judged under others', async () => {
    const before = (await api.get<ProblemPage>('/api/contests/limits/problems/A', 'alpha')).body;
    await judgedSubmission('limits');
    const change = {
      problems: [
        {
          problem: 'sum',
          label: 'A',
          colour: '#FF0000',
          timeLimitMs: before.timeLimitMs * 3,
          memoryMiB: 100,
        },
      ],
    };
    const tried = await patch('limits', change, '?dryRun=1');
    expect(tried.body.otherLimits).toEqual([{ problem: 'sum', label: 'A', submissions: 1 }]);
    expect((await patch('limits', change)).status).toBe(409);
    const { status } = await patch('limits', { ...change, confirm: true, version: tried.body.version });
    expect(status).toBe(200);
    const page = (await api.get<ProblemPage>('/api/contests/limits/problems/A', 'alpha')).body;
    expect(page.timeLimitMs).toBe(before.timeLimitMs * 3);
    expect(page.memoryLimitBytes).toBe(100 * 1024 ** 2);
    expect(page.colour).toBe('#ff0000');
    await api.submit('limits');
    const task = await host.take();
    expect(task.limits.cpuUs).toBe(before.timeLimitMs * 3000);
    await host.finish(task, ['AC', 'AC', 'AC', 'AC']);
    // Who, when, before and after.
    const [line] = (await control('limits')).history;
    expect(line).toMatchObject({
      actor: 'admin',
      action: 'contest.change',
      details: {
        before: { problems: [{ id: 'sum', timeLimitMs: null }] },
        after: { problems: [{ id: 'sum', timeLimitMs: before.timeLimitMs * 3, memoryMiB: 100 }] },
      },
    });
  });

  it('are added, ordered and taken out; what is wrong is said of its field', async () => {
    const sum = { problem: 'sum', label: 'B', colour: '#ff0000' };
    const other = { problem: 'other', label: 'A', colour: '#00ff00' };
    const wrong = await patch('limits', {
      problems: [sum, { ...other, label: 'B' }, { ...other, problem: 'nothing', label: 'C' }],
    });
    expect(wrong.status).toBe(422);
    expect((wrong.body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['problems[1].label', 'problems[2].problem']),
    );
    const made = await patch('limits', { problems: [other, sum], confirm: true });
    expect(made.body.dangers).toEqual([
      'Problems get other labels than those that teams know.',
      'Teams see a problem more while the contest runs.',
    ]);
    // Limits that the change does not name stay.
    expect((await control('limits')).state.problems).toMatchObject([
      { id: 'other', label: 'A' },
      { id: 'sum', label: 'B', memoryMiB: 100 },
    ]);
    const without = await patch('limits', { problems: [other] }, '?dryRun=1');
    expect(without.body.dangers[0]).toBe('Problem B is taken out, with 2 submissions.');
    expect(without.body.submissions.dropped).toBe(2);
    expect(without.body.ranks[0]).toMatchObject({ team: { id: 'alpha' }, after: { solved: 0 } });
  });
});

describe('teams of a contest', () => {
  beforeAll(() => api.makeContest('teams'));

  it('come and go by their ids, those with submissions after a question', async () => {
    await judgedSubmission('teams');
    const wrong = await patch('teams', { teams: { add: ['nobody'] } });
    expect(wrong.body).toMatchObject({ code: 'CONTEST_INVALID', errors: [{ path: 'teams.add[0]' }] });
    const asked = await patch('teams', { teams: { remove: ['alpha'] } });
    expect(asked.status).toBe(409);
    expect(JSON.stringify(asked.body)).toContain('Teams are taken out, with 1 submission.');
    expect((await control('teams')).teams.map(({ id }) => id)).toEqual(['alpha', 'beta']);
    const gone = await patch('teams', { teams: { remove: ['alpha'] }, confirm: true });
    expect(gone.body.submissions.dropped).toBe(1);
    expect((await control('teams')).teams.map(({ id }) => id)).toEqual(['beta']);
    const back = await patch('teams', { teams: { add: ['alpha'] }, confirm: true });
    expect(back.body.submissions.added).toBe(1);
    expect((await control('teams')).history[0]?.details).toMatchObject({
      teams: { added: { count: 1, first: ['alpha'] } },
      before: { teamCount: 1 },
      after: { teamCount: 2 },
    });
  });
});

describe('who learns of a contest', () => {
  it('are its teams alone while it is private, and a stream of anybody else ends', async () => {
    await api.makeContest('secret', { teams: [{ id: 'alpha', name: 'Team Alpha' }] });
    const stream = await EventReader.open(api, 'secret', 'beta');
    expect((await patch('secret', { public: false, confirm: true })).status).toBe(200);
    await stream.ended();
    expect(await listed('alpha')).toContain('secret');
    expect(await listed('beta')).not.toContain('secret');
    expect(await listed()).not.toContain('secret');
    const [hidden, none] = await Promise.all(
      ['secret', 'nothing'].map((id) => api.get<{ detail: string }>(`/api/contests/${id}/scoreboard`)),
    );
    expect(hidden?.status).toBe(404);
    expect(hidden?.body.detail).toBe(none?.body.detail.replace('nothing', 'secret'));
    expect((await api.submit('secret', 'beta')).body.code).toBe('CONTEST_UNKNOWN');
    // Its own team has all of it.
    expect((await api.get('/api/contests/secret/scoreboard', 'alpha')).status).toBe(200);
    await judgedSubmission('secret');
  });

  it('are organisers alone before its activation, until it starts by hand', async () => {
    await api.makeContest('asleep', { startsAt: at(60), endsAt: at(120), activatesAt: at(30) });
    expect(await listed('alpha')).not.toContain('asleep');
    expect(await listed('jury')).toContain('asleep');
    const wrong = await patch('asleep', { activatesAt: at(90) });
    expect(wrong.body).toMatchObject({ code: 'CONTEST_INVALID', errors: [{ path: 'activatesAt' }] });
    await post('/api/contests/asleep/actions', { action: 'start-now', confirm: true });
    expect(await listed('alpha')).toContain('asleep');
    expect((await api.submit('asleep')).status).toBe(201);
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  });
});

describe('a contest as a whole', () => {
  const times = { startsAt: at(-120), freezesAt: at(-30), endsAt: at(-1) };

  beforeAll(async () => {
    await api.makeContest('first');
    await judgedSubmission('first');
    await patch('first', {
      ...times,
      penaltyMinutes: 7,
      problems: [{ problem: 'sum', label: 'S', colour: '#123456', timeLimitMs: 1234 }],
      confirm: true,
    });
  });

  it('is copied with its rules, problems and teams, and nothing that has happened', async () => {
    const wishes = { id: 'second', name: 'The second', startsAt: at(600) };
    expect((await post('/api/admin/contests/first/clone', wishes)).status).toBe(201);
    const { state, contest, history } = await control('second');
    expect(state).toMatchObject({
      penaltyMinutes: 7,
      problems: [{ id: 'sum', label: 'S', colour: '#123456', timeLimitMs: 1234 }],
      teamCount: 2,
    });
    const length = Date.parse(contest.endsAt) - Date.parse(contest.startsAt);
    expect(length).toBe(Date.parse(times.endsAt) - Date.parse(times.startsAt));
    expect(history.map(({ action }) => action)).toEqual(['contest.clone']);
    const again = await post('/api/admin/contests/first/clone', wishes);
    expect(again.body).toMatchObject({ code: 'CONTEST_INVALID', errors: [{ path: 'id' }] });
    const counted = (await api.get<AdminContests>('/api/admin/contests', 'admin')).body.contests;
    expect(counted.find(({ id }) => id === 'second')?.submissionCount).toBe(0);
    expect(counted.find(({ id }) => id === 'first')?.submissionCount).toBe(1);
  });

  it('is exported as a file that makes it again', async () => {
    const file = await api.get<string>('/api/admin/contests/first/definition.json', 'admin');
    expect(file.headers.get('content-disposition')).toContain('first.contest.json');
    const definition = (
      typeof file.body === 'string' ? JSON.parse(file.body) : file.body
    ) as ReadContestDefinition;
    const isNew = { 'if-none-match': '*' };
    const refused = await post('/api/admin/contests', definition, isNew);
    expect(refused.body).toMatchObject({ code: 'CONTEST_INVALID', errors: [{ path: 'id' }] });
    const made = await post('/api/admin/contests', { ...definition, id: 'third' }, isNew);
    expect(made.status).toBe(201);
    const third = await api.get<ReadContestDefinition>('/api/admin/contests/third', 'admin');
    expect(third.body).toEqual({ ...definition, id: 'third' });
  });

  it('is archived: out of the lists, unchanged, and restored', async () => {
    await api.makeContest('old', { startsAt: at(-60), endsAt: at(60) });
    const runs = await post('/api/contests/old/archive');
    expect(runs.body).toMatchObject({ code: 'CONTEST_ACTION_REFUSED' });
    await post('/api/contests/old/actions', { action: 'end-now', confirm: true });
    expect((await post('/api/contests/old/archive', { reason: 'it is over' })).status).toBe(200);
    expect(await listed('admin')).not.toContain('old');
    expect((await api.get('/api/contests/old/scoreboard')).status).toBe(200);
    for (const refused of [
      await patch('old', { name: 'Another' }),
      await api.submit('old', 'jury'),
      await post('/api/contests/old/actions', { action: 'extend', minutes: 600, confirm: true }),
    ])
      expect(refused.body).toMatchObject({ code: 'CONTEST_ARCHIVED' });
    // What other contests have as well is changed in spite of it.
    const rule = { factor: 3 };
    const set = await api.request('PUT', '/api/wall-limits/global', { as: 'jury', body: rule });
    expect(set.status).toBeLessThan(300);
    expect((await post('/api/contests/old/restore')).status).toBe(200);
    expect(await listed('alpha')).toContain('old');
    expect((await patch('old', { name: 'Another' })).status).toBe(200);
  });

  it('is deleted by its name alone, with all that is its own and nothing that is not', async () => {
    const rows = async (): Promise<Record<string, number>> => {
      const tables =
        'contest contest_problem contest_team contest_event submission submission_file judging judge_task run rejudging rejudged_submission problem team account';
      const counts: Record<string, number> = {};
      for (const table of tables.split(' ')) {
        const { rows: found } = await api.sql.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${table}`,
        );
        counts[table] = found[0]?.count ?? -1;
      }
      return counts;
    };
    const before = await rows();
    await api.makeContest('doomed', { name: 'The doomed one' });
    const submission = await judgedSubmission('doomed');
    await post(`/api/submissions/${submission}/rejudge`, { reason: 'for the test' });
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    // One that is judged in this moment.
    await api.submit('doomed');
    const task = await host.take();
    const stream = await EventReader.open(api, 'doomed', null);
    const path = '/api/contests/doomed/deletion';
    expect((await api.get<ContestDeletion>(path, 'admin')).body).toMatchObject({
      name: 'The doomed one',
      refused: 'it runs',
      submissions: 2,
    });
    const runs = await post(path, { name: 'The doomed one' });
    expect(runs.body).toMatchObject({ code: 'CONTEST_ACTION_REFUSED' });
    await post('/api/contests/doomed/actions', { action: 'end-now', confirm: true });
    const wrong = await post(path, { name: 'the doomed one' });
    expect(wrong.body).toMatchObject({ code: 'CONTEST_INVALID', errors: [{ path: 'name' }] });
    expect((await post<ContestDeletion>(path, { name: 'The doomed one' })).body.submissions).toBe(2);
    await stream.ended();
    expect((await api.get('/api/contests/doomed', 'admin')).status).toBe(404);
    await expect.poll(rows, { timeout: 20_000 }).toEqual(before);
    // Its host goes on with what comes next.
    expect((await host.report(task, { done: { kind: 'finished' } })).status).toBeLessThan(500);
    await judgedSubmission('teams');
    const { rows: audit } = await api.sql.query<{ details: object }>(
      `SELECT details FROM audit_log WHERE action = 'contest.delete'`,
    );
    expect(audit[0]?.details).toMatchObject({ name: 'The doomed one', submissions: 2 });
    await api.makeContest('doomed');
    expect((await control('doomed')).history.map(({ action }) => action)).toContain('contest.delete');
  });
});
