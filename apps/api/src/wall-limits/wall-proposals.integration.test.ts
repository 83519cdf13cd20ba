/** More room that the system proposes when hosts starve programs. */
import type {
  ApplyWallLimitAnswer,
  ContestWallLimits,
  WallLimitProposal,
  WallLimitRulesAnswer,
} from '@sandglass/contracts';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { Units } from '../events/unit-of-work.ts';
import { Database } from '../platform/database/database.ts';
import { type FakeHost, run } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';
import { WallProposals } from './wall-proposals.ts';

let api: TestApi;
let host: FakeHost;
let watch: WallProposals;

const second = 1_000_000;
const allPlaces = ['contest/main', 'global', 'language/c', 'language/java', 'language/python3'];

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
  const database = new Database(environment.services.databaseUrl, () => {});
  environment.atEnd(() => database.close());
  const log = pino({ level: 'silent' });
  watch = new WallProposals(database, new Units({ database, onEvents: () => {}, log }), log);
  for (let judging = 0; judging < 3; judging += 1) await judge('WTL', 4 * second);
});

async function judge(verdict: 'AC' | 'WTL' | 'WA', wallUs: number): Promise<void> {
  await api.submit('main');
  const task = await host.take();
  const first = { ...run(0, 'AC'), wallUs: 2000 };
  await host.report(task, {
    compile: { success: true, output: '', measurement: null },
    runs: [first, { ...run(1, verdict), wallUs, gapUs: wallUs }],
    done: { kind: 'finished' },
  });
}

const remove = (place: string) => api.request('DELETE', `/api/wall-limits/${place}`, { as: 'jury' });

function put(place: string, body: unknown) {
  return api.request<WallLimitRulesAnswer>('PUT', `/api/wall-limits/${place}`, { as: 'jury', body });
}

async function wallUsOfC(): Promise<number | undefined> {
  const { body } = await api.get<ContestWallLimits>('/api/contests/main/wall-limits', 'jury');
  return body.limits.find((limit) => limit.label === 'A' && limit.language === 'c')?.wallUs;
}

async function proposals(): Promise<WallLimitProposal[]> {
  type Answer = { proposals: WallLimitProposal[] };
  return (await api.get<Answer>('/api/contests/main/wall-limits/proposals', 'jury')).body.proposals;
}

function answer(id: string, how: string, as = 'jury') {
  return api.request<ApplyWallLimitAnswer & { code?: string }>(
    'POST',
    `/api/wall-limit-proposals/${id}/${how}`,
    { as, body: {} },
  );
}

/** Runs under the rule before the last change are no evidence: as if the change were an hour old. */
const forgetPuts = () =>
  api.sql.query(`UPDATE audit_log SET at = at - interval '1 hour' WHERE action = 'wall-limit.put'`);

async function newest(state: WallLimitProposal['state']): Promise<WallLimitProposal> {
  const [first] = await proposals();
  if (first?.state !== state)
    throw new Error(`the newest proposal is ${first?.state ?? 'none'}, not ${state}`);
  return first;
}

/** What the record says now is proposed. */
async function proposed(): Promise<WallLimitProposal> {
  await forgetPuts();
  await watch.look();
  return newest('open');
}

async function cancelRejudging(id: string | null): Promise<void> {
  if (id !== null) await api.request('POST', `/api/rejudgings/${id}/cancel`, { as: 'jury' });
}

let auditedBefore = 0;

/** Steps of proposals in the audit log since the test began. */
async function audited(): Promise<[string, string | null][]> {
  const { rows } = await api.sql.query<{ action: string; actor: string | null }>(
    `SELECT action, actor FROM audit_log WHERE target = 'contest main' AND action LIKE 'wall-limit.%'
       AND action <> 'wall-limit.put' AND id > $1 ORDER BY id`,
    [auditedBefore],
  );
  return rows.map(({ action, actor }) => [action, actor]);
}

