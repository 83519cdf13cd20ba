import type { ContestChangeAnswer, Scoreboard } from '@sandglass/contracts';
import { unzip } from '@sandglass/testing';
import { expect, it } from 'vitest';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import type { TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let driver: RejudgingDriver;

withTestEnvironment(async (environment) => {
  ({ api, driver } = await RejudgingDriver.at(environment));
});

const files = ['results.tsv', 'scoreboard.tsv', 'results.csv', 'results.json', 'results.html', 'awards.json'];
const file = (contest: string, name: string, as?: string) =>
  api.get<string>(`/api/contests/${contest}/results/${name}`, as);
const act = (contest: string, action: string) =>
  api.request<ContestChangeAnswer>('POST', `/api/contests/${contest}/actions`, {
    as: 'admin',
    body: { action, confirm: true },
  });

it('of results are for the jury at any time, for others once final and thawed, and hold no hidden team', async () => {
  await api.makeContest('files', {
    teams: [
      { id: 'alpha', name: 'Team Alpha' },
      { id: 'beta', name: 'Team Beta' },
      { id: 'ghost', name: 'Team Ghost' },
    ],
  });
  await api.request('PUT', '/api/people/teams/ghost', { as: 'admin', body: { hidden: true } });
  await act('files', 'freeze-now');
  await api.submit('files', 'alpha');
  await driver.judgeAll(1, {});
  await expect
    .poll(async () => (await file('files', 'results.tsv', 'jury')).body, { timeout: 20_000 })
    .toContain('alpha\t1\tGold Medal\t1\t');
  const shown = async (): Promise<number[]> => {
    const answers = files.flatMap((name) => [file('files', name), file('files', name, 'alpha')]);
    return [...new Set((await Promise.all(answers)).map(({ status }) => status))];
  };
  expect(await shown()).toEqual([403]);
  await act('files', 'end-now');
  expect(await shown()).toEqual([403]);
  await api.request('POST', '/api/contests/files/finalise', { as: 'admin', body: {} });
  expect(await shown()).toEqual([403]);
  await act('files', 'thaw');
  expect(await shown()).toEqual([200]);
  for (const name of files) {
    const text = JSON.stringify((await file('files', name)).body);
    expect([name, text.includes('ghost') || text.includes('Ghost')]).toEqual([name, false]);
  }
  expect((await file('files', 'nonsense.tsv')).status).toBe(400);
  const page = await file('files', 'results.html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('of submissions are a zip with an index and every source, for the jury alone', async () => {
  await driver.contestWith('zipped', 'alpha AC', 'beta WA');
  expect((await api.get('/api/contests/zipped/submissions.zip', 'alpha')).status).toBe(403);
  const answer = await fetch(`${api.url}/api/contests/zipped/submissions.zip`, {
    headers: { authorization: `Basic ${Buffer.from('jury:a password').toString('base64')}` },
  });
  const entries = unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...entries.keys()].toSorted()).toEqual([
    'index.csv',
    'index.json',
    'sources/1-alpha-A/sum.c',
    'sources/2-beta-A/sum.c',
  ]);
  expect(entries.get('sources/1-alpha-A/sum.c')).toContain('int main()');
  expect(JSON.parse(entries.get('index.json') ?? '')).toMatchObject({
    contest: 'zipped',
    submissions: [
      { number: 1, team: 'alpha', label: 'A', verdict: 'AC', files: ['sources/1-alpha-A/sum.c'] },
      { number: 2, team: 'beta', verdict: 'WA' },
    ],
  });
});

