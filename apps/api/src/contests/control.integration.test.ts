import {
  contestActionRequestSchema,
  type ContestChangeAnswer,
  type ContestControl as ControlView,
  type ContestSummary,
  type Scoreboard,
} from '@sandglass/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../audit/audit-log.ts';
import { Units } from '../events/unit-of-work.ts';
import { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/lib/log.ts';
import { EventReader } from '../testing/event-reader.ts';
import { FakeHost } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import type { Answer, TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { ContestControl } from './contest-control.ts';
import { ContestModel } from './contest-model.ts';
import { ContestRepository } from './contest-repository.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;

const minute = 60_000;
const hour = 60 * minute;
/** Instants that many ms from now; all of a test from the same one, however long the test takes. */
function clock(): (ms: number) => string {
  const nowMs = Date.now();
  return (ms) => new Date(nowMs + ms).toISOString();
}

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
});

beforeAll(async () => {
  host = await FakeHost.join(api, 'control-host', services.redisUrl);
});

async function act<Body = ContestChangeAnswer>(
  contest: string,
  action: string,
  values: object = {},
  query = '',
): Promise<Answer<Body>> {
  return api.request<Body>('POST', `/api/contests/${contest}/actions${query}`, {
    as: 'admin',
    body: { action, ...values },
  });
}
const control = async (contest: string): Promise<ControlView> =>
  (await api.get<ControlView>(`/api/contests/${contest}/control`, 'admin')).body;
const summary = async (contest: string): Promise<ContestSummary> =>
  (await api.get<ContestSummary>(`/api/contests/${contest}`, 'alpha')).body;

/** What the open scoreboard has of a team. */
async function rowOf(contest: string, team: string): Promise<Scoreboard['rows'][number] | undefined> {
  const { body } = await api.get<Scoreboard>(`/api/contests/${contest}/scoreboard`, 'jury');
  return body.rows.find((row) => row.team.id === team);
}

/** Hands in, has it judged, and waits until the scoreboard has it: its team solves nothing else. */
async function solve(contest: string, team = 'alpha'): Promise<string> {
  const { body } = await api.submit(contest, team);
  const task = await host.take();
  expect(task.submissionId).toBe(body.id);
  await host.finish(
    task,
    task.tests.map(() => 'AC'),
  );
  await expect.poll(async () => (await rowOf(contest, team))?.solved, { timeout: 20_000 }).toBe(1);
  return body.id;
}

describe('the countdown', () => {
  it('is stopped, set and run out by hand, and a team may submit from the start on', async () => {
    const inMs = clock();
    await api.makeContest('late', { startsAt: inMs(hour), endsAt: inMs(2 * hour) });
    expect((await act('late', 'stop-countdown')).status).toBe(200);
    const delayed = await summary('late');
    expect([delayed.phase, delayed.countdownStoppedAt === null]).toEqual(['before', false]);
    expect((await api.submit('late')).body.code).toBe('CONTEST_DELAYED');
    expect((await act('late', 'stop-countdown')).body).toMatchObject({ code: 'CONTEST_ACTION_REFUSED' });
    await act('late', 'resume-countdown');
    expect((await api.submit('late')).body.code).toBe('CONTEST_NOT_STARTED');
    const asked = await act('late', 'start-now');
    expect(asked.body).toMatchObject({
      code: 'CONTEST_CHANGE_DANGEROUS',
      detail: expect.stringContaining('Everybody sees the problems.'),
    });
    const { body } = await act('late', 'start-now', { confirm: true });
    expect(Date.parse(body.after.endsAt) - Date.parse(body.after.startsAt)).toBe(hour);
    await solve('late');
    expect((await act('late', 'start-now')).body).toMatchObject({ code: 'CONTEST_ACTION_REFUSED' });
  });
});

