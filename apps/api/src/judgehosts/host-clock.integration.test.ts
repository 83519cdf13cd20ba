/** A judgehost whose clock is an hour ahead, and knows it. About 8 s. */
import type { Judgehost, JudgeTask, RunIntervalsAnswer, IntervalsAnswer } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { condition, run, type FakeHost } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

const aheadMs = 3_600_000;
const clock = { skewMs: aheadMs, roundTripMs: 2 };
const onHost = (ms = Date.now()): string => new Date(ms + aheadMs).toISOString();

let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
  await host.heartbeat([], { condition: condition({ since: onHost(), clock }) });
});

async function finish(task: JudgeTask, atMs = Date.now()): Promise<void> {
  const runs = [0, 1, 2, 3].map((ordinal) => ({ ...run(ordinal, 'AC'), startedAt: onHost(atMs) }));
  await host.report(task, {
    compile: { success: true, output: '', measurement: null },
    runs,
    done: { kind: 'finished' },
  });
}

it('what slots did, tests included, is drawn when it was', async () => {
  const begin = Date.now();
  const { body } = await api.submit('main');
  await finish(await host.take());
  const time = `from=${String(begin - 1000)}&until=${String(Date.now() + 1000)}`;
  const found = async () =>
    (await api.get<IntervalsAnswer>(`/api/monitor/intervals?${time}`, 'jury')).body.intervals.find(
      ({ submissionId, to }) => submissionId === body.id && to !== null,
    );
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  const end = Date.now();
  const compiledAt = (await found())?.compiledAt ?? 0;
  const { runs } = (await api.get<RunIntervalsAnswer>(`/api/monitor/runs?${time}`, 'jury')).body;
  expect(runs).toHaveLength(4);
  for (const at of [compiledAt, ...runs.map(({ from }) => from)]) {
    expect(at).toBeGreaterThanOrEqual(begin);
    expect(at).toBeLessThanOrEqual(end);
  }
});

it('what it reports of itself is stored by the api’s clock', async () => {
  const since = Date.now();
  const lastError = { at: onHost(since), code: 'X', message: 'x' };
  await host.heartbeat([], { condition: condition({ since: onHost(since), clock, lastError }) });
  const { body } = await api.get<Judgehost>(`/api/judgehosts/${host.name}`, 'jury');
  const right = new Date(since).toISOString();
  await expect
    .poll(async () => (await api.get<Judgehost>(`/api/judgehosts/${host.name}`, 'jury')).body.condition)
    .toMatchObject({ since: right, lastError: { at: right } });
  expect(body.condition?.clock).toEqual(clock);
});

it('its unhealthy period marks what it ran in that time and nothing before', async () => {
  const since = Date.now();
  const judged = async (atMs: number): Promise<string> => {
    const { body } = await api.submit('main');
    await finish(await host.take(), atMs);
    return body.id;
  };
  const before = await judged(since - 1000);
  const during = await judged(since + 1);
  const reasons = [{ sign: 'gap', state: 'unhealthy', text: 'p95 of the gap is 412 ms' } as const];
  await host.heartbeat([], {
    condition: condition({ state: 'unhealthy', reasons, since: onHost(since), clock }),
  });
  expect((await api.detail(before)).judgedWhileUnhealthy).toBe(false);
  expect((await api.detail(during)).judgedWhileUnhealthy).toBe(true);
});
