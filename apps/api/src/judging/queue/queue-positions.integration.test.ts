import type { LiveMessage, SubmissionSummary } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { EventReader } from '../../testing/event-reader.ts';
import type { FakeHost } from '../../testing/fake-host.ts';
import { type TestEnvironment, withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';

let environment: TestEnvironment;
let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (started) => {
  environment = started;
  ({ api } = environment);
  await api.makeContest('main');
});

async function queueOf(id: string, as: string): Promise<SubmissionSummary['queue']> {
  return (await api.get<SubmissionSummary>(`/api/submissions/${id}`, as)).body.queue;
}

const placed = (id: string, position: number) => (message: LiveMessage) =>
  message.type === 'progress' && message.submissionId === id && message.queue?.position === position;

it('a waiting team sees its position and, once there is a judgehost, how long it may take', async () => {
  const [alpha, beta, visitor] = await Promise.all(
    ['alpha', 'beta', null].map((as) => EventReader.open(api, 'main', as)),
  );
  if (alpha === undefined || beta === undefined || visitor === undefined) throw new Error('three readers');
  const first = (await api.submit('main', 'alpha')).body.id;
  const second = (await api.submit('main', 'beta')).body.id;
  const third = (await api.submit('main', 'alpha')).body.id;
  expect(await alpha.next(placed(first, 1))).toMatchObject({
    state: 'queued',
    queue: { position: 1, expectedWaitMs: null },
  });
  await beta.next(placed(second, 2));
  await alpha.next(placed(third, 3));
  expect(await queueOf(third, 'alpha')).toEqual({ position: 3, expectedWaitMs: null });
  const list = await api.get<{ submissions: SubmissionSummary[] }>('/api/contests/main/submissions', 'jury');
  expect(list.body.submissions.map(({ queue }) => queue?.position)).toEqual([3, 2, 1]);

  host = await environment.host();
  await expect
    .poll(async () => (await queueOf(third, 'alpha'))?.expectedWaitMs, { timeout: 5000 })
    .toBeGreaterThan(0);
  const task = await host.take();
  expect(task.submissionId).toBe(first);
  // The others move up.
  await beta.next(placed(second, 1));
  await alpha.next(placed(third, 2));
  expect(await queueOf(first, 'alpha')).toBeNull();

  // Nobody sees the place of somebody else, and a rejudging has none.
  const of = (reader: EventReader, id: string): number =>
    reader.messages.filter((message) => message.type === 'progress' && message.submissionId === id).length;
  expect([of(alpha, second), of(beta, first), of(visitor, first)]).toEqual([0, 0, 0]);
  for (const reader of [alpha, beta, visitor]) reader.close();
});
