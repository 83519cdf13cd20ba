/** The register of people, and what scoreboards make of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedPeople, People, ReadContestDefinition, Scoreboard } from '@sandglass/contracts';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { migrationNames, prismaFolder } from '../platform/database/migrations-folder.ts';
import type { Services } from '../testing/services.ts';
import type { TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let services: Services;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
});

const put = (path: string, body: object, as = 'admin') =>
  api.request<ChangedPeople & { code?: string; errors?: { path: string }[] }>('PUT', `/api/people/${path}`, {
    as,
    body,
  });
const people = async () => (await api.get<People>('/api/people', 'admin')).body;
const rows = async (as?: string) =>
  (await api.get<Scoreboard>('/api/contests/main/scoreboard', as)).body.rows.map(({ rank, team }) => ({
    rank,
    ...team,
  }));
const audited = async (action: string) =>
  (await api.sql.query('SELECT target, details FROM audit_log WHERE action = $1 ORDER BY id', [action])).rows;

describe('the register of people', () => {
  it('shows a team with its organisation and groups on the scoreboard at once', async () => {
    expect((await put('organisations/varn', { name: 'Varn', country: 'BGR' })).status).toBe(200);
    await put('groups/site', { name: 'Site A', colour: '#AABBCC' });
    const changed = await put('teams/alpha', {
      organisationId: 'varn',
      groupIds: ['site'],
      displayName: 'The Alphas',
    });
    expect(changed.body.changes).toEqual([
      {
        kind: 'teams',
        id: 'alpha',
        name: 'The Alphas',
        created: false,
        fields: {
          organisationId: [null, 'varn'],
          groupIds: [[], ['site']],
          displayName: [null, 'The Alphas'],
        },
      },
    ]);
    await expect
      .poll(() => rows())
      .toContainEqual({
        rank: 1,
        id: 'alpha',
        name: 'The Alphas',
        affiliation: 'Varn',
        country: 'BGR',
        category: 'Site A',
      });
    await put('organisations/varn', { name: 'TU Varn' });
    await expect.poll(async () => (await rows()).map(({ affiliation }) => affiliation)).toContain('TU Varn');
    expect((await people()).groups).toMatchObject([
      { id: 'site', colour: '#aabbcc', sortOrder: 0, ranked: true },
    ]);
    expect((await people()).teams.find(({ id }) => id === 'alpha')?.contests).toEqual(['main']);
  });

  it('writes before and after into the audit log, and nothing where nothing changed', async () => {
    await put('teams/beta', { location: 'Hall 1' });
    const before = await audited('people.put');
    expect(before.at(-1)).toMatchObject({
      target: 'teams/beta',
      details: { changes: [{ fields: { location: [null, 'Hall 1'] } }] },
    });
    expect((await put('teams/beta', { location: 'Hall 1' })).body.changes).toEqual([]);
    expect(await audited('people.put')).toHaveLength(before.length);
  });

  it('hides teams of a hidden group from all but the jury, and gives guests no rank', async () => {
    await put('groups/system', { name: 'System', hidden: true });
    await put('groups/guests', { name: 'Guests', ranked: false });
    await put('teams/beta', { groupIds: ['system'] });
    await expect.poll(async () => (await rows()).map(({ id }) => id)).toEqual(['alpha']);
    expect((await rows('alpha')).map(({ id }) => id)).toEqual(['alpha']);
    expect((await rows('jury')).map(({ id }) => id).sort()).toEqual(['alpha', 'beta']);
    await put('teams/beta', { groupIds: ['guests'] });
    await expect.poll(async () => (await rows()).find(({ id }) => id === 'beta')?.rank).toBeNull();
    await put('teams/beta', { groupIds: [] });
  });

  it('names the field of what refers to nothing, and changes nothing then', async () => {
    const wrong = await put('teams/alpha', { organisationId: 'nowhere', groupIds: ['none'], label: '9' });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'PEOPLE_INVALID']);
    expect(wrong.body.errors?.map(({ path }) => path)).toEqual(['organisationId', 'groupIds']);
    expect((await people()).teams.find(({ id }) => id === 'alpha')?.label).toBeNull();
    expect((await put('teams/gamma', {})).status).toBe(422);
    expect((await put('teams/gamma', { nmae: 'x' })).status).toBe(400);
  });

  it('removes what nothing refers to, and names what does', async () => {
    const remove = (path: string) => api.request('DELETE', `/api/people/${path}`, { as: 'admin' });
    const used = await remove('organisations/varn');
    expect([used.status, used.body.code]).toEqual([409, 'PEOPLE_IN_USE']);
    expect(used.body.detail).toContain('1 team');
    expect((await remove('teams/alpha')).body.detail).toContain('1 contest, 1 account');
    await put('persons/coach1', { name: 'Ada', role: 'coach', teamIds: ['alpha'] });
    expect((await people()).persons).toMatchObject([{ id: 'coach1', role: 'coach', teamIds: ['alpha'] }]);
    await put('teams/zeta', { name: 'Zeta' });
    await put('persons/coach1', { teamIds: ['alpha', 'zeta'], email: 'ada@example.org' });
    expect((await remove('teams/zeta')).body.detail).toContain('it has 1 person');
    expect((await people()).persons).toMatchObject([{ teamIds: ['alpha', 'zeta'] }]);
    expect((await remove('persons/coach1')).status).toBe(204);
    expect((await remove('teams/zeta')).status).toBe(204);
    const lines = JSON.stringify([await audited('people.put'), await audited('people.remove')]);
    expect(lines).toContain('"email":"removed"');
    expect(lines).not.toContain('ada@example.org');
    expect((await remove('persons/coach1')).status).toBe(404);
    expect((await remove('groups/system')).status).toBe(204);
  });

  it('is read by the jury, and changed by administrators alone', async () => {
    expect((await api.get('/api/people', 'jury')).status).toBe(200);
    expect((await api.get('/api/people', 'alpha')).status).toBe(403);
    expect((await put('teams/alpha', { label: '1' }, 'jury')).status).toBe(403);
  });
});

describe('the teams of a definition', () => {
  it('get organisations and groups by name, and read back as they were written', async () => {
    const teams = [
      { id: 'named1', name: 'One', affiliation: 'Orrim', country: 'AUT', category: 'Participants' },
      { id: 'named2', name: 'Two', affiliation: 'Orrim', country: 'AUT', category: 'Newcomers' },
      { id: 'named3', name: 'Three', affiliation: null, country: 'GBR', category: null },
    ];
    await api.makeContest('named', { teams });
    const read = async () =>
      (await api.get<ReadContestDefinition>('/api/admin/contests/named', 'admin')).body.teams;
    expect(await read()).toEqual(teams);
    expect((await people()).organisations.filter(({ name }) => name === 'Orrim')).toHaveLength(1);
    // What a definition does not know of a team stays.
    await put('groups/women', { name: 'Women' });
    const participants = (await people()).groups.find(({ name }) => name === 'Participants')?.id ?? '';
    await put('teams/named1', { groupIds: [participants, 'women'], location: 'Hall 7' });
    await api.makeContest('named', { teams });
    expect((await people()).teams.find(({ id }) => id === 'named1')).toMatchObject({
      groupIds: [participants, 'women'],
      location: 'Hall 7',
    });
  });

  it('change every contest that shows them', async () => {
    await api.makeContest('other', { teams: [{ id: 'beta', name: 'Team Beta of another contest' }] });
    await expect
      .poll(async () => (await rows()).map(({ name }) => name))
      .toContain('Team Beta of another contest');
  });
});

it('the migrations make organisations and groups of what teams had, lose nothing, and make lines of their texts', async () => {
  const migration = async (end: string) => (await migrationNames()).find((one) => one.endsWith(end)) ?? '';
  const [name, lines] = [await migration('_people'), await migration('_texts_of_people')];
  await api.sql.query('CREATE DATABASE earlier');
  const client = new Client({ connectionString: services.databaseUrl.replace('/sandglass?', '/earlier?') });
  await client.connect();
  try {
    const apply = async (one: string) =>
      client.query(await readFile(join(prismaFolder, 'migrations', one, 'migration.sql'), 'utf8'));
    for (const earlier of await migrationNames()) {
      if (earlier < name) await apply(earlier);
    }
    const long = 'A University With a Name that Is Longer than Any Id';
    await client.query(
      `INSERT INTO team (id, name, affiliation, country, category) VALUES
         ('a', 'A', 'Varn', 'BGR', 'Participants'), ('b', 'B', 'Varn', 'BGR', 'Participants'),
         ('c', 'C', 'Varn', 'AUT', 'participants'), ('d', 'D', NULL, 'NOR', NULL), ('e', 'E', '東京', NULL, '大学'),
         ('f', 'F', '${long} 1', 'GBR', NULL), ('g', 'G', '${long} 2', 'GBR', NULL), ('h', 'H', '', '', '')`,
    );
    await apply(name);
    const { rows: teams } = await client.query(
      `SELECT t.id, o.name AS affiliation, coalesce(t.country, o.country) AS country, t.country AS own, g.name AS category
       FROM team t LEFT JOIN organisation o ON o.id = t.organisation_id
       LEFT JOIN team_group_member m ON m.team_id = t.id LEFT JOIN team_group g ON g.id = m.group_id ORDER BY t.id`,
    );
    expect(
      teams.map(({ id, affiliation, country, own, category }) => [id, affiliation, country, own, category]),
    ).toEqual([
      ['a', 'Varn', 'BGR', null, 'Participants'],
      ['b', 'Varn', 'BGR', null, 'Participants'],
      ['c', 'Varn', 'AUT', null, 'participants'],
      ['d', null, 'NOR', 'NOR', null],
      ['e', '東京', null, null, '大学'],
      ['f', `${long} 1`, 'GBR', null, null],
      ['g', `${long} 2`, 'GBR', null, null],
      ['h', null, null, null, null],
    ]);
    const { rows: ids } = await client.query(
      'SELECT id FROM organisation UNION ALL SELECT id FROM team_group',
    );
    expect(ids).toHaveLength(8);
    for (const { id } of ids) expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,35}$/);
    await client.query(
      `INSERT INTO organisation (id, name, country) VALUES ('tabs', E'T\\tU\\r\\nSelk ', ' '), ('none', U&'\\00A0', 'NOR');
       INSERT INTO team_group (id, name) VALUES ('blank', ' ');
       INSERT INTO team (id, name, country) VALUES ('blank', E'\\t', E'\\x7f'), ('plain', 'Two  words', NULL);
       INSERT INTO account (id, username, display_name, role, password_hash)
         VALUES ('019aa000-0000-7000-8000-000000000000', 'somebody', E'\\n', 'jury', '')`,
    );
    await apply(lines);
    const { rows: texts } = await client.query(
      `SELECT id, name, country FROM organisation WHERE id IN ('tabs', 'none')
       UNION ALL SELECT 'group ' || id, name, NULL FROM team_group WHERE id = 'blank'
       UNION ALL SELECT 'team ' || id, name, country FROM team WHERE id IN ('blank', 'plain')
       UNION ALL SELECT username, display_name, NULL FROM account ORDER BY id`,
    );
    expect(texts).toEqual([
      { id: 'group blank', name: 'blank', country: null },
      { id: 'none', name: 'none', country: 'NOR' },
      { id: 'somebody', name: 'somebody', country: null },
      { id: 'tabs', name: 'T U Selk', country: null },
      { id: 'team blank', name: 'blank', country: null },
      { id: 'team plain', name: 'Two  words', country: null },
    ]);
  } finally {
    await client.end();
  }
});