describe('more room that the system proposes', () => {
  // No rule is set, nothing is proposed, and every run was starved.
  beforeEach(async () => {
    for (const place of allPlaces) await remove(place);
    await watch.look(new Date(Date.now() + 31 * 60_000));
    // What ended an hour ago keeps nothing from being proposed again.
    await api.sql.query(`UPDATE wall_limit_proposal SET created_at = created_at - interval '1 hour',
      ended_at = now() - interval '1 hour', state = CASE state WHEN 'open' THEN 'expired' ELSE state END, open_contest_id = NULL`);
    await forgetPuts();
    await api.sql.query(`UPDATE run SET suspect = true, core_wait_us = 3000000 WHERE ordinal = 1`);
    const { rows } = await api.sql.query<{ id: string }>('SELECT max(id) AS id FROM audit_log');
    auditedBefore = Number(rows[0]?.id);
  });

  it('is nothing while no run was starved', async () => {
    await api.sql.query(`UPDATE run SET suspect = false, core_wait_us = 0`);
    const before = await proposals();
    await watch.look();
    expect(await proposals()).toEqual(before);
  });

  it('comes with its evidence when hosts starve programs, and the jury approves it with one request', async () => {
    const open = await proposed();
    // Once more, or in another process: still one.
    await watch.look();
    expect((await proposals()).filter(({ state }) => state === 'open')).toHaveLength(1);
    expect(open).toMatchObject({ state: 'open', rule: { marginUs: 4 * second } });
    expect(open.evidence.reasons[0]).toMatch(/starved until the wall clock killed them/);
    expect(open.evidence.hosts[0]).toMatchObject({ judgehost: 'host1' });
    expect(open.evidence.problems[0]).toMatchObject({ suspect: open.evidence.suspect, ownRule: false });
    expect((await answer(open.id, 'approve', 'alpha')).status).toBe(403);
    const approved = await answer(open.id, 'approve');
    expect(approved.status).toBe(200);
    expect(await wallUsOfC()).toBe(6 * second);
    expect(await answer(open.id, 'decline')).toMatchObject({
      status: 409,
      body: { code: 'WALL_PROPOSAL_ENDED' },
    });
    await cancelRejudging(approved.body.rejudgingId);
    // What ran under the old rule is no reason to widen the new one.
    await watch.look();
    expect(await newest('approved')).toMatchObject({ id: open.id });
    expect(await audited()).toEqual([
      ['wall-limit.propose', null],
      ['wall-limit.approved', 'jury'],
    ]);
  });

  it('keeps the factor of the contest’s own rule when it is approved', async () => {
    await put('contest/main', { factor: 5 });
    // Java keeps its own room, a factor alone takes the contest's.
    await put('language/java', { marginUs: second });
    await put('language/python3', { factor: 3 });
    const open = await proposed();
    expect(open.rule).toMatchObject({ marginUs: 4 * second });
    expect(open.evidence.languages).toEqual(['java']);
    for (const id of ['java', 'python3']) await remove(`language/${id}`);
    const { status, body } = await answer(open.id, 'approve');
    expect(status).toBe(200);
    expect(body.rules.contests).toEqual([{ id: 'main', rule: { factor: 5, marginUs: 4 * second } }]);
    expect(await wallUsOfC()).toBe(9 * second);
    await cancelRejudging(body.rejudgingId);
  });

  it.each(['contest/main', 'global'])('is superseded when the jury sets a rule for %s', async (place) => {
    const open = await proposed();
    await put('language/c', { marginUs: second });
    await newest('open');
    await remove('language/c');
    await put(place, { marginUs: 10 * second });
    expect(await newest('superseded')).toMatchObject({ id: open.id, endedBy: 'jury' });
    expect((await answer(open.id, 'approve')).status).toBe(409);
    expect(await wallUsOfC()).toBe(12 * second);
    expect(await audited()).toEqual([
      ['wall-limit.propose', null],
      ['wall-limit.superseded', 'jury'],
    ]);
  });

  it('expires when nobody answers', async () => {
    const open = await proposed();
    await watch.look(new Date(Date.now() + 31 * 60_000));
    expect(await newest('expired')).toMatchObject({ id: open.id, endedBy: null });
    expect(await audited()).toEqual([
      ['wall-limit.propose', null],
      ['wall-limit.expired', null],
    ]);
  });
});
