import { expect, it } from 'vitest';
import { Database } from '../../platform/database/database.ts';
import type { FakeHost } from '../../testing/fake-host.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { CostModel } from './cost-model.ts';

let api: TestApi;
let host: FakeHost;
let database: Database;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
  database = new Database(environment.services.databaseUrl, () => {});
  environment.atEnd(() => database.close());
});

it('a look learns from every judging that has ended, though more of them ended within seconds than are read at a time', async () => {
  for (let n = 0; n < 5; n += 1) {
    await api.submit('main');
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  }
  const { rows } = await api.sql.query<{ id: string }>('SELECT DISTINCT version_id AS id FROM judging');
  const version = rows[0]?.id ?? '';
  const whole = new CostModel(database, api.app.log);
  const paged = new CostModel(database, api.app.log, 2);
  await whole.look();
  await paged.look();
  expect(paged.of(version, 'c')).toEqual(whole.of(version, 'c'));
  // Nothing is learned twice.
  await paged.look();
  expect(paged.of(version, 'c')).toEqual(whole.of(version, 'c'));
  await api.submit('main');
  await host.finish(await host.take(), ['WA']);
  await paged.look();
  await whole.look();
  expect(paged.of(version, 'c')).toEqual(whole.of(version, 'c'));
});
