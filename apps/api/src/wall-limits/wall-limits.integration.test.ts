import type {
  ProblemDetails,
  ApplyWallLimitAnswer,
  ContestWallLimits,
  WallLimitHistory,
  WallLimitPreview,
  WallLimitProposal,
  WallLimitRulesAnswer,
  WallMeasurements,
} from '@sandglass/contracts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Database } from '../database/database.ts';
import { type FakeHost, run } from '../testing/fake-host.ts';
import { withStand } from '../testing/stand.ts';
import type { TestApi } from '../testing/test-api.ts';
import { WallProposals } from './wall-proposals.ts';

let api: TestApi;
let host: FakeHost;
let watch: WallProposals;

const second = 1_000_000;

withStand(async (stand) => {
  ({ api } = stand);
  await api.makeContest('main');
  host = await stand.host();
  const database = new Database(stand.services.databaseUrl, () => {});
  stand.atEnd(() => database.close());
  watch = new WallProposals(database, () => {}, pino({ level: 'silent' }));
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

describe('a wall limit that is applied', () => {
  const apply = (body: unknown, as = 'jury') =>
    api.request<ApplyWallLimitAnswer & { code?: string }>('POST', '/api/contests/main/wall-limits/apply', {
      as,
      body,
    });

  it('is set, and exactly what the preview named is judged again', async () => {
    const rule = { marginUs: 8 * second };
    const { body: told } = await api.request<WallLimitPreview>(
      'POST',
      '/api/contests/main/wall-limits/preview',
      {
        as: 'jury',
        body: { level: 'problem', id: 'sum', rule },
      },
    );
    const named = [...told.changes, ...told.open].map(({ submissionId }) => submissionId).sort();
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

describe('what was measured', () => {
  it('is told as histograms by end, with percentiles, and by host', async () => {
    const { body } = await api.get<WallMeasurements>(
      '/api/contests/main/wall-limits/measurements?problem=sum',
      'jury',
    );
    const { rows } = await api.sql.query<{ runs: number; longest: number }>(
      // The last attempt of each test.
      `SELECT count(*)::int AS runs, max(wall_us)::int AS longest
       FROM (SELECT DISTINCT ON (judging_id, ordinal) wall_us FROM run ORDER BY judging_id, ordinal, attempt DESC) AS r`,
    );
    const counted = [...body.wall.accepted, ...body.wall.killed, ...body.wall.other].reduce(
      (sum, one) => sum + one,
      0,
    );
    expect([body.runs, counted, body.wall.maxUs]).toEqual([rows[0]?.runs, rows[0]?.runs, rows[0]?.longest]);
    expect(body.hosts.map(({ judgehost }) => judgehost)).toEqual(['host1']);
    const none = await api.get<WallMeasurements>(
      '/api/contests/main/wall-limits/measurements?problem=sum&language=java',
      'jury',
    );
    expect([none.body.runs, none.body.hosts]).toEqual([0, []]);
    for (const [query, field] of [
      ['problem=sumo', 'problem'],
      ['language=jaba', 'language'],
      ['level=problem&id=sumo', 'id'],
      ['level=contest&id=sum', 'id'],
      ['level=problem&problem=sum', 'level'],
    ] as const) {
      const wrong = await api.get<ProblemDetails>(
        `/api/contests/main/wall-limits/measurements?${query}`,
        'jury',
      );
      expect([wrong.status, wrong.body.errors?.[0]?.path], query).toEqual([400, field]);
    }
  });

  it('is told by the place of a rule as well: without a name, of the first problem or language', async () => {
    const { limits } = (await api.get<ContestWallLimits>('/api/contests/main/wall-limits', 'jury')).body;
    const { problemId = '', language = '' } = limits[0] ?? {};
    const measured = async (query: string) =>
      (await api.get<WallMeasurements>(`/api/contests/main/wall-limits/measurements?${query}`, 'jury')).body;
    const problem = await measured(`problem=${problemId}`);
    expect(problem.runs).toBeGreaterThan(0);
    expect(await measured('level=problem')).toEqual(problem);
    expect(await measured(`level=problem&id=${problemId}`)).toEqual(problem);
    expect(await measured('level=language')).toEqual(await measured(`language=${language}`));
    expect(await measured('level=contest')).toEqual(await measured(''));
  });
});

describe('more room that the system proposes', () => {
  const proposals = async () =>
    (await api.get<{ proposals: WallLimitProposal[] }>('/api/contests/main/wall-limits/proposals', 'jury'))
      .body.proposals;
  const answer = (id: string, how: string, as = 'jury') =>
    api.request<ApplyWallLimitAnswer & { code?: string }>('POST', `/api/wall-limit-proposals/${id}/${how}`, {
      as,
      body: {},
    });
  /** Runs under the rule before the last change are no evidence: as if the change were an hour old. */
  const forgetPuts = () =>
    api.sql.query(`UPDATE audit_log SET at = at - interval '1 hour' WHERE action = 'wall-limit.put'`);

  it('comes with its evidence when hosts starve programs, and the jury sets it with one word', async () => {
    await watch.look();
    expect(await proposals()).toEqual([]);
    await api.sql.query(`UPDATE run SET suspect = true, core_wait_us = 3000000 WHERE ordinal = 1`);
    await watch.look();
    // Once more, or in another process: still one.
    await watch.look();
    const [open, ...more] = await proposals();
    expect(more).toEqual([]);
    expect(open).toMatchObject({ state: 'open', rule: { marginUs: 4 * second } });
    expect(open?.evidence.reasons[0]).toMatch(/starved until the wall clock killed them/);
    expect(open?.evidence.hosts[0]).toMatchObject({ judgehost: 'host1' });
    expect(open?.evidence.problems[0]).toMatchObject({ suspect: open?.evidence.suspect, ownRule: false });
    expect((await answer(open?.id ?? '', 'approve', 'alpha')).status).toBe(403);
    const approved = await answer(open?.id ?? '', 'approve');
    expect(approved.status).toBe(200);
    expect(await inForce()).toMatchObject({ wallUs: 6 * second });
    expect(await answer(open?.id ?? '', 'decline')).toMatchObject({
      status: 409,
      body: { code: 'WALL_PROPOSAL_ENDED' },
    });
    if (approved.body.rejudgingId !== null)
      await api.request('POST', `/api/rejudgings/${approved.body.rejudgingId}/cancel`, { as: 'jury' });
    // What ran under the old rule is no reason to widen the new one.
    await watch.look();
    expect((await proposals()).map(({ state }) => state)).toEqual(['approved']);
  });

  it('keeps the factor of the contest’s own rule when it is approved', async () => {
    await put('contest/main', { factor: 5 });
    // Java keeps its own room, a factor alone takes the contest's.
    await put('language/java', { marginUs: second });
    await put('language/python3', { factor: 3 });
    await forgetPuts();
    await watch.look();
    const open = (await proposals())[0];
    expect(open).toMatchObject({ state: 'open', rule: { marginUs: 4 * second } });
    expect(open?.evidence.languages).toEqual(['java']);
    for (const id of ['java', 'python3'])
      await api.request('DELETE', `/api/wall-limits/language/${id}`, { as: 'jury' });
    const { status, body } = await answer(open?.id ?? '', 'approve');
    expect(status).toBe(200);
    expect(body.rules.contests).toEqual([{ id: 'main', rule: { factor: 5, marginUs: 4 * second } }]);
    expect(await inForce()).toMatchObject({ wallUs: 9 * second });
    if (body.rejudgingId !== null)
      await api.request('POST', `/api/rejudgings/${body.rejudgingId}/cancel`, { as: 'jury' });
  });

  it('is superseded when the jury sets a rule for the contest or for everything', async () => {
    for (const place of ['contest/main', 'global']) {
      await api.request('DELETE', '/api/wall-limits/contest/main', { as: 'jury' });
      await forgetPuts();
      await watch.look();
      const open = (await proposals())[0];
      expect(open?.state).toBe('open');
      await put('language/c', { marginUs: second });
      expect((await proposals())[0]?.state).toBe('open');
      await api.request('DELETE', '/api/wall-limits/language/c', { as: 'jury' });
      await put(place, { marginUs: 10 * second });
      expect((await proposals())[0]).toMatchObject({ id: open?.id, state: 'superseded', endedBy: 'jury' });
      expect((await answer(open?.id ?? '', 'approve')).status).toBe(409);
      expect(await inForce()).toMatchObject({ wallUs: 12 * second });
    }
    await api.request('DELETE', '/api/wall-limits/global', { as: 'jury' });
  });

  it('expires when nobody answers; each step is in the audit log', async () => {
    await api.request('DELETE', '/api/wall-limits/contest/main', { as: 'jury' });
    await forgetPuts();
    await watch.look();
    expect((await proposals())[0]?.state).toBe('open');
    await watch.look(new Date(Date.now() + 31 * 60_000));
    expect((await proposals())[0]).toMatchObject({ state: 'expired', endedBy: null });
    const { rows } = await api.sql.query<{ action: string; actor: string | null }>(
      `SELECT action, actor FROM audit_log WHERE target = 'contest main' AND action LIKE 'wall-limit.%' AND action <> 'wall-limit.put' ORDER BY id`,
    );
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['wall-limit.propose', null],
      ['wall-limit.approved', 'jury'],
      ['wall-limit.propose', null],
      ['wall-limit.approved', 'jury'],
      ['wall-limit.propose', null],
      ['wall-limit.superseded', 'jury'],
      ['wall-limit.propose', null],
      ['wall-limit.superseded', 'jury'],
      ['wall-limit.propose', null],
      ['wall-limit.expired', null],
    ]);
  });
});
