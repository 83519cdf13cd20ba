import type { WallMeasurements } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
});

it('of a contest without problems, none was measured of the first problem or language', async () => {
  const measured = async (query: string) =>
    (await api.get<WallMeasurements>(`/api/contests/main/wall-limits/measurements?${query}`, 'jury')).body;
  await api.submit('main');
  await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  const ofNoRuns = await measured('language=java');
  expect(ofNoRuns.runs).toBe(0);
  // Its submissions stay.
  await api.makeContest('main', { problems: [] });
  expect((await measured('')).runs).toBe(4);
  expect(await measured('level=problem')).toEqual(ofNoRuns);
  expect(await measured('level=language')).toEqual(ofNoRuns);
});
