/** A contest with something of everything is exported, imported in an empty installation, and is the same there. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportContestPackageAnswer, ProblemDetails, Scoreboard } from '@sandglass/contracts';
import { unzipSafely } from '@sandglass/problem-package';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { packageFiles, zipOf } from '../testing/package-zip.ts';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import { adminPassword, password, type Answer, type TestApi } from '../testing/test-api.ts';
import { TestEnvironment, withTestEnvironment } from '../testing/test-environment.ts';
import { packagedTableNames, packagedTables } from './package-row-conditions.ts';
import { contestPackageBounds } from './read-contest-package.ts';

let environment: TestEnvironment;
let api: TestApi;
let there: TestApi;
let driver: RejudgingDriver;
/** The package of contest `rich`. */
let exported: Buffer<ArrayBuffer>;

withTestEnvironment(async (given) => {
  environment = given;
  ({ api, driver } = await RejudgingDriver.at(given));
  const other = await TestEnvironment.start({});
  given.atEnd(() => other[Symbol.asyncDispose]());
  there = other.api;
  // A contest shows the languages of the hosts that are there.
  await other.host();
});

beforeAll(async () => {
  await makeRichContest();
  exported = await take(api, 'rich');
});

async function admin(method: string, path: string, body: unknown, as = 'admin'): Promise<void> {
  const answer = await api.request(method, path, { as, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
}

const act = (action: string, values: object = {}): Promise<void> =>
  admin('POST', '/api/contests/rich/actions', { action, confirm: true, reason: 'for the test', ...values });

async function makeRichContest(): Promise<void> {
  const files = [
    { name: 'organizations.json', text: JSON.stringify([{ id: 'kth', name: 'KTH', country: 'SWE' }]) },
    { name: 'groups.json', text: JSON.stringify([{ id: 'north', name: 'North', sortorder: 1 }]) },
    {
      name: 'teams.json',
      text: JSON.stringify(
        ['alpha', 'beta', 'gamma'].map((id, at) => ({
          id,
          name: `Team ${id} “☃”`,
          organization_id: 'kth',
          group_ids: ['north'],
          label: String(at + 1),
          location: { description: `Room ${String(at)}` },
        })),
      ),
    },
    {
      name: 'persons.json',
      text: JSON.stringify([{ id: 'ann', name: 'Ann', role: 'coach', team_ids: ['alpha', 'beta'] }]),
    },
  ];
  await admin('POST', '/api/people/import', { files });
  await api.importPackage('other', {
    ...packageFiles('other'),
    'attachments/data.bin': 'x'.repeat(3_000_000),
  });
  await api.makeContest('rich', {
    teams: ['alpha', 'beta', 'gamma'].map((id) => ({ id, name: `Team ${id} “☃”` })),
    problems: [
      { label: 'A', problem: 'sum', colour: '#ff0000' },
      { label: 'B', problem: 'other', colour: '#00ff00' },
    ],
    freezesAt: new Date(Date.now() + 1_800_000).toISOString(),
  });
  const made = [await api.submit('rich', 'alpha'), await api.submit('rich', 'beta')];
  await driver.judgeAll(2, { [made[0]?.body.id ?? '']: 'WA', [made[1]?.body.id ?? '']: 'AC' });
  // Another version of a problem, which later judgings use.
  await api.importPackage('sum', packageFiles('sum', 3));
  await api.submit('rich', 'alpha', {
    problem: 'B',
    files: [
      { name: 'two.c', content: '#include "snow.h"\nint main() {}\n' },
      { name: 'snow.h', content: '// ☃ \\x \\u0000 "quoted"\r\n' },
    ],
  });
  await driver.judgeAll(1, {});
  const rejudging = await driver.create('rich', { filter: { teams: ['alpha'], problems: ['A'] } });
  await driver.judgeAll(1, { [made[0]?.body.id ?? '']: 'TLE' });
  await vi.waitUntil(async () => (await driver.read(rejudging.body.id)).state === 'judged', {
    timeout: 20_000,
  });
  await driver.end(rejudging.body.id, 'apply');
  await act('extra-time', { team: 'beta', minutes: 5 });
  const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  await act('remove-interval', { from: at(-30), until: at(-20) });
  await act('submissions', { allowed: false, language: 'java' });
  await admin(
    'PUT',
    '/api/contests/rich/awards/nice-try',
    { citation: 'Nice try', team_ids: ['gamma'] },
    'jury',
  );
  await act('freeze-now');
  const hidden = await api.submit('rich', 'beta', { problem: 'B' });
  await driver.judgeAll(1, { [hidden.body.id]: 'AC' });
}

async function take(from: TestApi, contest: string, query = ''): Promise<Buffer<ArrayBuffer>> {
  const answer = await fetch(`${from.url}/api/admin/contests/${contest}/package${query}`, {
    headers: { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

type Imported = Answer<ImportContestPackageAnswer & ProblemDetails>;

/** The test zips in the process of the api, which says on a busy machine that it cannot answer in time: then once more. */
async function bring(bytes: Buffer<ArrayBuffer>, query = '', to = there): Promise<Imported> {
  for (let tries = 1; ; tries += 1) {
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'contest.zip');
    const answer: Imported = await to.request('POST', `/api/admin/contest-packages${query}`, {
      as: 'admin',
      body: form,
    });
    if (answer.body.code !== 'OVERLOADED' || tries === 10) return answer;
    await sleep(1000);
  }
}

let folders = 0;
async function unpacked(bytes: Buffer<ArrayBuffer>): Promise<Map<string, Buffer<ArrayBuffer>>> {
  folders += 1;
  const folder = join(environment.services.folder, `unpacked-${String(folders)}`);
  await mkdir(folder);
  await writeFile(`${folder}.zip`, bytes);
  await unzipSafely(`${folder}.zip`, folder, contestPackageBounds);
  const found = new Map<string, Buffer<ArrayBuffer>>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      found.set(path.slice(folder.length + 1), Buffer.from(await readFile(path)));
    }
  return found;
}

/** With its checksums made again after a change. */
async function repacked(files: ReadonlyMap<string, Buffer>): Promise<Buffer<ArrayBuffer>> {
  const kept = [...files].filter(([path]) => path !== 'sandglass/SHA256SUMS');
  const sums = kept.map(([path, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`);
  const texts = [...kept, ['sandglass/SHA256SUMS', Buffer.from(sums.join(''))] as const].map(
    ([path, bytes]) => [path, bytes] as const,
  );
  return zipOf(
    Object.fromEntries(texts.map(([path, bytes]) => [path, bytes.toString('latin1')])),
    '',
    'latin1',
  );
}

/** Everything that is said to be of one contest, by table, as PostgreSQL writes it. */
async function rowsOf(from: TestApi, contest: string): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of packagedTableNames) {
    const { where, order } = packagedTables[table];
    const hidden = table === 'audit_log' ? `- 'id'` : table === 'account' ? `- 'password_hash'` : '';
    const shown = table === 'judge_task' ? `to_jsonb(t) - 'judgehost_id'` : `to_jsonb(t) ${hidden}`;
    const own = table === 'audit_log' ? `AND t.action NOT IN ('contest.export', 'contest.import')` : '';
    const found = await from.sql.query<{ row: string }>(
      `SELECT (${shown})::text AS row FROM ${table} t WHERE ${where} ${own} ORDER BY ${order}`,
      [contest],
    );
    all[table] = found.rows.map(({ row }) => row);
  }
  return all;
}

const pages = [
  '/api/contests/rich',
  '/api/contests/rich/scoreboard',
  '/api/contests/rich/scoreboard?as=jury',
  '/api/contests/rich/submissions?limit=100',
  '/api/contests/rich/awards',
  '/api/contests/rich/award-sheet',
  '/api/contests/rich/control',
  '/api/contests/rich/finalisation',
  '/api/contests/rich/rejudgings',
  '/api/contests/rich/results/results.tsv',
  '/api/contests/rich/results/scoreboard.tsv',
  '/api/contests/rich/results/results.csv',
  '/api/contests/rich/results/awards.json',
  '/api/admin/contests/rich',
];

/** A line of the audit log that an export or an import adds. */
const isOfPackages = (line: string): boolean => /"contest\.(export|import)"/.test(line);

/** What each role reads of the contest; moments of making an answer are left out. */
async function views(from: TestApi): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const as of [undefined, 'alpha', 'admin'])
    for (const path of pages) {
      const { status, body } = await from.get<unknown>(path, as);
      const shown =
        typeof body === 'object' && body !== null && 'history' in body && Array.isArray(body.history)
          ? { ...body, history: body.history.filter((line) => !isOfPackages(JSON.stringify(line))) }
          : body;
      const text = JSON.stringify(shown)
        .replaceAll(/"(updatedAt|madeAt)":"[^"]*"/g, '"$1":""')
        .replaceAll(/,"instance":"[^"]*"/g, '')
        .replaceAll(/"versions":\[[^\]]*\]/g, '"versions":[]');
      seen[`${as ?? 'visitor'} ${path}`] = [status, text];
    }
  return seen;
}

describe('a contest in an empty installation', () => {
  it('is shown first, and nothing is made', async () => {
    const dry = await bring(exported, '?dryRun=true');
    expect([dry.status, dry.body.detail]).toEqual([200, undefined]);
    expect(dry.body).toMatchObject({
      imported: false,
      contestId: 'rich',
      passwordHashes: false,
      notes: [],
      contents: { submissions: 4, judgings: 5, rejudgings: 1 },
      kinds: { teams: { created: 3, same: 0 }, problems: { created: 2 }, accounts: { created: 2 } },
      conflicts: [],
    });
    expect((await there.get('/api/contests/rich')).status).toBe(404);
    expect((await there.sql.query('SELECT 1 FROM team')).rowCount).toBe(0);
  });

  it('has every row, every file and every view of the first one', async () => {
    const { version } = (await bring(exported, '?dryRun=true')).body;
    const done = await bring(exported, `?version=${version}`);
    expect([done.status, done.body.detail]).toEqual([201, undefined]);
    expect(await rowsOf(there, 'rich')).toEqual(await rowsOf(api, 'rich'));
    const blobs = `SELECT sha256, encode(sha256(string_agg(data, ''::bytea ORDER BY ordinal)), 'hex') AS hash FROM blob_chunk GROUP BY sha256`;
    const stored = (await there.sql.query<{ sha256: string; hash: string }>(blobs)).rows;
    expect(stored.length).toBeGreaterThan(10);
    expect(stored.filter(({ sha256, hash }) => sha256 !== hash)).toEqual([]);
    // Accounts have no passwords there: those of both are made the same, to look with their eyes.
    const hash = await api.sql.query(`SELECT password_hash FROM account WHERE username = 'alpha'`);
    await there.sql.query(`UPDATE account SET password_hash = $1 WHERE username = 'alpha'`, [
      hash.rows[0]?.password_hash,
    ]);
    const [copied, first] = [await views(there), await views(api)];
    for (const [name, view] of Object.entries(first)) expect([name, copied[name]]).toEqual([name, view]);
  });

  it('is exported there as it was here', async () => {
    const first = await unpacked(exported);
    const second = await unpacked(await take(there, 'rich'));
    expect([...second.keys()].toSorted()).toEqual([...first.keys()].toSorted());
    // The moment of the export; lines of the exports and the import; when it is looked at; all of which change the checksums.
    const volatile = [
      'sandglass/package.json',
      'sandglass/rows/audit_log.ndjson',
      'sandglass/rows/account.ndjson',
      'scoreboard.json',
      'sandglass/SHA256SUMS',
    ];
    for (const [path, bytes] of first)
      if (!volatile.includes(path)) expect([path, second.get(path)?.equals(bytes)]).toEqual([path, true]);
    const lines = (files: typeof first): string[] =>
      (files.get('sandglass/rows/audit_log.ndjson')?.toString() ?? '')
        .split('\n')
        .filter((line) => !isOfPackages(line));
    expect(lines(second)).toEqual(lines(first));
    const board = (files: typeof first): Scoreboard['rows'] =>
      (JSON.parse(files.get('scoreboard.json')?.toString() ?? '{}') as Scoreboard).rows;
    expect(board(second)).toEqual(board(first));
  });

  it('goes on: a team submits, and its number follows', async () => {
    await there.request('POST', '/api/contests/rich/actions', {
      as: 'admin',
      body: { action: 'extend', minutes: 10, confirm: true },
    });
    await there.request('POST', '/api/admin/accounts/passwords', { as: 'admin', body: {} });
    const answer = await there.submit('rich', 'alpha');
    expect([answer.status, answer.body.number]).toEqual([201, 5]);
  });
});

describe('a package where its contest is already', () => {
  it('is refused, with everything that is another one', async () => {
    const again = await bring(exported);
    expect([again.status, again.body.code]).toEqual([409, 'CONTEST_PACKAGE_CONFLICT']);
    expect(again.body.errors?.map(({ path }) => path)).toContain('contest/rich');
  });

  it('comes under another id, beside the first, of which nothing changes', async () => {
    await api.sql.query(`UPDATE team SET name = 'Another team' WHERE id = 'gamma'`);
    const before = await rowsOf(api, 'rich');
    const done = await bring(exported, '?as=copy', api);
    expect([done.status, done.body.detail]).toEqual([201, undefined]);
    expect(done.body.kinds.teams).toEqual({ created: 0, same: 2, renamed: 1 });
    expect(done.body.kinds.problems).toEqual({ created: 0, same: 2, renamed: 0 });
    expect(await rowsOf(api, 'rich')).toEqual(before);
    const board = async (id: string): Promise<unknown> => {
      const { body } = await api.get<Scoreboard>(`/api/contests/${id}/scoreboard?as=jury`, 'admin');
      return body.rows.map(({ rank, solved, penalty, team, cells }) => [
        rank,
        solved,
        penalty,
        team.id.replace('copy-', ''),
        cells,
      ]);
    };
    expect(await board('copy')).toEqual(await board('rich'));
    const list = await api.get<{ submissions: { team: { id: string } | null; verdict: string }[] }>(
      '/api/contests/copy/submissions?limit=100',
      'admin',
    );
    expect(list.body.submissions.map(({ verdict }) => verdict).toSorted()).toEqual(['AC', 'AC', 'AC', 'TLE']);
  });
});

describe('an import', () => {
  it('that ends half way leaves nothing', async () => {
    const locker = environment.services.databaseUrl;
    const { default: pg } = await import('pg');
    const blocking = new pg.Client({ connectionString: locker });
    await blocking.connect();
    // Its last table cannot be written: the import waits there, and its connection is ended.
    await blocking.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE');
    const counts = async (): Promise<unknown> =>
      (
        await api.sql.query(
          `SELECT (SELECT count(*) FROM contest) AS contests, (SELECT count(*) FROM submission) AS submissions,
             (SELECT count(*) FROM run) AS runs, (SELECT count(*) FROM team) AS teams, (SELECT count(*) FROM contest_event) AS events`,
        )
      ).rows[0];
    const before = await counts();
    const running = bring(exported, '?as=half', api);
    const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO audit_log%jsonb_populate_recordset%'`;
    await expect.poll(async () => (await api.sql.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
    await api.sql.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS w`);
    expect((await running).status).toBeGreaterThanOrEqual(500);
    await blocking.query('ROLLBACK');
    await blocking.end();
    expect(await counts()).toEqual(before);
    expect((await api.get('/api/contests/half')).status).toBe(404);
  });

  it.each<[string, (files: Map<string, Buffer>) => void, RegExp]>([
    [
      'a row was changed',
      (files) => edit(files, 'sandglass/rows/submission.ndjson', (text) => text.replace('"rich"', '"other"')),
      /row of another contest/,
    ],
    [
      'a run belongs to a judging that is not in it',
      (files) =>
        edit(files, 'sandglass/rows/run.ndjson', (text) =>
          text.replace(/"judging_id": "[^"]*"/, '"judging_id": "00000000-0000-7000-8000-000000000000"'),
        ),
      /judging_id names a row/,
    ],
    [
      'an account is an administrator’s',
      (files) =>
        edit(files, 'sandglass/rows/account.ndjson', (text) => text.replace('"contestant"', '"admin"')),
      /no team's/,
    ],
    [
      'a line of the audit log is about something else',
      (files) =>
        edit(files, 'sandglass/rows/audit_log.ndjson', (text) =>
          text.replace('"target": "rich"', '"target": "sum"'),
        ),
      /not about the contest/,
    ],
    [
      'an event is missing',
      (files) =>
        edit(files, 'sandglass/rows/contest_event.ndjson', (text) => text.split('\n').slice(1).join('\n')),
      /event is missing/,
    ],
    [
      'an event is none',
      (files) =>
        edit(files, 'sandglass/rows/contest_event.ndjson', (text) =>
          text.replace('"submission"', '"nonsense"'),
        ),
      /does not have the form/,
    ],
    [
      'a column is unknown',
      (files) =>
        edit(files, 'sandglass/rows/contest.ndjson', (text) =>
          text.replace('{', '{"x\\" FROM team; --": 1, '),
        ),
      /does not know/,
    ],
    [
      'a value has the wrong type',
      (files) =>
        edit(files, 'sandglass/rows/contest.ndjson', (text) =>
          text.replace(/"penalty_minutes": \d+/, '"penalty_minutes": "many"'),
        ),
      /contest\.ndjson: invalid input/,
    ],
    ['a stored file is missing', (files) => drop(files, /^sandglass\/files\//), /lacks sandglass\/files/],
    [
      'there are no rows of a table',
      (files) => drop(files, /run\.ndjson$/),
      /no line for sandglass\/rows\/run/,
    ],
    [
      'it is of a newer format',
      (files) =>
        edit(files, 'sandglass/package.json', (text) => text.replace('"version": 1', '"version": 2')),
      /newer software/,
    ],
    ['it is no package', (files) => drop(files, /^sandglass/), /no package of a contest/],
  ])('where %s is refused, with the reason, and leaves nothing', async (_what, damage, reason) => {
    const files = await unpacked(exported);
    damage(files);
    const answer = await bring(await repacked(files), '?as=damaged', api);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      422,
      'CONTEST_PACKAGE_INVALID',
      expect.stringMatching(reason),
    ]);
    expect((await api.sql.query(`SELECT 1 FROM contest WHERE id = 'damaged'`)).rowCount).toBe(0);
  });

  it('of a file whose bytes changed since the export is refused', async () => {
    const files = await unpacked(exported);
    const sums = files.get('sandglass/SHA256SUMS') ?? Buffer.from('');
    edit(files, 'submissions.json', (text) => text.replace('alpha', 'gamma'));
    const bytes = await repacked(files);
    const other = await unpacked(bytes);
    other.set('sandglass/SHA256SUMS', Buffer.from(sums));
    const texts = Object.fromEntries([...other].map(([path, content]) => [path, content.toString('latin1')]));
    const answer = await bring(await zipOf(texts, '', 'latin1'), '?dryRun=true', api);
    expect(answer.body.detail).toMatch(/submissions\.json is not what was exported/);
  });
});

describe('passwords', () => {
  it('are in a package only when they are asked for, and work there then', async () => {
    expect((await unpacked(exported)).get('sandglass/rows/account.ndjson')?.toString()).not.toContain(
      '$argon2',
    );
    const full = await take(api, 'rich', '?passwordHashes=true');
    expect((await unpacked(full)).get('sandglass/rows/account.ndjson')?.toString()).toContain('$argon2');
    const audit = await api.sql.query(
      `SELECT actor, details FROM audit_log WHERE action = 'contest.export' ORDER BY id DESC LIMIT 1`,
    );
    expect(audit.rows[0]).toEqual({ actor: 'admin', details: { passwordHashes: true } });
    const third = await TestEnvironment.start({});
    environment.atEnd(() => third[Symbol.asyncDispose]());
    expect((await bring(full, '', third.api)).status).toBe(201);
    const own = await third.api.get<{ username: string }>('/api/session', 'alpha');
    expect([own.status, password.length > 0]).toEqual([200, true]);
  });
});

function edit(files: Map<string, Buffer>, path: string, change: (text: string) => string): void {
  const before = files.get(path)?.toString() ?? '';
  const after = change(before);
  expect(after).not.toBe(before);
  files.set(path, Buffer.from(after));
}

function drop(files: Map<string, Buffer>, pattern: RegExp): void {
  for (const path of files.keys()) if (pattern.test(path)) files.delete(path);
}
