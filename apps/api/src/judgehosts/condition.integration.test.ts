import type {
  HealthPeriod,
  HostCondition,
  Judgehost,
  RejudgingSelection,
  SubmissionSummary,
  UnhealthyPeriod,
  WarmUpAnswer,
  WarmUpFigures,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import { EventReader } from '../testing/event-reader.ts';
import { condition, type FakeHost } from '../testing/fake-host.ts';
import type { Services } from '../testing/services.ts';
import { withTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';
import { JudgehostRepository } from './judgehost-repository.ts';

let api: TestApi;
let services: Services;
let environment: TestEnvironment;
let host: FakeHost;
let id: string;

withTestEnvironment(async (started) => {
  environment = started;
  ({ api, services } = environment);
  await api.makeContest('main');
  host = await environment.host();
  id = (await listed()).id;
});

async function listed(): Promise<Judgehost> {
  const { body } = await api.get<{ judgehosts: Judgehost[] }>('/api/judgehosts', 'jury');
  const [found] = body.judgehosts;
  if (found === undefined) throw new Error('the host is not listed');
  return found;
}

async function change(body: unknown, as = 'admin') {
  return api.request<Judgehost>('PATCH', `/api/judgehosts/${id}`, { as, body });
}

async function judged(): Promise<string> {
  const { body } = await api.submit('main');
  await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  return body.id;
}

async function taken(filter: object): Promise<string[]> {
  const path = '/api/contests/main/rejudgings/selection';
  const { body } = await api.request<RejudgingSelection>('POST', path, { as: 'jury', body: { filter } });
  return body.submissions;
}

const unhealthy: Pick<HostCondition, 'state' | 'reasons'> = {
  state: 'unhealthy',
  reasons: [
    { sign: 'calibration-cpu', state: 'unhealthy', text: 'the calibration program takes 41 % more CPU time' },
  ],
};

it('a host is as old as it is, however far the api’s clock is from the database’s', async () => {
  await host.heartbeat();
  const database = new Database(services.databaseUrl, () => {});
  try {
    for (const aheadMs of [-3_600_000, 3_600_000]) {
      const now = (): number => Date.now() + aheadMs;
      const [known] = await new JudgehostRepository(database, now).list(now());
      expect(known?.online).toBe(true);
      expect(Math.abs(now() - Date.parse(known?.lastSeenAt ?? ''))).toBeLessThan(60_000);
    }
  } finally {
    await database.close();
  }
});

it('a host whose figures a crash of the database took is listed without them until its next heartbeat', async () => {
  await host.heartbeat();
  const { rows } = await api.sql.query(
    `SELECT relpersistence FROM pg_class WHERE relname = 'judgehost_figures'`,
  );
  // PostgreSQL empties such a table when it starts after a crash, and writes nothing of it to its log.
  expect(rows).toEqual([{ relpersistence: 'u' }]);
  await api.sql.query('TRUNCATE judgehost_figures');
  await change({ mode: 'on' });
  expect(await listed()).toMatchObject({ online: true, slots: [], report: null });
  await host.heartbeat();
  await change({ mode: 'on' });
  expect((await listed()).report?.hostname).toBe('host1');
});

it('a list of restrictions changes alone, and names what there is', async () => {
  const both = await change({ restrictions: { contests: ['main'], languages: ['c'] } });
  expect(both.body.restrictions).toEqual({ contests: ['main'], problems: null, languages: ['c'] });
  const one = await change({ restrictions: { languages: ['cpp'] } });
  expect(one.body.restrictions).toEqual({ contests: ['main'], problems: null, languages: ['cpp'] });
  const wrong = await api.request('PATCH', `/api/judgehosts/${id}`, {
    as: 'admin',
    body: {
      mode: 'off',
      restrictions: { contests: ['main', 'mian'], problems: ['hefie'], languages: ['c--'] },
    },
  });
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    [
      { path: 'restrictions.contests[1]', message: 'there is no contest "mian"' },
      { path: 'restrictions.problems[0]', message: 'there is no problem "hefie"' },
      { path: 'restrictions.languages[0]', message: 'there is no language "c--"' },
    ],
  ]);
  const { mode, restrictions } = await listed();
  expect([mode, restrictions]).toEqual(['on', one.body.restrictions]);
  await change({ restrictions: { contests: null, languages: null } });
});