describe('removed time', () => {
  it('changes penalties and the end, asks first, and leaves nothing when it is restored', async () => {
    const inMs = clock();
    const startsAt = inMs(-hour);
    await api.makeContest('removed', { startsAt, endsAt: inMs(hour) });
    await solve('removed');
    const before = await rowOf('removed', 'alpha');
    const penalty = before?.penalty ?? 0;
    expect([before?.solved, penalty >= 60]).toEqual([1, true]);
    const interval = { from: inMs(-30 * minute), until: inMs(-20 * minute), reason: 'no power' };
    const asked = await act('removed', 'remove-interval', interval, '?dryRun=1');
    expect(asked.body).toMatchObject({
      applied: false,
      dangers: ['The scoreboard changes for 1 team.'],
      submissions: { added: 0, dropped: 0, moved: 1 },
      ranks: [{ team: { id: 'alpha' }, before: { penalty }, after: { penalty: penalty - 10 } }],
    });
    const refused = await act('removed', 'remove-interval', interval);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'CONTEST_CHANGE_DANGEROUS' }]);
    expect(await rowOf('removed', 'alpha')).toEqual(before);
    const { body: done } = await act('removed', 'remove-interval', { ...interval, confirm: true });
    expect(Date.parse(done.after.endsAt) - Date.parse(done.before.endsAt)).toBe(10 * minute);
    expect(await rowOf('removed', 'alpha')).toMatchObject({ solved: 1, penalty: penalty - 10 });

    const { intervals, history } = await control('removed');
    expect(intervals).toMatchObject([{ reason: 'no power', removedBy: 'admin', restoredAt: null }]);
    expect(history[0]).toMatchObject({
      actor: 'admin',
      action: 'contest.remove-interval',
      details: {
        reason: 'no power',
        before: { endsAt: done.before.endsAt, removedIntervals: [] },
        after: {
          endsAt: done.after.endsAt,
          removedIntervals: [{ from: interval.from, until: interval.until }],
        },
      },
    });
    await act('removed', 'restore-interval', { interval: intervals[0]?.id, confirm: true });
    expect(await rowOf('removed', 'alpha')).toEqual(before);
    expect((await summary('removed')).endsAt).toBe(done.before.endsAt);
    expect((await control('removed')).intervals).toMatchObject([{ restoredBy: 'admin' }]);
  });

  it('leaves a thaw by hand, and nothing frozen that everybody has seen', async () => {
    const inMs = clock();
    await api.makeContest('seen');
    await act('seen', 'freeze-now');
    await act('seen', 'thaw', { confirm: true });
    const interval = { from: inMs(-20 * minute), until: inMs(-10 * minute) };
    const { status, body } = await act('seen', 'remove-interval', interval);
    expect([status, body.dangers]).toEqual([200, []]);
    expect([body.after.freezesAt, body.after.thawsAt]).toEqual([null, null]);
  });

  it('that ends before the start is refused, because it would change nothing', async () => {
    const inMs = clock();
    await api.makeContest('early');
    const { startsAt } = (await control('early')).state;
    const until = new Date(Date.parse(startsAt) - minute).toISOString();
    const { status, body } = await act('early', 'remove-interval', { from: inMs(-300 * minute), until });
    expect([status, body]).toMatchObject([422, { code: 'CONTEST_INVALID', errors: [{ path: 'until' }] }]);
    expect((await control('early')).intervals).toEqual([]);
  });

  it('stays with a definition that is read and written again', async () => {
    const inMs = clock();
    await api.makeContest('again', { freezesAt: inMs(30 * minute) });
    await act('again', 'remove-interval', { from: inMs(-20 * minute), until: inMs(-10 * minute) });
    await act('again', 'extra-time', { team: 'beta', minutes: 5 });
    await act('again', 'judging', { allowed: false, problem: 'sum' });
    const before = await control('again');
    const { body: definition } = await api.get<object>('/api/admin/contests/again', 'admin');
    const again = await api.request('POST', '/api/admin/contests', { as: 'admin', body: definition });
    expect(again.status).toBe(200);
    expect((await control('again')).state).toEqual(before.state);
    await act('again', 'judging', { allowed: true, problem: 'sum' });
  });
});

