import type { Judgehost } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { type Stand, withStand } from '../testing/stand.ts';
import type { TestApi } from '../testing/test-api.ts';

let stand: Stand;
let api: TestApi;
let kept: FakeHost;

withStand(async (started) => {
  stand = started;
  ({ api } = stand);
  await api.makeContest('finals');
  await api.makeContest('practice');
  kept = await stand.host('kept');
});

async function restrict(restrictions: object | null) {
  const { body } = await api.get<{ judgehosts: Judgehost[] }>('/api/judgehosts', 'admin');
  const id = body.judgehosts.find(({ name }) => name === 'kept')?.id;
  return api.request<Judgehost>('PATCH', `/api/judgehosts/${String(id)}`, {
    as: 'admin',
    body: { restrictions: restrictions ?? {} },
  });
}

describe('a host that is kept for some work', () => {
  it('gets nothing else, which waits for a host that may have it', async () => {
    expect((await restrict({ contests: ['finals'] })).body.restrictions).toEqual({
      contests: ['finals'],
      problems: null,
      languages: null,
    });
    await api.submit('practice');
    const refused = await kept.claim(await kept.nextTask());
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('this one is kept for other work');
    // Its own work is not kept from it by what it may not have.
    const own = await api.submit('finals');
    const task = await kept.take();
    expect(task.submissionId).toBe(own.body.id);
    await kept.finish(task, ['AC', 'AC', 'AC', 'AC']);

    // One worker fewer that the task may come to in vain.
    await kept.leave();
    const other = await stand.host('other');
    const taken = await other.take();
    expect(taken.contestId).toBe('practice');
    await other.finish(taken, ['AC', 'AC', 'AC', 'AC']);
    await other.leave();
    kept = await stand.host('kept');
  });

  it('may be kept for problems and languages, and be freed again', async () => {
    await restrict({ problems: ['another'] });
    await api.submit('finals');
    expect((await kept.claim(await kept.nextTask())).status).toBe(409);
    await restrict({ languages: ['java'] });
    await restrict(null);
    await kept.heartbeat();
    const task = await kept.take();
    await kept.finish(task, ['AC', 'AC', 'AC', 'AC']);
  });

  it('cannot be kept for nothing at all', async () => {
    const { status, body } = await restrict({ languages: [] });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('must name at least one, or be null for all');
  });
});
