import type { RejudgingSelection } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let driver: RejudgingDriver;

withTestEnvironment(async (environment) => {
  ({ api, host, driver } = await RejudgingDriver.at(environment));
});

describe('the filter of a rejudging', () => {
  it('takes what meets every condition', async () => {
    const ids = await driver.contestWith('filters', 'alpha WA', 'beta WA', 'beta AC', 'alpha TLE');
    const pending = (await api.submit('filters')).body.id;
    const open = await host.take();
    const select = async (filter: object, limits: object | null = null): Promise<number[]> => {
      const { body } = await api.request<RejudgingSelection>(
        'POST',
        '/api/contests/filters/rejudgings/selection',
        { as: 'jury', body: { filter, limits } },
      );
      return body.submissions.map((id) => ids.indexOf(id));
    };
    expect(await select({})).toEqual([0, 1, 2, 3]);
    expect(await select({ teams: ['beta'] })).toEqual([1, 2]);
    expect(await select({ teams: ['beta'], verdicts: ['WA'] })).toEqual([1]);
    expect(await select({ problems: ['A'], languages: ['c'], hosts: ['host1'] })).toEqual([0, 1, 2, 3]);
    expect(await select({ hosts: ['host2'] })).toEqual([]);
    expect(await select({ languages: ['cpp'] })).toEqual([]);
    const { submittedAt } = await driver.detail(ids[2] ?? '', 'jury');
    expect(await select({ submittedFrom: submittedAt })).toEqual([2, 3]);
    expect(await select({ submittedUntil: submittedAt })).toEqual([0, 1]);
    expect(await select({ judgedFrom: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await select({ jury: 'yes' })).toEqual([]);
    expect(await select({ submissions: [ids[3], ids[0]] })).toEqual([0, 3]);
    // One that is not judged yet is taken only when it is named.
    expect(await select({ submissions: [pending] })).toEqual([-1]);
    // Every run took 2000 µs: a lower limit would cut them all, the one in force none.
    expect(await select({ wallLimitChanges: true })).toEqual([]);
    await api.sql.query(
      `UPDATE run SET wall_us = 3000000 WHERE judging_id = (SELECT id FROM judging WHERE submission_id = $1)`,
      [ids[2]],
    );
    await api.sql.query('UPDATE judging SET max_wall_us = 3000000 WHERE submission_id = $1', [ids[2]]);
    expect(await select({ wallLimitChanges: true }, { wall: { fixedUs: 2_000_000 } })).toEqual([2]);
    await driver.judged(open, 'AC');
  });

  it('is counted as the list of submissions has it in its address', async () => {
    const [first = ''] = await driver.contestWith('counted', 'alpha WA', 'beta WA', 'beta AC', 'alpha TLE');
    const count = async (query: string): Promise<object> =>
      (await api.get<RejudgingSelection>(`/api/contests/counted/rejudgings/selection?${query}`, 'jury')).body;
    expect(await count('verdict=WA,TLE')).toMatchObject({
      count: 3,
      submissions: [],
      busyCount: 0,
      verdicts: [
        { name: 'WA', count: 2 },
        { name: 'TLE', count: 1 },
      ],
      problems: [{ name: 'A', count: 3 }],
      languages: [{ name: 'c', count: 3 }],
      teams: 2,
    });
    expect(await count('limits=changed')).toMatchObject({ count: 0, teams: 0, judgedMs: 0 });
    await driver.create('counted', { filter: { submissions: [first] } });
    expect(await count('verdict=WA')).toMatchObject({ count: 1, busyCount: 1, busy: [] });
    const refused = await api.get<{ code: string }>(
      '/api/contests/counted/rejudgings/selection?problem=Z',
      'jury',
    );
    expect([refused.status, refused.body.code]).toEqual([400, 'REQUEST_INVALID']);
  });

  it('that names what is not there is refused, field by field', async () => {
    await api.makeContest('wrong');
    const wrong = async (body: object) => {
      const answer = await driver.create('wrong', body);
      return [answer.status, answer.body.errors?.[0]?.path];
    };
    expect(await wrong({ filter: { problems: ['Z'] } })).toEqual([400, 'filter.problems[0]']);
    expect(await wrong({ filter: { languages: ['c', 'klingon'] } })).toEqual([400, 'filter.languages[1]']);
    expect(await wrong({ filter: { teams: ['nobody'] } })).toEqual([400, 'filter.teams[0]']);
    expect(await wrong({ filter: { submissions: ['01890000-0000-7000-8000-000000000000'] } })).toEqual([
      400,
      'filter.submissions[0]',
    ]);
    expect(await wrong({ repeats: 0 })).toEqual([400, 'repeats']);
    expect(await wrong({ reason: '  ' })).toEqual([400, 'reason']);
    expect((await driver.create('wrong', {})).body.code).toBe('REJUDGING_EMPTY');
    const unknown = '/api/rejudgings/01890000-0000-7000-8000-000000000000';
    expect((await api.get(unknown, 'jury')).status).toBe(404);
    expect((await driver.end('01890000-0000-7000-8000-000000000000', 'apply')).body.code).toBe(
      'REJUDGING_UNKNOWN',
    );
  });
});
