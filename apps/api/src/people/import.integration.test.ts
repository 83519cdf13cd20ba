/** People in files: a dry run, all or nothing, and the way back. */
import type {
  ExportPeopleAnswer,
  ImportedFile,
  ImportPeopleAnswer,
  People,
  PeopleFile,
  Scoreboard,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
});

const importing = (files: readonly ImportedFile[], query = '') =>
  api.request<ImportPeopleAnswer>('POST', `/api/people/import${query}`, { as: 'admin', body: { files } });
const people = async () => (await api.get<People>('/api/people', 'admin')).body;
const login = (username: string, password: string) =>
  api.request<{ csrfToken?: string }>('POST', '/api/session', { body: { username, password } });
const file = (name: string, rows: readonly object[]): PeopleFile => ({ name, text: JSON.stringify(rows) });

const files = [
  file('organizations.json', [{ id: 'selk', name: 'Selk', country: 'NOR' }]),
  file('groups.json', [{ id: 'north', name: 'North' }]),
  file('teams.json', [
    { id: 't1', name: 'One', organization_id: 'selk', group_ids: ['north'] },
    { id: 't2', name: 'Two', organization_id: 'selk', group_ids: ['north'] },
    { id: 'alpha', name: 'Team Alpha', organization_id: 'selk' },
  ]),
  file('accounts.json', [
    { id: 't1', username: 't1', password: 'words for one', type: 'team', team_id: 't1' },
    { id: 't2', username: 't2', type: 'team', team_id: 't2' },
  ]),
];