describe('the end', () => {
  it('comes now only with a confirmation, and later by minutes without', async () => {
    await api.makeContest('ends');
    const { endsAt } = await summary('ends');
    const { body } = await act('ends', 'extend', { minutes: 30 });
    expect(Date.parse(body.after.endsAt) - Date.parse(endsAt)).toBe(30 * minute);
    expect((await act('ends', 'end-now')).body).toMatchObject({ code: 'CONTEST_CHANGE_DANGEROUS' });
    expect((await act('ends', 'end-now', { confirm: true })).status).toBe(200);
    expect((await summary('ends')).phase).toBe('ended');
    expect((await api.submit('ends')).body.code).toBe('CONTEST_CLOSED');
    // One team goes on: its submission counts.
    await act('ends', 'extra-time', { team: 'beta', minutes: 10 });
    expect((await api.submit('ends')).body.code).toBe('CONTEST_CLOSED');
    await solve('ends', 'beta');
    expect(await rowOf('ends', 'beta')).toMatchObject({ solved: 1 });
    const without = await act('ends', 'extra-time', { team: 'beta', minutes: 0 }, '?dryRun=1');
    expect(without.body.submissions.dropped).toBe(1);
    expect((await act('ends', 'extra-time', { team: 'nobody', minutes: 1 })).body).toMatchObject({
      code: 'CONTEST_INVALID',
    });
  });
});

describe('the freeze', () => {
  it('comes and goes by hand, at once for those who look', async () => {
    await api.makeContest('frozen');
    const visitor = await EventReader.open(api, 'frozen', null);
    await act('frozen', 'freeze-now');
    await visitor.next(({ type }) => type === 'contest');
    const board = async (): Promise<Scoreboard> =>
      (await api.get<Scoreboard>('/api/contests/frozen/scoreboard')).body;
    expect((await board()).frozen).toBe(true);
    await solve('frozen');
    expect((await board()).rows.map(({ solved }) => solved)).toEqual([0, 0]);
    expect((await act('frozen', 'thaw')).body).toMatchObject({ code: 'CONTEST_CHANGE_DANGEROUS' });
    await act('frozen', 'thaw', { confirm: true });
    expect((await board()).frozen).toBe(false);
    expect((await board()).rows.map(({ solved }) => solved)).toEqual([1, 0]);
    visitor.close();
  });
});

describe('results of the freeze', () => {
  it('are not shown by a later freeze without a question', async () => {
    const inMs = clock();
    await api.makeContest('hidden', { freezesAt: inMs(-30 * minute) });
    const id = await solve('hidden');
    const { body: submission } = await api.get<{ submittedAt: string }>(`/api/submissions/${id}`, 'jury');
    const freezesAt = new Date(Date.parse(submission.submittedAt) + 1).toISOString();
    const patch = (body: object) =>
      api.request<ContestChangeAnswer>('PATCH', '/api/contests/hidden', { as: 'admin', body });
    const asked = await patch({ freezesAt });
    expect(asked.body).toMatchObject({
      code: 'CONTEST_CHANGE_DANGEROUS',
      detail: expect.stringContaining('Everybody sees the results of 1 submission of the freeze.'),
    });
    expect((await patch({ freezesAt: inMs(-40 * minute) })).status).toBe(200);
  });
});

