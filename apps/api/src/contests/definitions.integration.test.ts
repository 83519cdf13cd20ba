import type { Contest, ReadContestDefinition, Scoreboard } from '@sandglass/contracts';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import type { Services } from '../testing/services.ts';
import type { TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let services: Services;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
});

describe('defining a contest', () => {
  it('names every wrong field', async () => {
    const answer = await api.request('POST', '/api/admin/contests', {
      as: 'admin',
      body: {
        id: 'wrong',
        name: 'Wrong',
        startsAt: '2026-01-01T10:00:00Z',
        endsAt: '2026-01-01T09:00:00Z',
        freezesAt: '2026-01-02T00:00:00Z',
        problems: [
          { label: 'A', problem: 'sum', colour: '#ff0000' },
          { label: 'A', problem: 'no-such-problem', colour: '#ff0000' },
        ],
        teams: [
          { id: 'x', name: 'X' },
          { id: 'x', name: 'X' },
        ],
      },
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'CONTEST_INVALID']);
    expect(answer.body.errors?.map(({ path }) => path)).toEqual([
      'endsAt',
      'freezesAt',
      'problems[1].label',
      'teams[1].id',
      'problems[1].problem',
    ]);
  });

  it('names fields of the wrong form', async () => {
    const answer = await api.request('POST', '/api/admin/contests', {
      as: 'admin',
      body: { id: 'a b', name: 'x', startsAt: 'yesterday', endsAt: 3 },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(answer.body.errors?.map(({ path }) => path)).toEqual(['id', 'startsAt', 'endsAt']);
  });

  const define = (body: object, query = '') =>
    api.request('POST', `/api/admin/contests${query}`, { as: 'admin', body });
  const read = async (id: string) =>
    (await api.get<ReadContestDefinition>(`/api/admin/contests/${id}`, 'admin')).body;

  it('reads back what would define it as it is, and changes nothing with that', async () => {
    await api.makeContest('back', { shortName: 'Back', freezesAt: null, penaltyMinutes: 10 });
    const definition = await read('back');
    expect(definition).toMatchObject({
      id: 'back',
      shortName: 'Back',
      penaltyMinutes: 10,
      problems: [{ label: 'A', problem: 'sum', colour: '#ff0000' }],
      teams: [{ id: 'alpha', name: 'Team Alpha', affiliation: null }, { id: 'beta' }],
    });
    expect((await define(definition)).status).toBe(200);
    expect(await read('back')).toEqual(definition);
    expect((await api.get('/api/admin/contests/nowhere', 'admin')).status).toBe(404);
  });

  it('leaves everything as it is that is omitted', async () => {
    await api.makeContest('kept');
    const { problems, teams, ...rest } = await read('kept');
    expect((await define({ ...rest, penaltyMinutes: 5 })).status).toBe(200);
    expect(await read('kept')).toEqual({ ...rest, penaltyMinutes: 5, problems, teams });
    // Nor is the freeze lifted, the penalty set or the image taken away by a request that moves the end.
    const freezesAt = new Date(Date.parse(rest.endsAt) - 60_000).toISOString();
    await define({ ...rest, freezesAt, penaltyMinutes: 5 });
    const { id, name, shortName, startsAt } = rest;
    const endsAt = new Date(Date.parse(rest.endsAt) + 60_000).toISOString();
    expect((await define({ id, name, shortName, startsAt, endsAt })).status).toBe(200);
    expect(await read('kept')).toEqual({ ...rest, endsAt, freezesAt, penaltyMinutes: 5, problems, teams });
    const early = await define({
      id,
      name,
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + 1).toISOString(),
    });
    expect([early.status, early.body.errors?.map(({ path }) => path)]).toEqual([422, ['freezesAt']]);
    const { id: _id, ...nothing } = rest;
    await define({ ...nothing, id: 'bare' });
    expect(await read('bare')).toMatchObject({ problems: [], teams: [] });
  });

  it('asks before it leaves out a team or a problem with submissions, and says how many', async () => {
    await api.makeContest('asks');
    const { body: submission } = await api.submit('asks', 'alpha');
    const definition = await read('asks');
    const without = { ...definition, name: 'Changed', problems: [], teams: [] };
    const answer = await define(without);
    expect([answer.status, answer.body.code]).toEqual([409, 'CONTEST_REMOVES_SUBMISSIONS']);
    expect(answer.body.detail).toContain('1 team with 1 submission and 1 problem with 1 submission');
    expect(answer.body.errors).toEqual([
      { path: 'teams', message: 'without "alpha" (Team Alpha): 1 submission' },
      { path: 'problems', message: 'without A "sum": 1 submission' },
    ]);
    expect(await read('asks')).toEqual(definition);
    // A team that has submitted nothing is nobody's loss.
    expect((await define({ ...definition, teams: [{ id: 'alpha', name: 'Team Alpha' }] })).status).toBe(200);
    expect((await define(without, '?confirm=removal')).status).toBe(200);
    expect(await read('asks')).toMatchObject({ name: 'Changed', problems: [], teams: [] });
    // What was left out comes back with its team and problem.
    expect((await define(definition)).status).toBe(200);
    const board = await api.get<Scoreboard>('/api/contests/asks/scoreboard', 'jury');
    expect(board.body.rows.find(({ team }) => team.id === 'alpha')?.cells[0]?.pending).toBe(1);
    expect((await api.get(`/api/submissions/${submission.id}`, 'alpha')).status).toBe(200);
  });

  it('asks again for submissions that came after the question, and writes down what was left out', async () => {
    await api.makeContest('counts');
    await api.submit('counts', 'alpha');
    const definition = await read('counts');
    const without = { ...definition, teams: [] };
    const { body: question } = await define(without);
    expect(question.confirm).toBe('removal:1');
    await api.submit('counts', 'beta');
    const again = await define(without, `?confirm=${question.confirm}`);
    expect([again.status, again.body.confirm]).toEqual([409, 'removal:2']);
    expect(again.body.detail).toContain('2 teams with 2 submissions');
    expect(await read('counts')).toEqual(definition);
    expect((await define(without, `?confirm=${again.body.confirm}`)).status).toBe(200);
    const { rows } = await api.sql.query<{ details: unknown }>(
      `SELECT details FROM audit_log WHERE action = 'contest.define' AND target = 'counts' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]?.details).toEqual({
      created: false,
      removedTeams: {
        count: 2,
        submissions: 2,
        first: [
          { id: 'alpha', submissions: 1 },
          { id: 'beta', submissions: 1 },
        ],
      },
    });
    expect((await define(without, '?confirm=removal:many')).status).toBe(400);
  });

  it('of before a change by hand asks before it takes that back, and writes down both', async () => {
    await api.makeContest('stale');
    const definition = await read('stale');
    const extend = { action: 'extend', minutes: 30 };
    await api.request('POST', '/api/contests/stale/actions', { as: 'admin', body: extend });
    const extended = await read('stale');
    const refused = await define(definition);
    expect([refused.status, refused.body.code]).toEqual([409, 'CONTEST_CHANGE_DANGEROUS']);
    expect(refused.body.errors?.map(({ message }) => message)).toEqual([
      'The contest ends earlier than teams expect.',
    ]);
    expect(await read('stale')).toEqual(extended);
    expect((await define(definition, '?confirm=dangers:0000000000000000')).status).toBe(409);
    expect((await define(definition, `?confirm=${refused.body.confirm}`)).status).toBe(200);
    const { rows } = await api.sql.query<{ details: unknown }>(
      `SELECT details FROM audit_log WHERE action = 'contest.define' AND target = 'stale' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]?.details).toMatchObject({
      before: { endsAt: extended.endsAt },
      after: { endsAt: definition.endsAt },
    });
  });

  it('with another start lets a stopped countdown run, with the same one it stays', async () => {
    const nowMs = Date.now();
    const inMinutes = (minutes: number): string => new Date(nowMs + minutes * 60_000).toISOString();
    await api.makeContest('stopped', { startsAt: inMinutes(60), endsAt: inMinutes(120) });
    const definition = await read('stopped');
    const stop = { action: 'stop-countdown' };
    await api.request('POST', '/api/contests/stopped/actions', { as: 'admin', body: stop });
    const isStopped = async () =>
      (await api.get<Contest>('/api/contests/stopped', 'alpha')).body.countdownStoppedAt !== null;
    expect((await define(definition)).status).toBe(200);
    expect(await isStopped()).toBe(true);
    const later = new Date(Date.parse(definition.startsAt) + 1000).toISOString();
    expect((await define({ ...definition, startsAt: later })).status).toBe(200);
    expect(await isStopped()).toBe(false);
  });

  it('is refused with the version of another state, and names what has changed since', async () => {
    await api.makeContest('versions');
    const path = '/api/admin/contests/versions';
    const { body: definition, headers } = await api.get<ReadContestDefinition>(path, 'admin');
    const version = String(headers.get('etag'));
    const save = (change: object, ifMatch: string) =>
      api.request('POST', '/api/admin/contests?confirm=dangers', {
        as: 'admin',
        body: { ...definition, ...change },
        headers: { 'if-match': ifMatch },
      });
    expect((await save({ penaltyMinutes: 5, image: null }, version)).status).toBe(200);
    const late = await save({ name: 'Mine' }, version);
    expect([late.status, late.body.code]).toEqual([412, 'CONTEST_CHANGED']);
    expect(late.body.detail).toContain('Changed: penaltyMinutes.');
    expect(late.body.errors?.map(({ path: field }) => field)).toEqual(['penaltyMinutes']);
    expect(await read('versions')).toEqual({ ...definition, penaltyMinutes: 5 });
    const current = String((await api.get(path, 'admin')).headers.get('etag'));
    expect((await save({ name: 'Mine', teams: [] }, `W/${current}`)).status).toBe(200);
    // A team's name is that of all its contests.
    const teams = [{ id: 'alpha', name: 'Team Alpha' }];
    await api.makeContest('versions', { teams });
    await api.makeContest('other', { teams: [{ id: 'alpha', name: 'Renamed' }] });
    const renamed = String((await api.get(path, 'admin')).headers.get('etag'));
    expect((await save({ teams }, renamed)).status).toBe(200);
    // Of two who save at the same time one is refused.
    const now = String((await api.get(path, 'admin')).headers.get('etag'));
    const both = await Promise.all([save({ name: 'One' }, now), save({ name: 'Other' }, now)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const nowhere = await save({ id: 'nowhere' }, '*');
    expect([nowhere.status, nowhere.body.detail]).toEqual([412, expect.stringContaining('does not exist')]);
  });

  it('locks the contests that show its teams in their order, and an imported problem before them', async () => {
    await api.makeContest('order-a');
    await api.makeContest('order-b');
    const definition = await read('order-b');
    const other = new Client({ connectionString: services.databaseUrl });
    await other.connect();
    const { rows: own } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const isWaited = async (): Promise<boolean> =>
      (
        await api.sql.query('SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [
          own[0]?.pid,
        ])
      ).rowCount !== 0;
    try {
      // As another unit that appends to both, or an import that has an event for both.
      for (const [turn, held] of [
        `SELECT 1 FROM contest WHERE id = 'order-a' FOR NO KEY UPDATE`,
        `SELECT 1 FROM problem WHERE id = 'sum' FOR UPDATE`,
      ].entries()) {
        await other.query('BEGIN');
        await other.query(held);
        const teams = [{ id: 'alpha', name: `Alpha ${turn}` }];
        const saved = api.request('POST', '/api/admin/contests?confirm=removal', {
          as: 'admin',
          body: { ...definition, teams },
        });
        await expect.poll(isWaited).toBe(true);
        await other.query(`SELECT 1 FROM contest WHERE id = 'order-b' FOR NO KEY UPDATE NOWAIT`);
        await other.query('COMMIT');
        expect((await saved).status).toBe(200);
      }
    } finally {
      await other.end();
    }
  });

  it('replaces an earlier definition and keeps its submissions', async () => {
    const { body } = await api.submit('main');
    await api.makeContest('main', { name: 'Renamed' });
    expect((await api.get<Contest>('/api/contests/main')).body.name).toBe('Renamed');
    expect((await api.get(`/api/submissions/${body.id}`, 'alpha')).status).toBe(200);
  });
});