describe('an import of people', () => {
  it('shows in a dry run what it would do, and does nothing', async () => {
    const before = await people();
    const { status, body } = await importing(files, '?dryRun=true&contest=main');
    expect([status, body.imported, body.faults]).toEqual([200, false, []]);
    expect(body.counts).toMatchObject({
      organisations: { created: 1, changed: 0, same: 0 },
      teams: { created: 2, changed: 1, same: 0 },
      accounts: { created: 2 },
    });
    expect(body.joining).toEqual(['t1', 't2']);
    expect(body.changes.find(({ id, kind }) => id === 'alpha' && kind === 'teams')?.fields).toEqual({
      organisationId: [null, 'selk'],
    });
    expect(await people()).toEqual(before);
  });

  it('does exactly that, with an event for the contest and a line in the audit log', async () => {
    const dry = (await importing(files, '?dryRun=true&contest=main')).body;
    const { body } = await importing(files, '?contest=main');
    expect(body).toEqual({ ...dry, imported: true });
    await expect
      .poll(async () =>
        (await api.get<Scoreboard>('/api/contests/main/scoreboard')).body.rows.map(({ team }) => [
          team.id,
          team.affiliation,
        ]),
      )
      .toEqual(
        expect.arrayContaining([
          ['t1', 'Selk'],
          ['t2', 'Selk'],
          ['alpha', 'Selk'],
        ]),
      );
    const { rows } = await api.sql.query(
      `SELECT actor, details FROM audit_log WHERE action = 'people.import'`,
    );
    expect(rows).toMatchObject([{ actor: 'admin', details: { joined: ['t1', 't2'] } }]);
    expect(JSON.stringify(rows)).not.toContain('words for one');
    expect((await login('t1', 'words for one')).status).toBe(200);
    // An account without a password exists, and nobody can log in with it.
    for (const guess of ['t2', '-', 'password']) expect((await login('t2', guess)).status).toBe(401);
  });

  it('of a table shows its columns, and asks for those that nobody knows', async () => {
    const table = { name: 'pasted.txt', text: 'Table One\tSelk\tXL' };
    const first = (await importing([table], '?dryRun=true')).body;
    expect(first.faults).toMatchObject([{ severity: 'error', file: 'pasted.txt' }]);
    expect(first.tables).toMatchObject([{ head: false, rows: [['Table One', 'Selk', 'XL']] }]);
    const said = { ...table, columns: ['name', 'affiliation', 'ignore'] as const, head: false };
    const { body } = await importing([{ ...said, columns: [...said.columns] }], '?dryRun=true');
    expect([body.faults, body.counts.teams]).toEqual([[], { created: 1, changed: 0, same: 0 }]);
    const wrong = await api.request<{ errors: { path: string }[] }>('POST', '/api/people/import', {
      as: 'admin',
      body: { files: [{ ...table, columns: ['shirt'] }] },
    });
    expect([wrong.status, wrong.body.errors[0]?.path]).toEqual([400, 'files[0].columns[0]']);
  });

  it('changes nothing the second time, and ends no session', async () => {
    await login('t1', 'words for one');
    const sessions = async () =>
      (
        await api.sql.query(
          `SELECT 1 FROM session s JOIN account a ON a.id = s.account_id WHERE a.username = 't1'`,
        )
      ).rowCount;
    const before = await sessions();
    const { body } = await importing(files, '?contest=main');
    expect([body.imported, body.changes, body.joining]).toEqual([true, [], []]);
    expect(body.counts.teams).toEqual({ created: 0, changed: 0, same: 3 });
    expect(await sessions()).toBe(before);
    const other = [file('accounts.json', [{ username: 't1', password: 'other words' }])];
    expect((await importing(other)).body.changes).toMatchObject([
      { id: 't1', fields: { password: [null, 'given'] } },
    ]);
    expect(await sessions()).toBe(0);
    expect((await login('t1', 'words for one')).status).toBe(401);
    expect((await login('t1', 'other words')).status).toBe(200);
  });

  it('gives a locked contest no teams', async () => {
    await api.makeContest('closed');
    const act = (action: string) =>
      api.request('POST', '/api/contests/closed/actions', { as: 'admin', body: { action } });
    expect((await act('lock')).status).toBe(200);
    for (const query of ['?contest=closed&dryRun=true', '?contest=closed'])
      expect((await importing(files, query)).body).toMatchObject({ code: 'CONTEST_LOCKED' });
    await act('unlock');
    expect((await importing(files, '?contest=closed')).body.joining).toEqual(['t1', 't2']);
  });

  it('writes nothing at all where a single line is wrong', async () => {
    const before = await people();
    const { status, body } = await importing([
      file('teams.json', [
        { id: 't9', name: 'Nine' },
        { id: 't10', name: 'Ten', group_ids: ['nowhere'] },
      ]),
    ]);
    expect([status, body.imported]).toEqual([200, false]);
    expect(body.faults).toMatchObject([
      {
        severity: 'error',
        file: 'teams.json',
        line: 1,
        field: 'group_ids',
        message: expect.stringContaining('"nowhere"'),
      },
    ]);
    expect(await people()).toEqual(before);
    expect((await importing(files, '?contest=nowhere')).status).toBe(404);
  });

  it('writes nothing where what it would change has changed since it was compared', async () => {
    const isWaiting = async () =>
      (
        await api.sql.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          [advisoryLocks.people],
        )
      ).rowCount;
    await api.sql.query('BEGIN');
    try {
      await api.sql.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.people]);
      const answer = importing([file('teams.json', [{ id: 'beta', location: 'Hall 9' }])]);
      await expect.poll(isWaiting).toBe(1);
      await api.sql.query(`UPDATE team SET location = 'Hall 1' WHERE id = 'beta'`);
      await api.sql.query('COMMIT');
      const { status, body } = await answer;
      expect([status, body]).toMatchObject([409, { code: 'PEOPLE_CHANGED' }]);
    } finally {
      await api.sql.query('ROLLBACK');
    }
    expect((await people()).teams.find(({ id }) => id === 'beta')?.location).toBe('Hall 1');
  });

  it('names what no row can hold, and takes a team out of a hidden group only with a warning', async () => {
    const { status, body } = await importing([
      file('accounts.json', [{ username: 'nul\0', type: 'judge', password: 'long enough' }]),
      file('teams.json', [{ id: 't8', name: 'half \ud800' }]),
    ]);
    expect([status, body.imported, body.faults.map(({ field }) => field)]).toEqual([
      200,
      false,
      ['name', 'id'],
    ]);
    await importing([
      file('groups.json', [{ id: 'staff', name: 'Staff', hidden: true }]),
      file('teams.json', [{ id: 'beta', group_ids: ['staff'] }]),
    ]);
    const leaving = [file('teams.json', [{ id: 'beta', group_ids: [] }])];
    expect((await importing(leaving)).body).toMatchObject({
      imported: true,
      faults: [{ severity: 'warning', field: 'group_ids', message: expect.stringContaining('"Staff"') }],
    });
  });

  it('does not change the role of the one who asks', async () => {
    const { body } = await importing([file('accounts.json', [{ username: 'admin', type: 'judge' }])]);
    expect([body.imported, body.faults]).toMatchObject([false, [{ field: 'type' }]]);
    expect(
      (await importing([file('accounts.json', [{ username: 'admin', type: 'admin' }])])).body.faults,
    ).toEqual([]);
  });

  it('of a thousand teams takes a number of statements that does not grow with them', async () => {
    const many = (count: number, start: number) => [
      file(
        'teams.json',
        Array.from({ length: count }, (_, index) => ({
          id: `m${start + index}`,
          name: `Team ${start + index}`,
          group_ids: ['north'],
        })),
      ),
      file(
        'accounts.json',
        Array.from({ length: count }, (_, index) => ({
          username: `m${start + index}`,
          type: 'team',
          team_id: `m${start + index}`,
        })),
      ),
    ];
    const statements = async (work: () => Promise<unknown>): Promise<number> => {
      const { default: pg } = await import('pg');
      const prototype = pg.Client.prototype as { query: (...values: unknown[]) => unknown };
      const { query } = prototype;
      let counted = 0;
      prototype.query = function counting(...values: unknown[]) {
        const [text] = values;
        // Periodic jobs of the api write other tables.
        if (typeof text === 'string' && /^\s*INSERT INTO (?:team|account)/.test(text)) counted += 1;
        return query.apply(this, values);
      };
      try {
        await work();
      } finally {
        prototype.query = query;
      }
      return counted;
    };
    let answer: ImportPeopleAnswer | undefined;
    const few = await statements(() => importing(many(10, 0)));
    const all = await statements(async () => {
      answer = (await importing(many(1000, 10))).body;
    });
    expect(answer?.counts).toMatchObject({ teams: { created: 1000 }, accounts: { created: 1000 } });
    expect(few).toBeGreaterThan(0);
    expect(all).toBe(few);
  });

  it('takes what an export gave, and changes nothing with it', async () => {
    for (const format of ['clics', 'tsv']) {
      const { body } = await api.get<ExportPeopleAnswer>(`/api/people/export?format=${format}`, 'admin');
      expect(JSON.stringify(body)).not.toContain('argon2');
      const again = (await importing(body.files, '?dryRun=true')).body;
      expect([again.changes, again.faults]).toEqual([[], []]);
    }
    const { body } = await api.get<ExportPeopleAnswer>('/api/people/export?contest=main', 'admin');
    const exported = body.files.find(({ name }) => name === 'teams.json')?.text ?? '';
    expect((JSON.parse(exported) as { id: string }[]).map(({ id }) => id)).toEqual([
      'alpha',
      'beta',
      't1',
      't2',
    ]);
  });
});