it('nothing is changed that the audit log cannot record', async () => {
  const before = await listed();
  await api.sql.query('ALTER TABLE audit_log RENAME TO audit_log_away');
  try {
    const restrictions = { languages: ['c'] };
    expect((await change({ mode: 'drain', reason: 'a disk', restrictions })).status).toBe(500);
    for (const body of [{}, { judgehosts: ['host1'] }]) {
      const warmUp = await api.request('POST', '/api/contests/main/warm-up', { as: 'admin', body });
      expect(warmUp.status).toBe(500);
    }
  } finally {
    await api.sql.query('ALTER TABLE audit_log_away RENAME TO audit_log');
  }
  const { mode, modeReason, restrictions } = await listed();
  expect({ mode, modeReason, restrictions }).toEqual({
    mode: before.mode,
    modeReason: before.modeReason,
    restrictions: before.restrictions,
  });
  const { rows } = await api.sql.query(
    `SELECT id FROM contest WHERE warm_up_at IS NOT NULL UNION ALL SELECT name FROM judgehost WHERE warm_ups <> '{}'`,
  );
  expect(rows).toEqual([]);
});

async function periodsOf(): Promise<UnhealthyPeriod[]> {
  return (await api.get<{ periods: UnhealthyPeriod[] }>('/api/contests/main/unhealthy-periods', 'jury')).body
    .periods;
}

/** How many a rejudging takes that asks for this period. */
async function takenBy(period: UnhealthyPeriod | undefined): Promise<number> {
  if (period === undefined) throw new Error('no such period');
  const { judgehost, from, judgedUntil } = period;
  const filter = { whileUnhealthy: true, hosts: [judgehost], judgedFrom: from };
  return (await taken(judgedUntil === null ? filter : { ...filter, judgedUntil })).length;
}

function isMarked(submission: unknown): boolean {
  return (submission as SubmissionSummary).judgedWhileUnhealthy;
}

