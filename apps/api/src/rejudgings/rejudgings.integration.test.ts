import type {
  LiveMessage,
  Rejudging,
  RejudgingList,
  RejudgingSelection,
  SubmissionList,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import type { FakeHost } from '../testing/fake-host.ts';
import { RejudgingDesk } from '../testing/rejudging-desk.ts';
import { withStand } from '../testing/stand.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let desk: RejudgingDesk;

withStand(async (stand) => {
  ({ api } = stand);
  host = await stand.host();
  desk = new RejudgingDesk(api, host);
});

describe('a rejudging', () => {
  it('changes nothing for anybody until it is applied, then everything at once', async () => {
    const ids = await desk.contestWith('whole', 'alpha WA', 'alpha WTL', 'beta AC', 'beta WA');
    const [first = '', second = '', third = ''] = ids;
    expect(await desk.ranks('whole')).toEqual([
      ['beta', 1, 1],
      ['alpha', 2, 0],
    ]);
    const made = await desk.create('whole', {
      filter: { verdicts: ['WA', 'WTL', 'AC'], teams: ['alpha', 'beta'] },
    });
    expect([made.status, made.body.submissions, made.body.busy]).toEqual([201, 4, 0]);
    await desk.judgeAll(3, { [first]: 'AC', [second]: 'AC', [third]: 'WA' });
    expect(await desk.read(made.body.id)).toMatchObject({
      state: 'judging',
      judgings: { total: 4, done: 3 },
    });
    expect((await desk.end(made.body.id, 'apply')).body.code).toBe('REJUDGING_STATE');
    await desk.judgeAll(1, { [ids[3] ?? '']: 'WA' });
    await desk.hasState(made.body.id, 'judged');

    // All are judged, and only the jury knows.
    expect(await desk.verdicts(ids)).toEqual(['WA', 'WTL', 'AC', 'WA']);
    for (const [id, team] of [
      [first, 'alpha'],
      [third, 'beta'],
    ] as const) {
      const seen = await desk.detail(id, team);
      expect(seen.judgings).toHaveLength(1);
      expect(seen.judgings[0]).toMatchObject({ valid: true, rejudgingId: null, state: 'done' });
      expect((await desk.detail(id, 'jury')).judgings[0]).toMatchObject({
        valid: false,
        rejudgingId: made.body.id,
        state: 'done',
      });
    }
    expect(
      (await api.get<SubmissionList>('/api/contests/whole/submissions', 'alpha')).body.submissions,
    ).toMatchObject([
      { verdict: 'WTL', state: 'done', testsDone: 1 },
      { verdict: 'WA', state: 'done', testsDone: 1 },
    ]);
    expect(await desk.ranks('whole')).toEqual([
      ['beta', 1, 1],
      ['alpha', 2, 0],
    ]);

    const before = await desk.preview(made.body.id);
    expect(before.counts).toEqual({ submissions: 4, open: 0, unchanged: 1, changed: 3, failed: 0, flaky: 0 });
    expect(before.matrix).toHaveLength(4);
    expect(before.matrix).toContainEqual({ before: 'WTL', after: 'AC', count: 1 });
    const changes = await desk.rejudged(made.body.id, 'kind=changed');
    expect(changes.map(({ submissionId, after }) => [submissionId, after])).toEqual([
      [first, 'AC'],
      [second, 'AC'],
      [third, 'WA'],
    ]);
    expect(before.ranks.map(({ team, before: old, after }) => [team.id, old.rank, after.rank])).toEqual([
      ['alpha', 2, 1],
      ['beta', 1, 2],
    ]);
    expect(before.firstToSolve).toEqual([{ label: 'A', before: 'Team Beta', after: 'Team Alpha' }]);

    expect(await desk.end(made.body.id, 'apply')).toMatchObject({
      status: 200,
      body: { state: 'applied', endedBy: 'jury' },
    });
    expect(await desk.verdicts(ids)).toEqual(['AC', 'AC', 'WA', 'WA']);
    await expect
      .poll(() => desk.ranks('whole'))
      .toEqual([
        ['alpha', 1, 1],
        ['beta', 2, 0],
      ]);
    // What it did can still be read; twice is the same as once; it cannot be taken back.
    expect(await desk.preview(made.body.id)).toEqual({ ...before, state: 'applied' });
    expect((await desk.end(made.body.id, 'apply')).status).toBe(200);
    expect(await desk.end(made.body.id, 'cancel')).toMatchObject({
      status: 409,
      body: { code: 'REJUDGING_STATE' },
    });
    const { rows } = await api.sql.query<{ action: string; actor: string }>(
      'SELECT action, actor FROM audit_log WHERE target = $1 ORDER BY id',
      [made.body.id],
    );
    expect(rows).toEqual([
      { action: 'rejudging.create', actor: 'jury' },
      { action: 'rejudging.apply', actor: 'jury' },
    ]);
  });

  it('reaches the streams of teams when it is applied, and not by a word before', async () => {
    const [id = ''] = await desk.contestWith('stream', 'alpha WA');
    const team = await EventReader.open(api, 'stream', 'alpha');
    const visitor = await EventReader.open(api, 'stream', null);
    const { rows } = await api.sql.query<{ seq: number }>(
      `SELECT last_seq AS seq FROM contest WHERE id = 'stream'`,
    );
    const isNew = (message: LiveMessage): boolean =>
      message.type === 'progress' || ('seq' in message && message.seq > (rows[0]?.seq ?? 0));
    const { body } = await desk.create('stream', {});
    await desk.judgeAll(1, { [id]: 'AC' });
    await desk.hasState(body.id, 'judged');
    await desk.end(body.id, 'apply');
    await visitor.next((message) => message.type === 'scoreboard' && isNew(message));
    const told = await team.next((message) => message.type !== 'scoreboard' && isNew(message));
    expect(told).toMatchObject({ type: 'submission', submission: { id, state: 'done', verdict: 'AC' } });
    const about = [...team.messages, ...visitor.messages].filter(
      (message) => message.type !== 'scoreboard' && isNew(message),
    );
    expect(about).toEqual([told]);
    team.close();
    visitor.close();
  });

  it('that is cancelled leaves the queue at once, tells the hosts, and the old verdicts stay', async () => {
    const ids = await desk.contestWith('called-off', 'alpha WA', 'alpha TLE');
    const jury = await EventReader.open(api, 'called-off', 'jury');
    const { body } = await desk.create('called-off', {});
    const running = await host.take();
    const waiting = await host.nextTask();
    expect((await desk.end(body.id, 'cancel')).body.state).toBe('cancelled');
    const { lost } = (await host.heartbeat([{ taskId: running.id, fencingToken: running.fencingToken }]))
      .body;
    expect(lost).toEqual([running.id]);
    expect((await host.finish(running, ['AC'])).status).toBe(409);
    expect((await host.claim(waiting)).status).toBe(409);
    const { rows } = await api.sql.query(
      `SELECT 1 FROM outbox o JOIN judge_task t ON t.id = o.task_id JOIN judging j ON j.id = t.judging_id
       WHERE j.rejudging_id = $1`,
      [body.id],
    );
    expect(rows).toEqual([]);
    expect(await desk.verdicts(ids)).toEqual(['WA', 'TLE']);
    expect((await desk.detail(ids[0] ?? '', 'jury')).judgings.map(({ state }) => state)).toEqual([
      'cancelled',
      'done',
    ]);
    expect((await desk.end(body.id, 'cancel')).status).toBe(200);
    expect(await desk.end(body.id, 'apply')).toMatchObject({ status: 409 });
    // Others of the jury have been told of every step.
    await jury.next((message) => message.type === 'rejudging' && message.state === 'cancelled');
    const steps = jury.messages.flatMap((message) => (message.type === 'rejudging' ? message.state : []));
    expect(steps).toEqual(['created', 'judging', 'cancelled']);
    jury.close();
    // They are free for another one.
    const again = await desk.create('called-off', { autoApply: true });
    expect(again.body.submissions).toBe(2);
    await desk.judgeAll(2, {});
    await desk.hasState(again.body.id, 'applied');
    expect(await desk.verdicts(ids)).toEqual(['AC', 'AC']);
    expect(await desk.read(again.body.id)).toMatchObject({ endedBy: null });
  });

  it('has a submission for itself: others leave it out and say so', async () => {
    const ids = await desk.contestWith('busy', 'alpha WA', 'alpha TLE', 'beta WA');
    const first = await desk.create('busy', { filter: { verdicts: ['TLE'] } });
    const select = () =>
      api.request<RejudgingSelection>('POST', '/api/contests/busy/rejudgings/selection', {
        as: 'jury',
        body: { filter: {} },
      });
    expect((await select()).body).toMatchObject({
      submissions: [ids[0], ids[2]],
      busy: [{ submissionId: ids[1], rejudgingId: first.body.id }],
    });
    expect(await desk.create('busy', { filter: { verdicts: ['TLE'] } })).toMatchObject({
      status: 422,
      body: { code: 'REJUDGING_EMPTY' },
    });
    const single = await api.request('POST', `/api/submissions/${ids[1]}/rejudge`, { as: 'jury' });
    expect([single.status, single.body.code]).toEqual([409, 'SUBMISSION_BEING_REJUDGED']);
    // Two that are made at the same moment share them, and none is in both.
    const both = await Promise.all([desk.create('busy', {}), desk.create('busy', {})]);
    const got = both.filter(({ status }) => status === 201);
    expect(got.reduce((sum, { body }) => sum + body.submissions, 0)).toBe(2);
    for (const { body } of got) expect(body.busy).toBe(3 - body.submissions);
    for (const { body } of [first, ...got]) await desk.end(body.id, 'cancel');
  });

  it('judges several times when asked to: the verdict of most counts, and who wavers is named', async () => {
    const [steady = '', wavers = ''] = await desk.contestWith('repeats', 'alpha WA', 'beta TLE');
    const { body } = await desk.create('repeats', { repeats: 3 });
    await desk.judgeAll(6, { [steady]: 'WA', [wavers]: ['TLE', 'AC', 'AC'] });
    await desk.hasState(body.id, 'judged');
    const result = await desk.preview(body.id);
    expect(result.counts).toMatchObject({ submissions: 2, changed: 1, unchanged: 1, flaky: 1 });
    const flaky = await desk.rejudged(body.id, 'kind=flaky');
    expect(flaky).toMatchObject([{ submissionId: wavers, before: 'TLE', after: 'AC' }]);
    expect(flaky[0]?.repeats.toSorted()).toEqual(['AC', 'AC', 'TLE']);
    await desk.end(body.id, 'apply');
    expect(await desk.verdicts([steady, wavers])).toEqual(['WA', 'AC']);
    expect((await desk.detail(wavers, 'jury')).judgings.filter(({ valid }) => valid)).toHaveLength(1);
  });

  it('never puts an error of our own in the place of a verdict', async () => {
    const [id = '', other = ''] = await desk.contestWith('errors', 'alpha WA', 'beta WA');
    const { body } = await desk.create('errors', {});
    // What cannot be judged is tried three times.
    await desk.judgeAll(4, { [id]: 'JE', [other]: 'AC' });
    await desk.hasState(body.id, 'judged');
    const result = await desk.preview(body.id);
    expect(result.counts).toMatchObject({ failed: 1, changed: 1 });
    expect((await desk.rejudged(body.id, 'kind=failed')).map(({ submissionId }) => submissionId)).toEqual([
      id,
    ]);
    await desk.end(body.id, 'apply');
    expect(await desk.verdicts([id, other])).toEqual(['WA', 'AC']);
  });

  it('runs under the limits it brings, and lines up behind the teams without costing them anything', async () => {
    const [id = ''] = await desk.contestWith('limits', 'alpha TLE');
    const limits = { timeLimitMs: 3000, wall: { fixedUs: 11_000_000 } };
    const { body } = await desk.create('limits', { limits, lazy: false });
    const task = await host.take();
    expect(task).toMatchObject({ submissionId: id, lazy: false });
    expect(body.lazy).toBe(false);
    expect([task.limits.cpuUs, task.limits.wallUs]).toEqual([3_000_000, 11_000_000]);
    await api.submit('limits', 'alpha');
    const live = await host.take();
    expect([live.limits.cpuUs, live.limits.wallUs]).toEqual([1_000_000, 4_000_000]);
    const { rows } = await api.sql.query<{ behind: number }>(
      `SELECT ((SELECT deadline_ms FROM judge_task WHERE id = $1) - (SELECT deadline_ms FROM judge_task WHERE id = $2))::float8 AS behind`,
      [task.id, live.id],
    );
    expect(rows[0]?.behind).toBeGreaterThan(300_000);
    await desk.judged(live, 'AC');
    await desk.judged(task, 'AC');
    await desk.hasState(body.id, 'judged');
    await desk.end(body.id, 'cancel');
    expect(await desk.verdicts([id])).toEqual(['TLE']);
  });
});

describe('an interrupted rejudging', () => {
  it('is planned to its end by whoever looks next', async () => {
    const [id = ''] = await desk.contestWith('crash', 'alpha WA', 'beta WA');
    const { body } = await desk.create('crash', { autoApply: true });
    await desk.judgeAll(1, {});
    // As if the process had died after the first batch: one submission has no judging yet.
    const { rows } = await api.sql.query<{ submission_id: string }>(
      `WITH lost AS (DELETE FROM judging WHERE rejudging_id = $1 AND state = 'queued' RETURNING submission_id),
         member AS (UPDATE rejudged_submission SET planned = false WHERE rejudging_id = $1
           AND submission_id IN (SELECT submission_id FROM lost)),
         back AS (UPDATE rejudging SET state = 'created' WHERE id = $1)
       SELECT submission_id FROM lost`,
      [body.id],
    );
    expect(rows).toHaveLength(1);
    await desk.judgeAll(1, {});
    await desk.hasState(body.id, 'applied');
    expect(await desk.verdicts([id])).toEqual(['AC']);
    const judgings = await api.sql.query(`SELECT 1 FROM judging WHERE rejudging_id = $1`, [body.id]);
    expect(judgings.rowCount).toBe(2);
  });

  it('is settled and applied though nobody told that its last judging ended', async () => {
    const [id = ''] = await desk.contestWith('lost-message', 'alpha WA');
    const { body } = await desk.create('lost-message', {});
    await desk.judgeAll(1, {});
    await desk.hasState(body.id, 'judged');
    await api.sql.query(`UPDATE rejudging SET state = 'judging', judged_at = NULL WHERE id = $1`, [body.id]);
    await desk.hasState(body.id, 'judged');
    await api.sql.query('UPDATE rejudging SET auto_apply = true WHERE id = $1', [body.id]);
    await desk.hasState(body.id, 'applied');
    expect(await desk.verdicts([id])).toEqual(['AC']);
  });
});

describe('the filter of a rejudging', () => {
  it('takes what meets every condition', async () => {
    const ids = await desk.contestWith('filters', 'alpha WA', 'beta WA', 'beta AC', 'alpha TLE');
    const pending = (await api.submit('filters')).body.id;
    const open = await host.take();
    const select = async (filter: object, limits: object | null = null): Promise<number[]> => {
      const { body } = await api.request<RejudgingSelection>(
        'POST',
        '/api/contests/filters/rejudgings/selection',
        { as: 'jury', body: { filter, limits } },
      );
      return body.submissions.map((id) => ids.indexOf(id));
    };
    expect(await select({})).toEqual([0, 1, 2, 3]);
    expect(await select({ teams: ['beta'] })).toEqual([1, 2]);
    expect(await select({ teams: ['beta'], verdicts: ['WA'] })).toEqual([1]);
    expect(await select({ problems: ['A'], languages: ['c'], hosts: ['host1'] })).toEqual([0, 1, 2, 3]);
    expect(await select({ hosts: ['host2'] })).toEqual([]);
    expect(await select({ languages: ['cpp'] })).toEqual([]);
    const { submittedAt } = await desk.detail(ids[2] ?? '', 'jury');
    expect(await select({ submittedFrom: submittedAt })).toEqual([2, 3]);
    expect(await select({ submittedUntil: submittedAt })).toEqual([0, 1]);
    expect(await select({ judgedFrom: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await select({ jury: 'yes' })).toEqual([]);
    expect(await select({ submissions: [ids[3], ids[0]] })).toEqual([0, 3]);
    // One that is not judged yet is taken only when it is named.
    expect(await select({ submissions: [pending] })).toEqual([-1]);
    // Every run took 2000 µs: a lower limit would cut them all, the one in force none.
    expect(await select({ wallLimitChanges: true })).toEqual([]);
    await api.sql.query(
      `UPDATE run SET wall_us = 3000000 WHERE judging_id = (SELECT id FROM judging WHERE submission_id = $1)`,
      [ids[2]],
    );
    await api.sql.query('UPDATE judging SET max_wall_us = 3000000 WHERE submission_id = $1', [ids[2]]);
    expect(await select({ wallLimitChanges: true }, { wall: { fixedUs: 2_000_000 } })).toEqual([2]);
    await desk.judged(open, 'AC');
  });

  it('is counted as the list of submissions has it in its address', async () => {
    const [first = ''] = await desk.contestWith('counted', 'alpha WA', 'beta WA', 'beta AC', 'alpha TLE');
    const count = async (query: string): Promise<object> =>
      (await api.get<RejudgingSelection>(`/api/contests/counted/rejudgings/selection?${query}`, 'jury')).body;
    expect(await count('verdict=WA,TLE')).toMatchObject({
      count: 3,
      submissions: [],
      busyCount: 0,
      verdicts: [
        { name: 'WA', count: 2 },
        { name: 'TLE', count: 1 },
      ],
      problems: [{ name: 'A', count: 3 }],
      languages: [{ name: 'c', count: 3 }],
      teams: 2,
    });
    expect(await count('limits=changed')).toMatchObject({ count: 0, teams: 0, judgedMs: 0 });
    await desk.create('counted', { filter: { submissions: [first] } });
    expect(await count('verdict=WA')).toMatchObject({ count: 1, busyCount: 1, busy: [] });
    const refused = await api.get<{ code: string }>(
      '/api/contests/counted/rejudgings/selection?problem=Z',
      'jury',
    );
    expect([refused.status, refused.body.code]).toEqual([400, 'REQUEST_INVALID']);
  });

  it('that names what is not there is refused, field by field', async () => {
    await api.makeContest('wrong');
    const wrong = async (body: object) => {
      const answer = await desk.create('wrong', body);
      return [answer.status, answer.body.errors?.[0]?.path];
    };
    expect(await wrong({ filter: { problems: ['Z'] } })).toEqual([400, 'filter.problems[0]']);
    expect(await wrong({ filter: { languages: ['c', 'klingon'] } })).toEqual([400, 'filter.languages[1]']);
    expect(await wrong({ filter: { teams: ['nobody'] } })).toEqual([400, 'filter.teams[0]']);
    expect(await wrong({ filter: { submissions: ['01890000-0000-7000-8000-000000000000'] } })).toEqual([
      400,
      'filter.submissions[0]',
    ]);
    expect(await wrong({ repeats: 0 })).toEqual([400, 'repeats']);
    expect(await wrong({ reason: '  ' })).toEqual([400, 'reason']);
    expect((await desk.create('wrong', {})).body.code).toBe('REJUDGING_EMPTY');
    const unknown = '/api/rejudgings/01890000-0000-7000-8000-000000000000';
    expect((await api.get(unknown, 'jury')).status).toBe(404);
    expect((await desk.end('01890000-0000-7000-8000-000000000000', 'apply')).body.code).toBe(
      'REJUDGING_UNKNOWN',
    );
  });

  it('is the jury’s alone', async () => {
    expect((await desk.create('wrong', {}, 'alpha')).status).toBe(403);
    expect((await api.get('/api/contests/wrong/rejudgings', 'alpha')).status).toBe(403);
    expect(
      (await api.get<{ rejudgings: Rejudging[] }>('/api/contests/whole/rejudgings', 'jury')).body,
    ).toMatchObject({
      rejudgings: [{ contestId: 'whole', state: 'applied', reason: 'a test' }],
      next: null,
    });
  });

  it('are listed by the page, newest first', async () => {
    const page = async (query: string): Promise<RejudgingList> =>
      (await api.get<RejudgingList>(`/api/contests/paged/rejudgings?${query}`, 'jury')).body;
    await api.makeContest('paged');
    await api.sql.query(
      `INSERT INTO rejudging (id, contest_id, reason, state, filter)
       SELECT ('01900000-0000-7000-8000-00000000000' || n)::uuid, 'paged', n::text, CASE n WHEN 1 THEN 'judged' ELSE 'cancelled' END, '{}' FROM generate_series(1, 3) n`,
    );
    const first = await page('limit=2');
    expect(first.rejudgings.map(({ reason }) => reason)).toEqual(['3', '2']);
    // Also of those on other pages.
    expect(first).toMatchObject({ open: 0, waiting: 1 });
    const second = await page(`limit=2&before=${String(first.next)}`);
    expect(second.rejudgings.map(({ reason }) => reason)).toEqual(['1']);
    expect(second.next).toBeNull();
    expect((await page('limit=3')).next).toBeNull();
  });
});
