import type {
  ContestWallLimits,
  SubmissionDetail,
  WallLimitPreview,
  WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { type FakeHost, run } from '../testing/fake-host.ts';
import { withStand } from '../testing/stand.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;

const second = 1_000_000;

withStand(async (stand) => {
  ({ api } = stand);
  await api.makeContest('main');
  host = await stand.host();
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
  it('is told for every problem and language, with the reason', async () => {
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

  it('takes effect for the next judging that starts, waiting ones included, and not for one that runs', async () => {
    const runs = (await api.submit('main')).body.id;
    const running = await host.take();
    const waits = (await api.submit('main')).body.id;
    await put('language/c', { fixedUs: 7 * second });
    const next = await host.take();
    expect([running.limits.wallUs, next.limits.wallUs]).toEqual([4 * second, 7 * second]);
    // The waiting judging has it on record, too.
    const shown = async (id: string) =>
      (await api.get<SubmissionDetail>(`/api/submissions/${id}`, 'jury')).body.judgings[0]?.limits.wallUs;
    expect([await shown(runs), await shown(waits)]).toEqual([4 * second, 7 * second]);
    // Given to another host, the started judging goes on under the limit it began with.
    await host.report(running, { done: { kind: 'handed-back' } });
    const again = await host.take();
    expect([again.id, again.limits.wallUs]).toEqual([running.id, 4 * second]);
    await host.finish(again, ['WA']);
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
  it('tells what is known from the record and what only a rejudging can tell', async () => {
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
    expect(lower.changes).toEqual([{ submissionId: slow, before: 'AC', after: 'WTL', test: 1 }]);
    expect(lower.open).toEqual([]);
    expect(lower.same).toBe(lower.judged - 1);

    const higher = await preview({ level: 'language', id: 'c', rule: { fixedUs: 10 * second } });
    expect(higher.changes).toEqual([]);
    expect(higher.open).toEqual([{ submissionId: cut, before: 'WTL', test: 1 }]);
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
