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
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let driver: RejudgingDriver;

withTestEnvironment(async (environment) => {
  ({ api, host, driver } = await RejudgingDriver.at(environment));
});

describe('a rejudging', () => {
  it('changes nothing for anybody until it is applied, then everything at once', async () => {
    const ids = await driver.contestWith('whole', 'alpha WA', 'alpha WTL', 'beta AC', 'beta WA');
    const [first = '', second = '', third = ''] = ids;
    expect(await driver.ranks('whole')).toEqual([
      ['beta', 1, 1],
      ['alpha', 2, 0],
    ]);
    const made = await driver.create('whole', {
      filter: { verdicts: ['WA', 'WTL', 'AC'], teams: ['alpha', 'beta'] },
    });
    expect([made.status, made.body.submissions, made.body.busy]).toEqual([201, 4, 0]);
    await driver.judgeAll(3, { [first]: 'AC', [second]: 'AC', [third]: 'WA' });
    expect(await driver.read(made.body.id)).toMatchObject({
      state: 'judging',
      judgings: { total: 4, done: 3 },
    });
    expect((await driver.end(made.body.id, 'apply')).body.code).toBe('REJUDGING_STATE');
    await driver.judgeAll(1, { [ids[3] ?? '']: 'WA' });
    await driver.hasState(made.body.id, 'judged');

    // All are judged, and only the jury knows.
    expect(await driver.verdicts(ids)).toEqual(['WA', 'WTL', 'AC', 'WA']);
    for (const [id, team] of [
      [first, 'alpha'],
      [third, 'beta'],
    ] as const) {
      const seen = await driver.detail(id, team);
      expect(seen.judgings).toHaveLength(1);
      expect(seen.judgings[0]).toMatchObject({ valid: true, rejudgingId: null, state: 'done' });
      expect((await driver.detail(id, 'jury')).judgings[0]).toMatchObject({
        valid: false,
        rejudgingId: made.body.id,
        state: 'done',
      });
    }
    expect(
      (await api.get<SubmissionList>('/api/contests/whole/submissions', 'alpha')).body.submissions,
    ).toMatchObject([
      { verdict: 'WTL', state: 'done', testsDone: null, changed: null },
      { verdict: 'WA', state: 'done', testsDone: null, changed: null },
    ]);
    expect(await driver.ranks('whole')).toEqual([
      ['beta', 1, 1],
      ['alpha', 2, 0],
    ]);

    const before = await driver.preview(made.body.id);
    expect(before.counts).toEqual({ submissions: 4, open: 0, unchanged: 1, changed: 3, failed: 0, flaky: 0 });
    expect(before.matrix).toHaveLength(4);
    expect(before.matrix).toContainEqual({ before: 'WTL', after: 'AC', count: 1 });
    const changes = await driver.rejudged(made.body.id, 'kind=changed');
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

    expect(await driver.end(made.body.id, 'apply')).toMatchObject({
      status: 200,
      body: { state: 'applied', endedBy: 'jury' },
    });
    expect(await driver.verdicts(ids)).toEqual(['AC', 'AC', 'WA', 'WA']);
    // A team whose verdict was changed sees that it was, when, and from which one; the others see nothing of it.
    const { endedAt } = await driver.read(made.body.id);
    expect(await driver.detail(first, 'alpha')).toMatchObject({ changed: { at: endedAt, from: 'WA' } });
    expect(
      (await api.get<SubmissionList>('/api/contests/whole/submissions', 'beta')).body.submissions.map(
        ({ verdict, changed }) => [verdict, changed],
      ),
    ).toEqual([
      ['WA', null],
      ['WA', { at: endedAt, from: 'AC' }],
    ]);
    await expect
      .poll(() => driver.ranks('whole'))
      .toEqual([
        ['alpha', 1, 1],
        ['beta', 2, 0],
      ]);
    // What it did can still be read; twice is the same as once; it cannot be taken back.
    expect(await driver.preview(made.body.id)).toEqual({ ...before, state: 'applied' });
    expect((await driver.end(made.body.id, 'apply')).status).toBe(200);
    expect(await driver.end(made.body.id, 'cancel')).toMatchObject({
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

  it('is shown with every verdict it has so far, and that others give in between', async () => {
    const ids = await driver.contestWith('in-between', 'alpha WA', 'beta WA');
    const { id } = (await driver.create('in-between', {})).body;
    await driver.hasState(id, 'judging');
    const shown = async () => {
      const { judged, state, counts, ranks } = await driver.preview(id);
      return [judged, state, counts.open, counts.changed, ranks.length];
    };
    // Asked twice each: nothing has changed in between.
    expect([await shown(), await shown()]).toEqual([
      [0, 'judging', 2, 0, 0],
      [0, 'judging', 2, 0, 0],
    ]);
    await driver.judgeAll(1, { [ids[0] ?? '']: 'AC', [ids[1] ?? '']: 'AC' });
    await expect.poll(shown).toEqual([1, 'judging', 1, 1, 2]);
    await driver.judgeAll(1, { [ids[0] ?? '']: 'AC', [ids[1] ?? '']: 'AC' });
    await driver.hasState(id, 'judged');
    await expect.poll(shown).toEqual([2, 'judged', 0, 2, 2]);
    // A team solves on by itself: what the rejudging would do to the ranks is another now.
    const before = (await driver.preview(id)).ranks;
    await api.submit('in-between', 'beta');
    await driver.judged(await host.take(), 'AC');
    await expect.poll(async () => (await driver.preview(id)).ranks).not.toEqual(before);
    await driver.end(id, 'cancel');
    expect(await shown()).toEqual([2, 'cancelled', 0, 2, 0]);
  });

  it('reaches the streams of teams when it is applied, and not by a word before', async () => {
    const [id = ''] = await driver.contestWith('stream', 'alpha WA');
    const team = await EventReader.open(api, 'stream', 'alpha');
    const visitor = await EventReader.open(api, 'stream', null);
    // The verdict of before may still be on its way.
    const isNew = (message: LiveMessage): boolean =>
      message.type === 'progress' ||
      (message.type === 'submission' && !JSON.stringify(message).includes('"verdict":"WA"'));
    const { body } = await driver.create('stream', {});
    await driver.judgeAll(1, { [id]: 'AC' });
    await driver.hasState(body.id, 'judged');
    const boards = visitor.messages.filter(({ type }) => type === 'scoreboard');
    await driver.end(body.id, 'apply');
    await visitor.next((message) => message.type === 'scoreboard' && !boards.includes(message));
    const update = await team.next(isNew);
    expect(update).toMatchObject({
      type: 'submission',
      submission: { id, state: 'done', verdict: 'AC', changed: { from: 'WA' } },
    });
    expect([...team.messages, ...visitor.messages].filter(isNew)).toEqual([update]);
    team.close();
    visitor.close();
  });

  it('that is cancelled leaves the queue at once, the hosts are notified, and the old verdicts stay', async () => {
    const ids = await driver.contestWith('called-off', 'alpha WA', 'alpha TLE');
    const jury = await EventReader.open(api, 'called-off', 'jury');
    const { body } = await driver.create('called-off', {});
    const running = await host.take();
    const waiting = await host.nextTask();
    expect((await driver.end(body.id, 'cancel')).body.state).toBe('cancelled');
    const { lost } = (await host.heartbeat([{ taskId: running.id, fencingToken: running.fencingToken }]))
      .body;
    expect(lost).toEqual([running.id]);
    expect((await host.finish(running, ['AC'])).status).toBe(409);
    expect((await host.claim(waiting)).status).toBe(409);
    const { rows } = await api.sql.query(
      `SELECT 1 FROM judge_task t JOIN judging j ON j.id = t.judging_id
       WHERE j.rejudging_id = $1 AND t.state IN ('waiting', 'due', 'claimed')`,
      [body.id],
    );
    expect(rows).toEqual([]);
    expect(await driver.verdicts(ids)).toEqual(['WA', 'TLE']);
    expect((await driver.detail(ids[0] ?? '', 'jury')).judgings.map(({ state }) => state)).toEqual([
      'cancelled',
      'done',
    ]);
    expect((await driver.end(body.id, 'cancel')).status).toBe(200);
    expect(await driver.end(body.id, 'apply')).toMatchObject({ status: 409 });
    // Others of the jury have been notified of every step.
    await jury.next((message) => message.type === 'rejudging' && message.state === 'cancelled');
    const steps = jury.messages.flatMap((message) => (message.type === 'rejudging' ? message.state : []));
    expect(steps).toEqual(['created', 'judging', 'cancelled']);
    jury.close();
    // They are free for another one.
    const again = await driver.create('called-off', { autoApply: true });
    expect(again.body.submissions).toBe(2);
    await driver.judgeAll(2, {});
    await driver.hasState(again.body.id, 'applied');
    expect(await driver.verdicts(ids)).toEqual(['AC', 'AC']);
    expect(await driver.read(again.body.id)).toMatchObject({ endedBy: null });
  });

  it('has a submission for itself: others leave it out and say so', async () => {
    const ids = await driver.contestWith('busy', 'alpha WA', 'alpha TLE', 'beta WA');
    const first = await driver.create('busy', { filter: { verdicts: ['TLE'] } });
    const select = () =>
      api.request<RejudgingSelection>('POST', '/api/contests/busy/rejudgings/selection', {
        as: 'jury',
        body: { filter: {} },
      });
    expect((await select()).body).toMatchObject({
      submissions: [ids[0], ids[2]],
      busy: [{ submissionId: ids[1], rejudgingId: first.body.id }],
    });
    expect(await driver.create('busy', { filter: { verdicts: ['TLE'] } })).toMatchObject({
      status: 422,
      body: { code: 'REJUDGING_EMPTY' },
    });
    const single = await api.request('POST', `/api/submissions/${ids[1]}/rejudge`, { as: 'jury' });
    expect([single.status, single.body.code]).toEqual([409, 'SUBMISSION_BEING_REJUDGED']);
    // Two that are made at the same moment share them, and none is in both.
    const both = await Promise.all([driver.create('busy', {}), driver.create('busy', {})]);
    const got = both.filter(({ status }) => status === 201);
    expect(got.reduce((sum, { body }) => sum + body.submissions, 0)).toBe(2);
    for (const { body } of got) expect(body.busy).toBe(3 - body.submissions);
    for (const { body } of [first, ...got]) await driver.end(body.id, 'cancel');
  });

  it('judges several times when asked to: the verdict of most counts, and who wavers is named', async () => {
    const [steady = '', wavers = ''] = await driver.contestWith('repeats', 'alpha WA', 'beta TLE');
    const { body } = await driver.create('repeats', { repeats: 3 });
    await driver.judgeAll(6, { [steady]: 'WA', [wavers]: ['TLE', 'AC', 'AC'] });
    await driver.hasState(body.id, 'judged');
    const result = await driver.preview(body.id);
    expect(result.counts).toMatchObject({ submissions: 2, changed: 1, unchanged: 1, flaky: 1 });
    const flaky = await driver.rejudged(body.id, 'kind=flaky');
    expect(flaky).toMatchObject([{ submissionId: wavers, before: 'TLE', after: 'AC' }]);
    expect(flaky[0]?.repeats.toSorted()).toEqual(['AC', 'AC', 'TLE']);
    await driver.end(body.id, 'apply');
    expect(await driver.verdicts([steady, wavers])).toEqual(['WA', 'AC']);
    expect((await driver.detail(wavers, 'jury')).judgings.filter(({ valid }) => valid)).toHaveLength(1);
  });

  it('never puts an error of our own in the place of a verdict', async () => {
    const [id = '', other = ''] = await driver.contestWith('errors', 'alpha WA', 'beta WA');
    const { body } = await driver.create('errors', {});
    // What cannot be judged is tried three times.
    await driver.judgeAll(4, { [id]: 'JE', [other]: 'AC' });
    await driver.hasState(body.id, 'judged');
    const result = await driver.preview(body.id);
    expect(result.counts).toMatchObject({ failed: 1, changed: 1 });
    expect((await driver.rejudged(body.id, 'kind=failed')).map(({ submissionId }) => submissionId)).toEqual([
      id,
    ]);
    await driver.end(body.id, 'apply');
    expect(await driver.verdicts([id, other])).toEqual(['WA', 'AC']);
  });

  it('runs under the limits it brings, and lines up behind the teams without costing them anything', async () => {
    const [id = ''] = await driver.contestWith('limits', 'alpha TLE');
    const limits = { timeLimitMs: 3000, wall: { fixedUs: 11_000_000 } };
    const { body } = await driver.create('limits', { limits, lazy: false });
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
    await driver.judged(live, 'AC');
    await driver.judged(task, 'AC');
    await driver.hasState(body.id, 'judged');
    await driver.end(body.id, 'cancel');
    expect(await driver.verdicts([id])).toEqual(['TLE']);
  });
});

describe('an interrupted rejudging', () => {
  it('is planned to its end by the next look', async () => {
    const [id = ''] = await driver.contestWith('crash', 'alpha WA', 'beta WA');
    const { body } = await driver.create('crash', { autoApply: true });
    await driver.judgeAll(1, {});
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
    await driver.judgeAll(1, {});
    await driver.hasState(body.id, 'applied');
    expect(await driver.verdicts([id])).toEqual(['AC']);
    const judgings = await api.sql.query(`SELECT 1 FROM judging WHERE rejudging_id = $1`, [body.id]);
    expect(judgings.rowCount).toBe(2);
  });

  it('is settled and applied though no message said that its last judging ended', async () => {
    const [id = ''] = await driver.contestWith('lost-message', 'alpha WA');
    const { body } = await driver.create('lost-message', {});
    await driver.judgeAll(1, {});
    await driver.hasState(body.id, 'judged');
    await api.sql.query(`UPDATE rejudging SET state = 'judging', judged_at = NULL WHERE id = $1`, [body.id]);
    await driver.hasState(body.id, 'judged');
    await api.sql.query('UPDATE rejudging SET auto_apply = true WHERE id = $1', [body.id]);
    await driver.hasState(body.id, 'applied');
    expect(await driver.verdicts([id])).toEqual(['AC']);
  });
});

describe('the list of rejudgings', () => {
  it('is the jury’s alone', async () => {
    expect((await driver.create('whole', {}, 'alpha')).status).toBe(403);
    expect((await api.get('/api/contests/whole/rejudgings', 'alpha')).status).toBe(403);
    expect(
      (await api.get<{ rejudgings: Rejudging[] }>('/api/contests/whole/rejudgings', 'jury')).body,
    ).toMatchObject({
      rejudgings: [{ contestId: 'whole', state: 'applied', reason: 'a test' }],
      next: null,
    });
  });

  it('comes by the page, newest first', async () => {
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
