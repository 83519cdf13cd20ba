import type { ClicsState, ContestChangeAnswer, Finalisation } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import type { Answer, TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let host: FakeHost;
let driver: RejudgingDriver;

withTestEnvironment(async (environment) => {
  ({ api, host, driver } = await RejudgingDriver.at(environment));
});

const read = (contest: string, as = 'jury'): Promise<Answer<Finalisation>> =>
  api.get<Finalisation>(`/api/contests/${contest}/finalisation`, as);
const finalise = (contest: string, body: object = {}, as = 'admin') =>
  api.request<Finalisation & { code: string; detail: string }>('POST', `/api/contests/${contest}/finalise`, {
    as,
    body,
  });
const reopen = (contest: string, reason = 'a mistake') =>
  api.request<Finalisation & { code: string }>('POST', `/api/contests/${contest}/reopen`, {
    as: 'admin',
    body: { reason },
  });
const act = (contest: string, action: string, values: object = {}) =>
  api.request<ContestChangeAnswer & { code: string }>('POST', `/api/contests/${contest}/actions`, {
    as: 'admin',
    body: { action, confirm: true, ...values },
  });
const kinds = async (contest: string): Promise<string[]> =>
  (await read(contest)).body.blockers.map(({ kind }) => kind);

it('is refused while it runs, something is unjudged, has a judging error or is rejudged, and says what', async () => {
  await api.makeContest('blocked');
  expect(await kinds('blocked')).toEqual(['not-ended']);
  const { body: submission } = await api.submit('blocked');
  const task = await host.take();
  await act('blocked', 'end-now');
  const { body } = await read('blocked');
  expect(body).toMatchObject({
    finalizedAt: null,
    blockerCount: 1,
    blockers: [{ kind: 'unjudged', submission: { id: submission.id, number: submission.number } }],
  });
  const refused = await finalise('blocked');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'CONTEST_FINALISE_REFUSED', errors: [{ path: 'unjudged', message: '#1 has no verdict.' }] },
  ]);
  await driver.judged(task, 'WA');
  await api.sql.query(`UPDATE judging SET verdict = 'JE' WHERE submission_id = $1`, [submission.id]);
  expect(await kinds('blocked')).toEqual(['judging-error']);
  await api.sql.query(`UPDATE judging SET verdict = 'WA' WHERE submission_id = $1`, [submission.id]);
  const { body: rejudging } = await driver.create('blocked', {});
  expect((await read('blocked')).body.blockers).toMatchObject([
    { kind: 'rejudging', rejudging: rejudging.id },
  ]);
  await api.request('POST', `/api/rejudgings/${rejudging.id}/cancel`, { as: 'jury' });
  expect(await kinds('blocked')).toEqual([]);
  expect((await finalise('blocked')).status).toBe(200);
});

it('keeps comment and B, is the same once more, and is seen in the state and the history', async () => {
  await driver.contestWith('kept', 'alpha AC', 'beta WA');
  await act('kept', 'end-now');
  const done = await finalise('kept', { comment: 'Checked by two.', b: 2 });
  expect(done.body).toMatchObject({ comment: 'Checked by two.', b: 2, finalizedBy: 'admin', blockers: [] });
  expect((await finalise('kept', { comment: 'Checked by two.', b: 2 })).body).toEqual(done.body);
  expect((await finalise('kept', { b: 3 })).body.code).toBe('CONTEST_FINALISED');
  const { body: summary } = await api.get<{ phase: string; finalizedAt: string }>('/api/contests/kept');
  expect(summary).toMatchObject({ phase: 'finalized', finalizedAt: done.body.finalizedAt });
  const { body: state } = await api.get<ClicsState>('/api/contests/kept/state');
  expect(state).toMatchObject({
    finalized: done.body.finalizedAt,
    end_of_updates: done.body.finalizedAt,
  });
  const { rows } = await api.sql.query<{ action: string; details: object }>(
    `SELECT action, details FROM audit_log WHERE target = 'kept' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toMatchObject([
    {
      action: 'contest.finalise',
      details: { before: { finalizedAt: null, b: 0 }, after: { finalizedAt: done.body.finalizedAt, b: 2 } },
    },
  ]);
});

it('lets nothing change results, until it is reopened for a reason', async () => {
  const [submission = ''] = await driver.contestWith('fixed', 'alpha WA', 'beta AC');
  await api.request('PUT', '/api/people/groups/guests-fixed', {
    as: 'admin',
    body: { name: 'Guests of the final', ranked: false },
  });
  await act('fixed', 'freeze-now');
  await act('fixed', 'end-now');
  await finalise('fixed');
  const code = async (answer: Promise<Answer<{ code?: string }>>): Promise<string | undefined> =>
    (await answer).body.code;
  const isFinal = 'CONTEST_FINALISED';
  const { body: definition } = await api.get<object>('/api/admin/contests/fixed', 'admin');
  const define = () =>
    api.request<{ code?: string }>('POST', '/api/admin/contests', { as: 'admin', body: definition });
  const rejudge = () =>
    api.request<{ code?: string }>('POST', `/api/submissions/${submission}/rejudge`, { as: 'jury' });
  const regroup = (body: object) =>
    api.request<{ code?: string }>('PUT', '/api/people/teams/alpha', { as: 'admin', body });
  const patch = () =>
    api.request<{ code?: string }>('PATCH', '/api/contests/fixed', { as: 'admin', body: { name: 'x' } });
  expect(await code(define())).toBe(isFinal);
  expect(await code(rejudge())).toBe(isFinal);
  expect(await code(patch())).toBe(isFinal);
  expect(await code(act('fixed', 'extend', { minutes: 5 }))).toBe(isFinal);
  expect(await code(regroup({ groupIds: ['guests-fixed'] }))).toBe(isFinal);
  // A name is no result, and the thaw shows what is final.
  expect((await regroup({ label: '17' })).status).toBe(200);
  expect((await act('fixed', 'thaw')).status).toBe(200);
  expect((await reopen('fixed', '  ')).status).toBe(400);
  const reopened = await reopen('fixed', 'alpha was judged wrong');
  expect(reopened.body).toMatchObject({ finalizedAt: null, blockers: [] });
  expect(await code(reopen('fixed'))).toBe('CONTEST_NOT_FINAL');
  expect((await rejudge()).status).toBe(200);
  expect(await kinds('fixed')).toContain('rejudging');
  await driver.judged(await host.take(), 'AC');
  await expect.poll(() => kinds('fixed'), { timeout: 20_000 }).toEqual([]);
});

it('meets a change at the same moment in one order: what comes later is refused, and leaves nothing', async () => {
  const [submission = ''] = await driver.contestWith('race', 'alpha WA');
  await act('race', 'end-now');
  const [done, rejudged] = await Promise.all([
    finalise('race'),
    api.request<{ code?: string }>('POST', `/api/submissions/${submission}/rejudge`, { as: 'jury' }),
  ]);
  const { rows } = await api.sql.query(`SELECT 1 FROM rejudging WHERE contest_id = 'race'`);
  expect([done.status, rejudged.status, rows.length]).toEqual(
    done.status === 200 ? [200, 409, 0] : [409, 200, 1],
  );
});

it('is for administrators, and what keeps it from being final for the jury', async () => {
  await api.makeContest('whose');
  expect((await finalise('whose', {}, 'jury')).status).toBe(403);
  expect((await read('whose', 'alpha')).status).toBe(403);
  expect((await api.get('/api/contests/whose/finalisation')).status).toBe(401);
  expect((await finalise('whose', { b: -1 })).status).toBe(400);
});