describe('a pause', () => {
  it('has a language that there is', async () => {
    await api.makeContest('languages');
    const { status, body } = await act('languages', 'judging', { allowed: false, language: 'kobol' });
    expect([status, body]).toMatchObject([422, { code: 'CONTEST_INVALID', errors: [{ path: 'language' }] }]);
  });

  it('of judging takes back what a queue has, and lets a judging that has begun come to its end', async () => {
    await api.makeContest('begun');
    const { body: first } = await api.submit('begun');
    const task = await host.take();
    expect(task.submissionId).toBe(first.id);
    const { body: second } = await api.submit('begun');
    const offered = await host.nextTask();
    await act('begun', 'judging', { allowed: false });
    const isInQueue = async (): Promise<boolean | undefined> =>
      (
        await api.sql.query<{ queued: boolean }>(
          'SELECT enqueued_at IS NOT NULL AS queued FROM judge_task WHERE id = $1',
          [offered],
        )
      ).rows[0]?.queued;
    await expect.poll(isInQueue, { timeout: 20_000 }).toBe(false);
    expect((await host.claim(offered)).body.code).toBe('JUDGE_TASK_NOT_DUE');
    // A host that gives its task back has not ended its judging: it goes on elsewhere.
    await host.report(task, { done: { kind: 'handed-back' } });
    const again = await host.take();
    expect(again.submissionId).toBe(first.id);
    await host.finish(
      again,
      again.tests.map(() => 'AC'),
    );
    await act('begun', 'judging', { allowed: true });
    const late = await host.take();
    expect(late.submissionId).toBe(second.id);
    await host.finish(
      late,
      late.tests.map(() => 'AC'),
    );
  });

  it('of submissions is for teams alone, everywhere, for a problem or for a language', async () => {
    await api.makeContest('paused');
    for (const where of [{}, { problem: 'sum' }, { language: 'c' }]) {
      await act('paused', 'submissions', { allowed: false, ...where });
      expect((await api.submit('paused')).body.code).toBe('SUBMISSIONS_PAUSED');
      await act('paused', 'submissions', { allowed: true, ...where });
    }
    await solve('paused');
  });

  it.each([{}, { problem: 'sum' }, { language: 'c' }])(
    'of judging (%j) takes submissions, judges none of them, and all of them afterwards',
    async (where) => {
      const contest = `held-${Object.keys(where)[0] ?? 'all'}`;
      await api.makeContest(contest);
      await act(contest, 'judging', { allowed: false, ...where });
      const { status, body } = await api.submit(contest);
      expect(status).toBe(201);
      const { rows } = await api.sql.query<{ id: string }>(
        'SELECT t.id FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE j.submission_id = $1',
        [body.id],
      );
      // A host that has the id from a queue of before gets nothing.
      const refused = await host.claim(rows[0]?.id ?? '');
      expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, 'JUDGE_TASK_NOT_DUE']);
      // What is judged in the meantime of another contest was not held back, and nothing of this one comes before.
      await api.makeContest(`${contest}-free`);
      await solve(`${contest}-free`);
      await act(contest, 'judging', { allowed: true, ...where });
      const task = await host.take();
      expect(task.submissionId).toBe(body.id);
      await host.finish(
        task,
        task.tests.map(() => 'AC'),
      );
    },
  );
});

