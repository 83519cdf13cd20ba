import type { Contest, ImageUse } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../testing/fake-host.ts';
import type { Services } from '../../testing/services.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';

let services: Services;
let api: TestApi;
let plain: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('open');
  await api.makeContest('main', { image: 'finals' });
  plain = await environment.host('plain');
});

async function uses(): Promise<ImageUse[]> {
  return (await api.get<{ images: ImageUse[] }>('/api/judgehosts', 'jury')).body.images;
}

// The steps are one story: about 5 s.
describe('a contest that names an image', () => {
  let waiting: string;

  it('shows its image to the jury, and to nobody else', async () => {
    const { body: forJury } = await api.get<Contest>('/api/contests/main', 'jury');
    expect(forJury.image).toBe('finals');
    expect((await api.get<Contest>('/api/contests/main', 'alpha')).body.image).toBeNull();
    expect((await api.get<Contest>('/api/contests/open', 'jury')).body.image).toBeNull();
  });

  it('takes the name of a folder only', async () => {
    const now = Date.now();
    const body = {
      id: 'other',
      name: 'Other',
      startsAt: new Date(now).toISOString(),
      endsAt: new Date(now + 3_600_000).toISOString(),
      image: '../etc',
    };
    const made = await api.request('POST', '/api/admin/contests', { as: 'admin', body });
    expect(made).toMatchObject({ status: 400, body: { errors: [{ path: 'image' }] } });
  });

  it('waits while no host has the image, where the jury sees it, and other contests go on', async () => {
    waiting = (await api.submit('main')).body.id;
    expect(await uses()).toEqual([
      { image: 'finals', contests: ['main'], presentOn: [], missingOn: ['plain'], waiting: 1 },
    ]);
    await api.submit('open');
    const task = await plain.take();
    expect(task).toMatchObject({ contestId: 'open', image: null });
    await plain.finish(task, ['AC', 'AC', 'AC', 'AC']);
  });

  it('is not given to a host that has the image without the language', async () => {
    const empty = await FakeHost.join(api, 'empty', services.redisUrl, ['finals']);
    await empty.register([{ language: 'python3', version: 'Python 3', image: 'finals' }]);
    const refused = await empty.claim(await empty.nextTask());
    expect(refused).toMatchObject({ status: 409, body: { code: 'JUDGE_TASK_NOT_DUE' } });
    expect(refused.body.detail).toContain('image "finals" with c');
    expect((await uses())[0]).toMatchObject({ presentOn: ['empty'], missingOn: ['plain'], waiting: 1 });
    await empty.leave();
  });

  it('is judged by a host that has it; handing a task back costs no try', async () => {
    const able = await FakeHost.join(api, 'able', services.redisUrl, ['finals']);
    await able.register([{ language: 'c', version: 'gcc 9', image: 'finals' }]);
    const task = await able.take();
    expect(task).toMatchObject({ submissionId: waiting, image: 'finals' });
    const lacks = 'This host cannot judge in image "finals": it has gone';
    await able.report(task, { done: { kind: 'handed-back', lacks } });
    await able.heartbeat([]);
    const detail = await api.detail(waiting);
    expect(detail).toMatchObject({ verdict: null });
    expect(detail.judgings[0]?.error).toContain(`returned by able: ${lacks}`);
    // It is the only one, so it is asked again.
    const again = await able.take();
    expect(again).toMatchObject({ id: task.id, fencingToken: 2 });
    await able.finish(again, ['AC', 'AC', 'AC', 'AC']);
    expect((await api.detail(waiting)).verdict).toBe('AC');
    await able.leave();
  });

  it('offers the languages of its image, and refuses others', async () => {
    const languages = async (contest: string): Promise<string[]> =>
      (await api.get<Contest>(`/api/contests/${contest}`, 'alpha')).body.languages.map(({ id }) => id);
    expect(await languages('main')).toEqual(['c', 'python3']);
    expect(await languages('open')).toEqual(['c']);
    const files = [{ name: 'Sum.java', content: 'class Sum {}' }];
    const refused = await api.submit('main', 'alpha', { language: 'java', files });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'language' }] } });
    expect((await api.submit('open', 'alpha', { language: 'java', files })).status).toBe(201);
  });
});
