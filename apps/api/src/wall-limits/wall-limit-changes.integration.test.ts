/** What happens while a wall limit is changed: in other contests, on the slots, and at the desks of the jury. */
import type {
  ApplyWallLimitAnswer,
  JudgeTask,
  ProblemDetails,
  Rejudging,
  Verdict,
  WallLimitPreview,
  WallLimitProposal,
  WallMeasurements,
} from '@sandglass/contracts';
import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeHost, run } from '../testing/fake-host.ts';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let driver: RejudgingDriver;
let databaseUrl: string;
let contests = 0;
let contest = '';

const second = 1_000_000;

withTestEnvironment(async (environment) => {
  ({ databaseUrl } = environment.services);
  ({ api, host, driver } = await RejudgingDriver.at(environment));
});

beforeEach(async () => {
  contests += 1;
  contest = `contest-${contests}`;
  await api.makeContest(contest);
});

function apply(body: object, of = contest) {
  return api.request<ApplyWallLimitAnswer & ProblemDetails>('POST', `/api/contests/${of}/wall-limits/apply`, {
    as: 'jury',
    body: { level: 'contest', ...body },
  });
}

async function preview(body: object): Promise<WallLimitPreview> {
  const path = `/api/contests/${contest}/wall-limits/preview`;
  return (await api.request<WallLimitPreview>('POST', path, { as: 'jury', body })).body;
}

/** Runs the tests up to one that took this long, and ends. */
function finish(task: JudgeTask, verdict: Verdict, wallUs: number) {
  const last = { ...run(1, verdict), wallUs, gapUs: wallUs };
  const runs = verdict === 'AC' ? [0, 2, 3].map((ordinal) => run(ordinal, 'AC')) : [run(0, 'AC')];
  return host.report(task, {
    compile: { success: true, output: '', measurement: null },
    runs: [...runs, last],
    done: { kind: 'finished' },
  });
}

async function judged(verdict: Verdict, wallUs: number): Promise<string> {
  const { body } = await api.submit(contest);
  await finish(await host.take(), verdict, wallUs);
  return body.id;
}

async function membersOf(rejudging: string | null): Promise<string[]> {
  const { rows } = await api.sql.query<{ id: string }>(
    'SELECT submission_id AS id FROM rejudged_submission WHERE rejudging_id = $1 ORDER BY 1',
    [rejudging],
  );
  return rows.map(({ id }) => id);
}

describe('a judging that is under way while its wall limit is changed', () => {
  const wider = { rule: { fixedUs: 10 * second } };

  it('keeps its limit, is named, and is judged again with the others when the new one may change its verdict', async () => {
    const cut = await judged('WTL', 4 * second);
    const willBeCut = (await api.submit(contest)).body.id;
    const first = await host.take();
    const willBeRight = (await api.submit(contest)).body.id;
    const other = await host.take();
    const waits = (await api.submit(contest)).body.id;
    expect(await preview(wider)).toMatchObject({ underWay: 2, open: [{ submissionId: cut }] });
    const { body } = await apply(wider);
    expect(body).toMatchObject({ submissions: 1, underWay: 2 });
    expect(await membersOf(body.rejudgingId)).toEqual([cut]);
    expect((await driver.read(body.rejudgingId ?? '')).incomplete).toBe(true);
    await finish(first, 'WTL', 4 * second);
    await finish(other, 'AC', 1000);
    await expect.poll(() => membersOf(body.rejudgingId), { timeout: 10_000 }).toEqual([cut, willBeCut]);
    expect((await driver.read(body.rejudgingId ?? '')).incomplete).toBe(false);
    // What had not begun runs under the new limit, at once or in the rejudging.
    for (let left = 3; left > 0; left -= 1) {
      const task = await host.take();
      expect(task.limits.wallUs).toBe(10 * second);
      await finish(task, 'AC', task.submissionId === waits ? 1000 : 5 * second);
    }
    await driver.hasState(body.rejudgingId ?? '', 'judged');
    await driver.end(body.rejudgingId ?? '', 'apply');
    expect(await driver.verdicts([cut, willBeCut, willBeRight, waits])).toEqual(['AC', 'AC', 'AC', 'AC']);
  });

  it('has a rejudging made for it, where nothing else is affected', async () => {
    const id = (await api.submit(contest)).body.id;
    const task = await host.take();
    const { body } = await apply(wider);
    expect(body).toMatchObject({ submissions: 0, underWay: 1 });
    await finish(task, 'WTL', 4 * second);
    await expect.poll(() => membersOf(body.rejudgingId), { timeout: 10_000 }).toEqual([id]);
    await finish(await host.take(), 'AC', 5 * second);
    await driver.hasState(body.rejudgingId ?? '', 'judged');
    await driver.end(body.rejudgingId ?? '', 'cancel');
  });

  it('leaves nothing behind when its verdict stays', async () => {
    await api.submit(contest);
    const task = await host.take();
    const { body } = await apply(wider);
    await finish(task, 'WA', 1000);
    await driver.hasState(body.rejudgingId ?? '', 'cancelled');
    expect((await driver.read(body.rejudgingId ?? '')).endedBy).toBeNull();
  });

  it('is only named where nothing is to be judged again', async () => {
    await api.submit(contest);
    const task = await host.take();
    const { body } = await apply({ ...wider, rejudge: false });
    expect(body).toMatchObject({ rejudgingId: null, underWay: 1 });
    await finish(task, 'AC', 1000);
    expect((await preview({ rule: { fixedUs: 20 * second } })).underWay).toBe(0);
  });
});