describe('the health of a host', () => {
  it('is kept as periods, and marks what was judged since the first evidence', async () => {
    const early = await judged();
    const evidence = new Date().toISOString();
    const before = await judged();
    // The runs of a real host begin at the time they say.
    await api.sql.query(
      `UPDATE run SET started_at = '2020-01-01' WHERE judging_id IN (SELECT id FROM judging WHERE submission_id = $1)`,
      [early],
    );
    await host.heartbeat([], { condition: condition() });
    const jury = await EventReader.open(api, 'main', 'jury');
    const team = await EventReader.open(api, 'main', 'alpha');
    await host.heartbeat([], { condition: condition({ ...unhealthy, since: evidence }) });
    // Open lists show what was marked afterwards; for the team nothing has changed.
    // The stream may begin before the api's memory has the verdict: that message comes first then.
    const update = await jury.next(
      (message) => message.type === 'submission' && isMarked(message.submission),
    );
    expect(update).toMatchObject({ submission: { id: before, judgedWhileUnhealthy: true } });
    const during = await judged();
    await team.next((message) => message.type === 'submission');
    expect(JSON.stringify(team.messages)).not.toContain(before);
    jury.close();
    team.close();
    await host.heartbeat([], { condition: condition() });
    const after = await judged();

    const marks = await Promise.all(
      [early, before, during, after].map(async (one) => (await api.detail(one)).judgedWhileUnhealthy),
    );
    expect(marks).toEqual([false, true, true, false]);
    const { judgings } = await api.detail(during);
    expect(judgings[0]).toMatchObject({ judgedWhileUnhealthy: true, compilerVersion: 'gcc 12' });
    expect(judgings[0]?.tests.every(({ whileUnhealthy }) => whileUnhealthy)).toBe(true);
    expect(await api.detail(during, 'alpha')).toMatchObject({ judgedWhileUnhealthy: false });

    const { body } = await api.get<{ periods: HealthPeriod[] }>(`/api/judgehosts/${id}/health`, 'jury');
    expect(body.periods.map(({ state, to }) => [state, to === null])).toEqual([
      ['healthy', true],
      ['unhealthy', false],
      ['healthy', false],
    ]);
    expect(body.periods[1]?.reasons).toEqual(unhealthy.reasons);
    expect((await api.get('/api/judgehosts/host1/health', 'jury')).body).toEqual(body);

    const both = [before, during].sort();
    expect((await taken({ whileUnhealthy: true })).sort()).toEqual(both);
    expect((await taken({ whileUnhealthy: true, hosts: ['host1'] })).sort()).toEqual(both);
    expect(await taken({ whileUnhealthy: true, hosts: ['another'] })).toEqual([]);
    const list = await api.get<{ submissions: { id: string }[] }>(
      '/api/contests/main/submissions?unhealthy=yes&host=host1',
      'jury',
    );
    expect(list.body.submissions.map((one) => one.id).sort()).toEqual(both);
  });

  it('counts by unhealthy period what a rejudging of that period takes, however late it ended', async () => {
    const early = await periodsOf();
    expect(early).toHaveLength(1);
    expect(await takenBy(early[0])).toBe(2);
    // Unhealthy for a moment with nothing to do: that is no period of this contest.
    await host.heartbeat([], { condition: condition({ ...unhealthy, since: new Date().toISOString() }) });
    await host.heartbeat([], { condition: condition() });
    await host.heartbeat([], { condition: condition({ ...unhealthy, since: new Date().toISOString() }) });
    const late = await judged();
    await host.heartbeat([], { condition: condition() });
    await api.sql.query(
      `UPDATE judging SET ended_at = ended_at + interval '1 hour' WHERE submission_id = $1`,
      [late],
    );
    const periods = await periodsOf();
    expect(periods.map(({ submissions }) => submissions)).toEqual([1, 2]);
    expect(await Promise.all(periods.map(takenBy))).toEqual([1, 2]);
  });

  it('is what the latest heartbeat says, whichever process of the api each comes to', async () => {
    const other = await environment.anotherApi('other');
    const said = { condition: condition({ ...unhealthy, since: new Date().toISOString() }) };
    await host.heartbeat([], said);
    await host.heartbeat([], { condition: condition() }, other);
    const since = new Date().toISOString();
    const during = await judged();
    await host.heartbeat([], { condition: condition({ ...unhealthy, since }) });
    expect(await api.detail(during)).toMatchObject({ judgedWhileUnhealthy: true });
    const { body } = await api.get<{ periods: HealthPeriod[] }>(`/api/judgehosts/${id}/health`, 'jury');
    expect(body.periods.slice(0, 3).map(({ state, to }) => [state, to === null])).toEqual([
      ['unhealthy', true],
      ['healthy', false],
      ['unhealthy', false],
    ]);
    await host.heartbeat([], { condition: condition() });
  });

  it('is listed with the host', async () => {
    await host.heartbeat([], {
      condition: condition({ gap: { runs: 9, p50Us: 1, p95Us: 2, p99Us: 3, sinceMs: 4 } }),
    });
    await api.request('PATCH', `/api/judgehosts/${id}`, { as: 'admin', body: { mode: 'on' } });
    expect(await listed()).toMatchObject({
      online: true,
      condition: { state: 'healthy', gap: { p95Us: 2 } },
    });
  });
});

