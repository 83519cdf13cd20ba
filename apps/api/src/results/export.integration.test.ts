import { inflateRawSync } from 'node:zlib';
import type { ContestChangeAnswer } from '@sandglass/contracts';
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

/** Texts by their paths, by the directory at the end of the zip. */
function unzip(bytes: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const head = bytes.readUInt32LE(at + 42);
    const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    const data = bytes.subarray(start, start + size);
    const path = bytes.toString('utf8', at + 46, at + 46 + (name ?? 0));
    texts.set(path, (method === 8 ? inflateRawSync(data) : data).toString('utf8'));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return texts;
}
