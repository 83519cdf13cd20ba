import type {
  ApplyWallLimitAnswer,
  ContestWallLimits,
  WallLimitHistory,
  WallLimitPreview,
  WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { type FakeHost, run } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;

const second = 1_000_000;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
});

function put(place: string, body: unknown, as = 'jury') {
  return api.request<WallLimitRulesAnswer & { code?: string; detail?: string; errors?: { path: string }[] }>(
    'PUT',
    `/api/wall-limits/${place}`,
    { as, body },
  );
}

async function inForce(language = 'c') {
  const { body } = await api.get<ContestWallLimits>('/api/contests/main/wall-limits', 'jury');
  return body.limits.find((limit) => limit.label === 'A' && limit.language === language);
}

async function judge(verdict: 'AC' | 'WTL' | 'WA', wallUs: number): Promise<string> {
  const { body } = await api.submit('main');
  const task = await host.take();
  const runs = task.tests.map(({ ordinal }) => ({ ...run(ordinal, 'AC'), wallUs: 2000 }));
  const last = { ...run(1, verdict), wallUs, gapUs: wallUs };
  await host.report(task, {
    compile: { success: true, output: '', measurement: null },
    runs: verdict === 'AC' ? runs.with(1, last) : [...runs.slice(0, 1), last],
    done: { kind: 'finished' },
  });
  return body.id;
}