describe('a change of a wall limit', () => {
  it('lets submissions and verdicts of its contest through while it writes down what is judged again', async () => {
    await judged('WTL', 4 * second);
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE rejudged_submission IN SHARE MODE');
      const applied = apply({ rule: { fixedUs: 10 * second } });
      await expect
        .poll(async () => {
          const { rows } = await api.sql.query<{ waits: boolean }>(
            `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE relation = 'rejudged_submission'::regclass AND NOT granted) AS waits`,
          );
          return rows[0]?.waits;
        })
        .toBe(true);
      // Both append to the contest's log.
      const other = await judged('AC', 1000);
      await client.query('COMMIT');
      expect((await applied).body).toMatchObject({ submissions: 1 });
      expect(await driver.verdicts([other])).toEqual(['AC']);
      await finish(await host.take(), 'AC', 1000);
      await driver.end((await applied).body.rejudgingId ?? '', 'cancel');
    } finally {
      await client.end();
    }
  });

  it('is refused where another member of the jury was quicker, and names them and their rule', async () => {
    const mine = { rule: { fixedUs: 8 * second }, before: null };
    await api.request('PUT', `/api/wall-limits/contest/${contest}`, { as: 'jury', body: { factor: 3 } });
    const { status, body } = await apply(mine);
    expect([status, body.code]).toEqual([409, 'WALL_LIMIT_CHANGED']);
    expect(body.detail).toContain(`for contest ${contest} is now factor 3, set by jury`);
    expect(body.detail).toContain('expected no rule');
    expect((await apply({ ...mine, before: { factor: 2 } })).status).toBe(409);
    expect((await apply({ ...mine, before: { factor: 3 } })).status).toBe(200);
    expect((await apply({ rule: null, before: { fixedUs: 8 * second } })).status).toBe(200);
  });

  it('is news in every contest it holds in', async () => {
    await api.makeContest('another');
    const named = async (place: string): Promise<string[]> => {
      await api.sql.query(
        `UPDATE contest_event SET data = data || '{"change": "earlier"}' WHERE data ->> 'change' = 'wall-limit'`,
      );
      await api.request('PUT', `/api/wall-limits/${place}`, { as: 'jury', body: { marginUs: 3 * second } });
      await api.request('DELETE', `/api/wall-limits/${place}`, { as: 'jury' });
      const { rows } = await api.sql.query<{ id: string }>(
        `SELECT contest_id AS id FROM contest_event WHERE data ->> 'change' = 'wall-limit'
         GROUP BY 1 HAVING count(*) = 2 ORDER BY 1`,
      );
      return rows.map(({ id }) => id);
    };
    const all = await named('problem/sum');
    expect(all).toEqual(expect.arrayContaining(['another', contest]));
    expect(await named('global')).toEqual(all);
    expect(await named('language/c')).toEqual(all);
    expect(await named(`contest/${contest}`)).toEqual([contest]);
  });

  it('names other contests with submissions that it holds for, with how many verdicts it may change there, and leaves these alone', async () => {
    await judged('WTL', 4 * second);
    const rule = { fixedUs: 10 * second };
    // As its own jury reads it.
    const { changes, open } = await preview({ rule, level: 'problem', id: 'sum' });
    expect(open.length).toBeGreaterThan(0);
    const former = { id: contest, name: `Contest ${contest}`, affected: changes.length + open.length };
    contest = 'the-next';
    await api.makeContest(contest);
    const names = async (level: object) => (await preview({ rule, ...level })).elsewhere;
    expect(await names({ level: 'problem', id: 'sum' })).toContainEqual(former);
    expect(await names({ level: 'language', id: 'c' })).toContainEqual(former);
    expect(await names({ level: 'language', id: 'java' })).toEqual([]);
    expect(await names({ level: 'global' })).toContainEqual(former);
    expect(await names({ level: 'contest' })).toEqual([]);
    const { body } = await apply({ level: 'problem', id: 'sum', rule });
    expect(body.elsewhere).toContainEqual(former);
    expect(body).toMatchObject({ rejudgingId: null, submissions: 0 });
    await apply({ level: 'problem', id: 'sum', rule: null, rejudge: false });
  });
});

