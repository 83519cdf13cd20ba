/** A problem package may name a wall limit of its own (`wall_time` in sandglass.yaml). */
import { expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { packageFiles } from '../testing/package-zip.ts';
import type { TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
  await api.importPackage('sum', {
    ...packageFiles('sum'),
    'sandglass.yaml': 'limits:\n  wall_time: 12.5\n',
  });
});

const setRule = (place: string, marginUs: number) =>
  api.request('PUT', `/api/wall-limits/${place}`, { as: 'jury', body: { marginUs } });

it('is the limit that a judgehost receives, over what is said for everything and the contest', async () => {
  await setRule('global', 1_000_000);
  await setRule('contest/main', 3_000_000);
  await api.submit('main');
  expect((await host.take()).limits.wallUs).toBe(12_500_000);
});

it('gives way to what the jury says for the problem, also while a submission waits', async () => {
  await api.submit('main');
  await setRule('problem/sum', 5_000_000);
  expect((await host.take()).limits.wallUs).toBe(2 * 1_000_000 + 5_000_000);
});
