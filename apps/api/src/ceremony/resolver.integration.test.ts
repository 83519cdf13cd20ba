import type { ContestChangeAnswer, ResolverData } from '@sandglass/contracts';
import { boardAfter, resolverRows, resolverScript } from '@sandglass/domain';
import { expect, it } from 'vitest';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import type { TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let driver: RejudgingDriver;

withTestEnvironment(async (environment) => {
  ({ api, driver } = await RejudgingDriver.at(environment));
});

const resolver = (query = '', as: string | null = 'jury') =>
  api.get<ResolverData & { code?: string }>(`/api/contests/hall/resolver${query}`, as ?? undefined);
const act = (action: string) =>
  api.request<ContestChangeAnswer>('POST', '/api/contests/hall/actions', {
    as: 'admin',
    body: { action, confirm: true },
  });
/** Teams with the problems that they have solved, at the beginning and at the end. */
function standings(data: ResolverData): string[][] {
  const script = resolverScript(data);
  return [0, script.steps.length].map((position) =>
    resolverRows(data, boardAfter(script, position)).map((row) => `${row.team.id} ${String(row.solved)}`),
  );
}

it('has for the jury what the freeze hides, with its awards; a rehearsal has nothing of it', async () => {
  await driver.contestWith('hall', 'alpha AC');
  await act('freeze-now');
  const before = (await resolver('?rehearsal=7')).body;
  await api.submit('hall', 'beta');
  const waiting = (await resolver('?rehearsal=7')).body;
  expect((await resolver()).body).toMatchObject({ unjudged: 1, final: false, rehearsal: null });
  await driver.judgeAll(1, {});
  await expect.poll(async () => (await resolver()).body.unjudged, { timeout: 20_000 }).toBe(0);
  await act('end-now');

  const { body: data } = await resolver();
  expect(standings(data)).toEqual([
    ['alpha 1', 'beta 0'],
    ['alpha 1', 'beta 1'],
  ]);
  const holders = (id: string) => data.awards.find((award) => award.id === id)?.teamIds;
  // Both have solved it in the first minute.
  expect(holders('winner')).toEqual(['alpha', 'beta']);
  expect(holders('first-to-solve-sum')).toEqual(['alpha']);

  // The same as while nothing was judged: of the true result there is nothing in it.
  const rehearsed = (await resolver('?rehearsal=7')).body;
  expect({ ...rehearsed, madeAt: '' }).toEqual({ ...waiting, madeAt: '' });
  expect(rehearsed.version).not.toBe(before.version);
  expect(standings(rehearsed)[0]).toEqual(standings(data)[0]);
  expect(rehearsed.rehearsal).toBe(7);

  // What the jury changed of an award shows in the resolver, and may not in a rehearsal.
  await api.request('PUT', '/api/contests/hall/awards/best-costume', {
    as: 'jury',
    body: { citation: 'Best costume', team_ids: ['beta'] },
  });
  expect(JSON.stringify((await resolver()).body)).toContain('Best costume');
  expect({ ...(await resolver('?rehearsal=7')).body, madeAt: '' }).toEqual({ ...waiting, madeAt: '' });
});

it('is refused to everybody else, in every phase, and a wrong number is named', async () => {
  for (const as of ['alpha', null])
    for (const query of ['', '?rehearsal=1']) expect((await resolver(query, as)).status).toBeGreaterThan(400);
  for (const seed of ['-1', '1000000', 'x', '1.5'])
    expect((await resolver(`?rehearsal=${seed}`)).status).toBe(400);
});

it('is a file with the same data for those alone who run the contest, and says what is missing where the web app is not built', async () => {
  const file = (as: string) => api.get<{ code?: string }>('/api/contests/hall/resolver.html', as);
  expect((await file('alpha')).status).toBe(403);
  expect((await file('jury')).body.code).toBe('RESOLVER_NOT_BUILT');
});