describe('the mode of a host', () => {
  it('is set with a reason by an administrator, and sent with the next heartbeat', async () => {
    expect((await change({ mode: 'drain' }, 'jury')).status).toBe(403);
    const before = (await host.heartbeat()).body.modeSerial;
    const { body } = await change({ mode: 'drain', reason: 'a new kernel' });
    expect(body).toMatchObject({
      enabled: false,
      mode: 'drain',
      modeReason: 'a new kernel',
      modeBy: 'admin',
      drained: true,
    });
    expect((await host.heartbeat()).body).toMatchObject({ mode: 'drain', modeSerial: before + 1 });
    expect((await change({ enabled: true })).body).toMatchObject({ mode: 'on', modeReason: null });
  });

  it('keeps tasks from a host that is disabled, until it is enabled again', async () => {
    await change({ enabled: false });
    await api.submit('main');
    const refused = await host.claim(await host.nextTask());
    expect([refused.status, refused.body.code]).toEqual([409, 'JUDGEHOST_DISABLED']);
    await change({ enabled: true });
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
  });

  it('says that a draining host is empty once it holds nothing', async () => {
    await api.submit('main');
    const task = await host.take();
    await change({ mode: 'drain' });
    expect(await listed()).toMatchObject({ running: 1, drained: false });
    await host.finish(task, ['AC', 'AC', 'AC', 'AC']);
    // The list may be a second old.
    expect((await change({ mode: 'drain' })).body).toMatchObject({ running: 0, drained: true });
    await change({ mode: 'on' });
  });

  it('is off by the host’s own word when it does not trust its sandbox, until somebody enables it', async () => {
    const { modeSerial } = (await host.heartbeat()).body;
    const untrusted = condition({ untrusted: 'slot 0: an endless loop ended with status 0' });
    const answer = await host.heartbeat([], { condition: untrusted, modeSerial });
    expect(answer.body).toMatchObject({ enabled: false, mode: 'off', modeSerial: modeSerial + 1 });
    expect(await listed()).toMatchObject({
      mode: 'off',
      modeBy: null,
      modeReason: 'its sandbox cannot be trusted: slot 0: an endless loop ended with status 0',
    });
    await change({ mode: 'on' });
    // What it says before it knows that it was enabled does not switch it off again.
    const late = await host.heartbeat([], { condition: untrusted, modeSerial: modeSerial + 1 });
    expect(late.body).toMatchObject({ mode: 'on', modeSerial: modeSerial + 2 });
    const again = await host.heartbeat([], { condition: untrusted, modeSerial: modeSerial + 2 });
    expect(again.body).toMatchObject({ mode: 'off' });
    await change({ mode: 'on' });
  });
});

describe('test data ahead of time', () => {
  it('is asked of every host by the jury, and when a contest approaches, with progress', async () => {
    expect((await host.heartbeat()).body.warmUp).toEqual([]);
    const asked = await api.request<WarmUpAnswer>('POST', '/api/contests/main/warm-up', {
      as: 'jury',
      body: {},
    });
    expect(asked.body).toMatchObject({ contestId: 'main', hosts: [{ judgehost: 'host1', progress: null }] });
    expect(asked.body.files).toBeGreaterThan(4);
    const { warmUp } = (await host.heartbeat()).body;
    expect(warmUp).toEqual([{ contestId: 'main', revision: asked.body.revision }]);
    const files = await host.contestFiles('main');
    expect(files.map(({ sha256 }) => sha256).length).toBe(asked.body.files);

    const progress: WarmUpFigures = {
      contestId: 'main',
      revision: asked.body.revision,
      state: 'running',
      files: asked.body.files,
      filesDone: 1,
      bytes: asked.body.bytes,
      bytesDone: 1,
      error: null,
    };
    await host.heartbeat([], { condition: condition({ warmUps: [progress] }) });
    await change({ mode: 'on' });
    const seen = await api.get<WarmUpAnswer>('/api/contests/main/warm-up', 'jury');
    expect(seen.body.hosts[0]?.progress).toEqual(progress);

    const startsAt = new Date(Date.now() + 10 * 60_000).toISOString();
    await api.makeContest('soon', { startsAt, endsAt: new Date(Date.now() + 3_600_000).toISOString() });
    await api.makeContest('later', {
      startsAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 25 * 3_600_000).toISOString(),
    });
    // A host that comes late, or is not ready at the start, goes on fetching; a contest that lasts for months asks no more.
    const startedAgo = async (id: string, minutes: number): Promise<void> =>
      api.makeContest(id, {
        startsAt: new Date(Date.now() - minutes * 60_000).toISOString(),
        endsAt: new Date(Date.now() + 30 * 24 * 3_600_000).toISOString(),
      });
    await startedAgo('begun', 30);
    await startedAgo('months', 120);
    // The orders are remembered for two seconds; asking for one reads them again.
    await api.request('POST', '/api/contests/main/warm-up', { as: 'jury', body: {} });
    const orders = (await host.heartbeat()).body.warmUp;
    expect(orders.map(({ contestId }) => contestId)).toEqual(['begun', 'main', 'soon']);
  });
});