describe('a test that was run again because its run was starved', () => {
  const starved = {
    ...run(1, 'WTL'),
    outcome: 'wall-limit',
    wallUs: 4 * second,
    runQueueUs: 3 * second,
  } as const;

  it('counts once in what was measured, as its last attempt', async () => {
    await api.submit(contest);
    for (const attempt of [1, 2, 3]) {
      const task = await host.take();
      await host.report(task, {
        compile: { success: true, output: '', measurement: null },
        runs: [...(attempt === 1 ? [run(0, 'AC')] : []), { ...starved, cpuUs: 10_000, blockIoUs: 0 }],
        done: { kind: 'finished' },
      });
      await api.tasks.endPatience(task.id);
    }
    const { rows } = await api.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM run r JOIN judging j ON j.id = r.judging_id JOIN submission s ON s.id = j.submission_id
       WHERE s.contest_id = $1 AND r.suspect`,
      [contest],
    );
    expect(rows[0]?.count).toBe(3);
    const { body } = await api.get<WallMeasurements>(
      `/api/contests/${contest}/wall-limits/measurements`,
      'jury',
    );
    expect(body).toMatchObject({ runs: 2, suspect: 1, hosts: [{ runs: 2, suspect: 1 }] });
    expect(body.wall.killed.reduce((sum, one) => sum + one, 0)).toBe(1);
  });
});

describe('a proposal', () => {
  async function propose(): Promise<string> {
    const now = new Date().toISOString();
    const gaps = { runs: 0, suspect: 0, p50Us: 0, p95Us: 0, p99Us: 0, maxUs: 0 };
    const { rows } = await api.sql.query<{ id: string }>(
      `INSERT INTO wall_limit_proposal (id, contest_id, rule, evidence, expires_at, open_contest_id)
       VALUES (gen_random_uuid(), $1, '{"marginUs": 4000000}', $2, now() + interval '1 minute', $1) RETURNING id`,
      [contest, JSON.stringify({ from: now, until: now, reasons: [], hosts: [], ...gaps })],
    );
    return rows[0]?.id ?? '';
  }
  const approve = (id: string) =>
    api.request<ApplyWallLimitAnswer & ProblemDetails>('POST', `/api/wall-limit-proposals/${id}/approve`, {
      as: 'jury',
      body: {},
    });

  it('that has expired is approved no more, though nobody has looked after it since', async () => {
    const id = await propose();
    await api.sql.query(`UPDATE wall_limit_proposal SET expires_at = now() - interval '1 s' WHERE id = $1`, [
      id,
    ]);
    const { status, body } = await approve(id);
    expect([status, body.code]).toEqual([409, 'WALL_PROPOSAL_ENDED']);
    expect(body.detail).toContain('expired');
  });

  it('is approved with what is under way', async () => {
    const submission = (await api.submit(contest)).body.id;
    const task = await host.take();
    const { body } = await approve(await propose());
    expect(body).toMatchObject({ submissions: 0, underWay: 1 });
    await finish(task, 'WTL', 4 * second);
    await expect.poll(() => membersOf(body.rejudgingId), { timeout: 10_000 }).toEqual([submission]);
    await finish(await host.take(), 'AC', 1000);
    const { body: listed } = await api.get<{ proposals: WallLimitProposal[] }>(
      `/api/contests/${contest}/wall-limits/proposals`,
      'jury',
    );
    expect(listed.proposals[0]?.state).toBe('approved');
    const { body: list } = await api.get<{ rejudgings: Rejudging[] }>(
      `/api/contests/${contest}/rejudgings`,
      'jury',
    );
    expect(list.rejudgings).toHaveLength(1);
  });
});