describe('sheets with passwords', () => {
  const sheet = { name: 'فريق 東京', location: 'Hall 1', username: 't1', password: 'kabo-rite-muna-47' };
  const drawn = (body: object, as = 'admin') =>
    api.request<string>('POST', '/api/people/password-sheets', { as, body });

  it('are a PDF with a page each, or several on a page, and are kept nowhere', async () => {
    const before = (await api.sql.query('SELECT count(*)::int AS count FROM audit_log')).rows;
    for (const [perPage, pages] of [
      [1, 9],
      [8, 2],
    ]) {
      const sheets = Array.from({ length: 9 }, () => sheet);
      const answer = await drawn({ url: 'https://judge.example.org', perPage, sheets });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toMatch(new RegExp(`^%PDF-[^]*/Count ${pages}\\b`));
    }
    expect((await api.sql.query('SELECT count(*)::int AS count FROM audit_log')).rows).toEqual(before);
  });

  it('do not keep the api from answering', async () => {
    const sheets = Array.from({ length: 300 }, () => sheet);
    const over = new AbortController();
    const drawing = drawn({ url: 'https://judge.example.org', sheets }).then(() => over.abort());
    let answers = 0;
    for (; !over.signal.aborted; answers += 1) await api.get('/api/health');
    await drawing;
    expect(answers).toBeGreaterThan(20);
  });

  it('name the field that is wrong', async () => {
    const { status, body } = await api.request('POST', '/api/people/password-sheets', {
      as: 'admin',
      body: { url: 'x', perPage: 3, sheets: [{ ...sheet, password: 'short' }] },
    });
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, ['perPage', 'sheets[0].password']]);
  });
});