describe('the wall limit', () => {
  it('is given for every problem and language, with the reason', async () => {
    expect(await inForce()).toMatchObject({
      cpuUs: second,
      wallUs: 4 * second,
      explanation: '2 × 1 s + 2 s = 4 s (factor: default, margin: default)',
    });
  });

  it('follows the most special level, and goes back when its rule is taken away', async () => {
    expect((await put('global', { marginUs: 5 * second })).status).toBe(200);
    expect((await put('contest/main', { factor: 3 })).status).toBe(200);
    expect((await put('problem/sum', { marginUs: second })).status).toBe(200);
    expect(await inForce()).toMatchObject({
      wallUs: 4 * second,
      explanation: '3 × 1 s + 1 s = 4 s (factor: contest, margin: problem)',
    });
    expect((await put('language/c', { fixedUs: 9 * second })).status).toBe(200);
    expect(await inForce()).toMatchObject({ wallUs: 9 * second, explanation: '9 s (set for: language)' });
    const rules = (await api.get<WallLimitRulesAnswer>('/api/wall-limits', 'jury')).body;
    expect(rules).toMatchObject({
      global: { marginUs: 5 * second },
      contests: [{ id: 'main', rule: { factor: 3 } }],
      problems: [{ id: 'sum', rule: { marginUs: second } }],
      languages: [{ id: 'c', rule: { fixedUs: 9 * second } }],
    });
    for (const place of ['global', 'contest/main', 'problem/sum', 'language/c'])
      expect((await api.request('DELETE', `/api/wall-limits/${place}`, { as: 'jury' })).status).toBe(200);
    expect(await inForce()).toMatchObject({ wallUs: 4 * second });
  });

  it('takes effect for what waits and for what has no run yet, and not for a judging that has', async () => {
    const runs = (await api.submit('main')).body.id;
    const running = await host.take();
    const waits = (await api.submit('main')).body.id;
    await put('language/c', { fixedUs: 7 * second });
    const next = await host.take();
    expect([running.limits.wallUs, next.limits.wallUs]).toEqual([4 * second, 7 * second]);
    // The waiting judging has it on record, too.
    const shown = async (id: string) => (await api.detail(id)).judgings[0]?.limits.wallUs;
    expect([await shown(runs), await shown(waits)]).toEqual([4 * second, 7 * second]);
    // Given to another host before anything was run, the judging takes the limit in force.
    await host.report(running, { done: { kind: 'handed-back' } });
    const again = await host.take();
    expect([again.id, again.limits.wallUs]).toEqual([running.id, 7 * second]);
    expect(await shown(runs)).toBe(7 * second);
    // After its first run it keeps it: every run of a judging has the limit on record.
    await put('language/c', { fixedUs: 8 * second });
    const starved = {
      ...run(1, 'WTL'),
      outcome: 'wall-limit' as const,
      wallUs: 7 * second,
      runQueueUs: 6 * second,
    };
    await host.report(again, {
      compile: { success: true, output: '', measurement: null },
      runs: [run(0, 'AC'), { ...starved, cpuUs: 10_000, blockIoUs: 0 }],
      done: { kind: 'finished' },
    });
    await api.tasks.endPatience(again.id);
    const repeat = await host.take();
    expect([repeat.id, repeat.limits.wallUs]).toEqual([running.id, 7 * second]);
    await host.finish(repeat, ['WA']);
    await host.finish(next, ['WA']);
    await api.request('DELETE', '/api/wall-limits/language/c', { as: 'jury' });
  });

  it('refuses what makes no sense, and names the field', async () => {
    const wrong = async (body: unknown) => {
      const answer = await put('contest/main', body);
      return [answer.status, answer.body.errors?.[0]?.path];
    };
    expect(await wrong({ factor: -1 })).toEqual([400, 'factor']);
    expect(await wrong({ marginUs: 1.5 })).toEqual([400, 'marginUs']);
    expect(await wrong({ fixedUs: second, factor: 2 })).toEqual([400, 'fixedUs']);
    expect((await wrong({}))[0]).toBe(400);
    expect((await wrong({ factr: 2 }))[0]).toBe(400);
    expect((await put('problem/nothing', { factor: 2 })).body.code).toBe('WALL_LIMIT_TARGET_UNKNOWN');
    expect((await put('language/klingon', { factor: 2 })).body.code).toBe('WALL_LIMIT_TARGET_UNKNOWN');
    expect((await put('global', { factor: 2 }, 'alpha')).status).toBe(403);
  });

  it('leaves a line in the audit log with the old and the new rule', async () => {
    await put('contest/main', { factor: 4 });
    await put('contest/main', { factor: 5 });
    const { rows } = await api.sql.query<{ actor: string; target: string; details: unknown }>(
      `SELECT actor, target, details FROM audit_log WHERE action = 'wall-limit.put' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]).toEqual({
      actor: 'jury',
      target: 'contest main',
      details: { before: { factor: 4 }, after: { factor: 5 } },
    });
    await api.request('DELETE', '/api/wall-limits/contest/main', { as: 'jury' });
  });
});

describe('the preview of a wall limit', () => {
  it('shows what is known from the record and what only a rejudging can decide', async () => {
    const slow = await judge('AC', 3 * second);
    const cut = await judge('WTL', 4 * second);
    await judge('WA', 1000);
    const preview = async (body: unknown) =>
      (
        await api.request<WallLimitPreview>('POST', '/api/contests/main/wall-limits/preview', {
          as: 'jury',
          body,
        })
      ).body;

    const lower = await preview({ rule: { fixedUs: 2 * second } });
    expect(lower.changes).toMatchObject([{ submissionId: slow, before: 'AC', after: 'WTL', test: 1 }]);
    expect(lower.changes[0]?.number).toBeGreaterThan(0);
    expect(lower.open).toEqual([]);
    expect(lower.same).toBe(lower.judged - 1);

    const higher = await preview({ level: 'language', id: 'c', rule: { fixedUs: 10 * second } });
    expect(higher.changes).toEqual([]);
    expect(higher.open).toMatchObject([{ submissionId: cut, before: 'WTL', test: 1 }]);
    expect(higher.limits.find(({ language }) => language === 'c')?.wallUs).toBe(10 * second);
    // Nothing was set by looking.
    expect(await inForce()).toMatchObject({ wallUs: 4 * second });

    const other = await preview({ level: 'language', id: 'python3', rule: { fixedUs: 2 * second } });
    expect([other.changes, other.open]).toEqual([[], []]);
  });

  it('refuses a problem or language that is not there', async () => {
    const ask = (body: unknown) =>
      api.request('POST', '/api/contests/main/wall-limits/preview', { as: 'jury', body });
    expect((await ask({ level: 'problem', id: 'nothing', rule: null })).status).toBe(400);
    expect((await ask({ level: 'problem', rule: null })).status).toBe(400);
  });
});

describe('a wall limit that is applied', () => {
  const apply = (body: unknown, as = 'jury') =>
    api.request<ApplyWallLimitAnswer & { code?: string }>('POST', '/api/contests/main/wall-limits/apply', {
      as,
      body,
    });

  it('is set, and exactly what the preview named is judged again', async () => {
    const rule = { marginUs: 8 * second };
    const { body: preview } = await api.request<WallLimitPreview>(
      'POST',
      '/api/contests/main/wall-limits/preview',
      {
        as: 'jury',
        body: { level: 'problem', id: 'sum', rule },
      },
    );
    const named = [...preview.changes, ...preview.open].map(({ submissionId }) => submissionId).sort();
    expect(named.length).toBeGreaterThan(0);
    const { status, body } = await apply({ level: 'problem', id: 'sum', rule });
    expect([status, body.submissions, body.busy]).toEqual([200, named.length, 0]);
    expect(await inForce()).toMatchObject({ wallUs: 10 * second });
    const { rows } = await api.sql.query<{ id: string }>(
      'SELECT submission_id AS id FROM rejudged_submission WHERE rejudging_id = $1 ORDER BY 1',
      [body.rejudgingId],
    );
    expect(rows.map(({ id }) => id)).toEqual(named);
    // The same once more changes nothing: they are in an open rejudging.
    const again = await apply({ level: 'problem', id: 'sum', rule });
    expect(again.body).toMatchObject({ rejudgingId: null, submissions: 0, busy: named.length });
    await api.request('POST', `/api/rejudgings/${body.rejudgingId}/cancel`, { as: 'jury' });
    expect(
      (await apply({ level: 'problem', id: 'sum', rule: null, rejudge: false })).body.rejudgingId,
    ).toBeNull();
    const { body: history } = await api.get<WallLimitHistory>(
      '/api/contests/main/wall-limits/history',
      'jury',
    );
    expect(history.entries[0]).toMatchObject({
      actor: 'jury',
      target: 'problem sum',
      before: rule,
      after: null,
    });
  });

  it('is the jury’s alone', async () => {
    expect((await apply({ level: 'global', rule: { factor: 3 } }, 'alpha')).status).toBe(403);
    for (const part of ['measurements', 'history', 'proposals'])
      expect((await api.get(`/api/contests/main/wall-limits/${part}`, 'alpha')).status).toBe(403);
  });
});