it('of the scoreboard are a zip with one page that has what the asker may see, and nothing else', async () => {
  await driver.contestWith('copied', 'alpha WA');
  await act('copied', 'freeze-now');
  await api.submit('copied', 'beta');
  await driver.judgeAll(1, {});
  await expect
    .poll(async () => (await pageOf('copied', 'jury')).text, { timeout: 20_000 })
    .toContain('"solved":true');
  const jury = await pageOf('copied', 'jury');
  expect(jury.path).toBe('copied-scoreboard-jury/index.html');
  expect(jury.text).toContain('Do not publish this copy');
  for (const [as, view] of [['alpha'], [undefined], ['jury', 'public']] as const) {
    const copy = await pageOf('copied', as, view);
    expect(copy.path).toBe('copied-scoreboard/index.html');
    expect(copy.text).not.toContain('"solved":true');
    expect(copy.text).toContain('Frozen since');
    // A table without scripts: beta’s try is pending.
    expect(copy.text).toMatch(/Team Beta.*<td>1\?<\/td>/);
  }
  expect((await api.get('/api/contests/copied/scoreboard.zip?as=jury', 'alpha')).status).toBe(403);
  const rules = { penaltyUnit: 'seconds', tieBreak: 'run-time' };
  await api.request('PATCH', '/api/contests/copied', { as: 'admin', body: { rules, confirm: true } });
  expect((await pageOf('copied', 'jury')).text).toMatch(/in seconds\..*used less CPU time/);
});

it('of a scoreboard of a contest that a stranger may not see are not there for a stranger', async () => {
  const status = async (contest: string, as?: string) =>
    (await api.get(`/api/contests/${contest}/scoreboard.zip`, as)).status;
  const change = async (body: object) => {
    const answer = await api.request('PATCH', '/api/contests/closed', {
      as: 'admin',
      body: { ...body, confirm: true },
    });
    expect(answer.status).toBe(200);
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await api.makeContest('closed', {
    startsAt: minutesAgo(60),
    endsAt: minutesAgo(30),
    teams: [{ id: 'alpha', name: 'Team Alpha' }],
  });
  expect(await status('closed')).toBe(200);
  await change({ public: false });
  expect((await api.get('/api/contests/closed/scoreboard?asOf=0:10:00')).status).toBe(404);
  expect(await Promise.all(['alpha', 'jury', 'beta', undefined].map((as) => status('closed', as)))).toEqual([
    200, 200, 404, 404,
  ]);
  await change({ public: true, deactivatesAt: minutesAgo(1) });
  expect(await Promise.all(['jury', 'alpha', undefined].map((as) => status('closed', as)))).toEqual([
    200, 404, 404,
  ]);
});

it('of past moments are for the jury at any time and for others once final and thawed, frozen where it was', async () => {
  const solved = async (asOf: string, as?: string, view?: string) => {
    const query = new URLSearchParams({ asOf, ...(view === undefined ? {} : { as: view }) });
    const { status, body } = await api.get<Scoreboard>(
      `/api/contests/copied/scoreboard?${String(query)}`,
      as,
    );
    return status === 200 ? body.rows.reduce((sum, row) => sum + row.solved, 0) : status;
  };
  const instant = new Date().toISOString();
  expect(await solved(instant, 'jury')).toBe(1);
  expect(await solved(instant, 'jury', 'public')).toBe(0);
  expect(await solved('0:00:00', 'jury')).toBe(0);
  expect(await solved('9999:00:00', 'jury')).toBe(1);
  expect(await solved('soon', 'jury')).toBe(400);
  expect(await solved(instant)).toBe(403);
  await act('copied', 'end-now');
  await api.request('POST', '/api/contests/copied/finalise', { as: 'admin', body: {} });
  expect(await solved(instant, 'alpha')).toBe(403);
  await act('copied', 'thaw');
  expect(await solved(instant, 'alpha')).toBe(0);
  expect(await solved('9999:00:00', 'alpha')).toBe(1);
  expect(await solved(instant, 'alpha', 'jury')).toBe(403);
});

/** The page in a static copy. */
async function pageOf(contest: string, as?: string, view?: string): Promise<{ path: string; text: string }> {
  const query = view === undefined ? '' : `?as=${view}`;
  const { body } = await api.get<string>(`/api/contests/${contest}/scoreboard.zip${query}`, as);
  const [path = '', ...lines] = body.split('\n');
  return { path, text: lines.join('\n') };
}