describe('a change', () => {
  it('that was tried before somebody else made one is refused, and the one that was tried since is made', async () => {
    await api.makeContest('twice');
    const tried = await act('twice', 'extend', { minutes: 10 }, '?dryRun=1');
    const { version } = tried.body;
    const first = await act('twice', 'extend', { minutes: 10, version });
    expect([first.status, first.body.version]).toEqual([200, version]);
    const second = await act('twice', 'extend', { minutes: 10, version });
    expect([second.status, second.body]).toMatchObject([409, { code: 'CONTEST_CHANGE_OUTDATED' }]);
    expect((await summary('twice')).endsAt).toBe(first.body.after.endsAt);
    const again = await act('twice', 'extend', { minutes: 10 }, '?dryRun=1');
    expect((await act('twice', 'extend', { minutes: 10, version: again.body.version })).status).toBe(200);
  });

  it('needs no connection but the one that holds the lock', async () => {
    await api.makeContest('narrow');
    const database = new Database(services.databaseUrl, () => {}, { connections: 1 });
    try {
      const repository = new ContestRepository(database);
      const log: Pick<Log, 'error'> = { error: () => {} };
      const units = new Units({ database, onEvents: () => {}, log: log as Log });
      const definition = await repository.definition('narrow');
      if (definition === null) throw new Error('the contest is not there');
      const narrow = new ContestControl({ units, repository, now: Date.now });
      const options = { actor: systemActor, reason: '', confirmed: true, version: undefined, dryRun: false };
      const action = contestActionRequestSchema.parse({ action: 'extend', minutes: 1 });
      expect((await narrow.act(new ContestModel(definition), action, options)).applied).toBe(true);
    } finally {
      await database.close();
    }
  });

  it('of the end takes the thaw with it, and asks where results would show before', async () => {
    const inMs = clock();
    const [freezesAt, endsAt, longer] = [inMs(30 * minute), inMs(hour), inMs(2 * hour)];
    await api.makeContest('thaws', { freezesAt, endsAt, thawsAt: endsAt });
    const patch = (body: object) =>
      api.request<ContestChangeAnswer>('PATCH', '/api/contests/thaws', { as: 'admin', body });
    expect((await patch({ endsAt: longer })).body).toMatchObject({ dangers: [], after: { thawsAt: longer } });
    const early = await patch({ thawsAt: endsAt });
    expect(early.body).toMatchObject({
      code: 'CONTEST_CHANGE_DANGEROUS',
      detail: expect.stringContaining('The scoreboard thaws before the contest ends.'),
    });
  });

  it('leaves out what it does not name, and a locked contest has none', async () => {
    const inMs = clock();
    await api.makeContest('fields', { freezesAt: inMs(30 * minute), penaltyMinutes: 7 });
    const patch = (body: object) =>
      api.request<ContestChangeAnswer>('PATCH', '/api/contests/fields', { as: 'admin', body });
    const before = (await control('fields')).state;
    const { body } = await patch({ name: 'Another name' });
    expect(body.after).toEqual({ ...before, name: 'Another name' });
    expect((await patch({ endsAt: before.startsAt })).body).toMatchObject({ code: 'CONTEST_INVALID' });
    expect((await patch({ nonsense: 1 })).status).toBe(400);
    const far = await act('fields', 'set-start', { startsAt: '9999-12-31T23:00:00Z', confirm: true });
    expect(far.body).toMatchObject({ code: 'CONTEST_INVALID' });
    await act('fields', 'lock');
    expect((await patch({ name: 'x' })).body).toMatchObject({ code: 'CONTEST_LOCKED' });
    const { body: definition } = await api.get<object>('/api/admin/contests/fields', 'admin');
    const again = await api.request('POST', '/api/admin/contests', { as: 'admin', body: definition });
    expect(again.body.code).toBe('CONTEST_LOCKED');
    expect((await act('fields', 'extend', { minutes: 1 })).body).toMatchObject({ code: 'CONTEST_LOCKED' });
    await act('fields', 'unlock');
    const rules = await patch({ penaltyMinutes: 9, chargeCompileErrors: true });
    expect(rules.body.after).toMatchObject({ penaltyMinutes: 9, chargeCompileErrors: true });
    // Teams read them.
    expect(await summary('fields')).toMatchObject({ penaltyMinutes: 9, chargeCompileErrors: true });
  });

  it('of the start asks when submissions would no longer count, and gives them back with it', async () => {
    const inMs = clock();
    await api.makeContest('moved');
    await solve('moved');
    const before = await rowOf('moved', 'alpha');
    const { startsAt } = await summary('moved');
    const patch = (body: object) =>
      api.request<ContestChangeAnswer>('PATCH', '/api/contests/moved', { as: 'admin', body });
    expect((await patch({ startsAt: inMs(10 * minute) })).body).toMatchObject({
      code: 'CONTEST_CHANGE_DANGEROUS',
    });
    const { body } = await patch({ startsAt: inMs(10 * minute), confirm: true });
    expect(body.submissions).toEqual({ added: 0, dropped: 1, moved: 0 });
    expect(await rowOf('moved', 'alpha')).toMatchObject({ solved: 0 });
    await patch({ startsAt, confirm: true });
    expect(await rowOf('moved', 'alpha')).toEqual(before);
  });
});
