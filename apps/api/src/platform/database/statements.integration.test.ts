/**
 * Every statement of the api, held to the migrated schema: PostgreSQL must be able to prepare it, and its columns must be what
 * the type of its rows says; a column of JSON is read as unknown, and then by its schema. Of a column that is computed, or
 * comes by an outer join, PostgreSQL does not know whether it may be null: there the type is believed.
 */
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Services } from '../../testing/services.ts';
import { describeStatement } from '../../testing/statements/describe.ts';
import { statementsIn, type ExpectedColumn, type Statement } from '../../testing/statements/find.ts';

const folder = join(import.meta.dirname, '../..');

/** What node-postgres makes of a type's values; of JSON, any value. */
const kinds: Readonly<Record<string, RegExp>> = {
  text: /^string$/,
  varchar: /^string$/,
  bpchar: /^string$/,
  uuid: /^string$/,
  int8: /^string$/,
  int2: /^number$/,
  int4: /^number$/,
  float8: /^number$/,
  bool: /^boolean$/,
  timestamptz: /^Date$/,
  bytea: /^Buffer$/,
  json: /./,
  jsonb: /./,
  _text: /^string\[\]$/,
  _int4: /^number\[\]$/,
  _float8: /^number\[\]$/,
};

/** May be null in its table, and not in these rows: the statement asks for those that are not. By file and column. */
const askedFor = new Set([
  'judging/plan/cost-repository.ts endedAt',
  'judging/queue/restricted-queue-repository.ts image',
  'judging/queue/queue-position-repository.ts hostId',
  'judging/tasks/due-task-repository.ts image',
  'wall-limits/wall-limit-effect-repository.ts verdict',
]);

/** JSON that is believed: a process reads every event of a log at its start, and only a unit of work writes them. */
const believed = new Set(['contests/contest-repository.ts data']);

/** Their texts are put together from what is passed to them: what runs them tests them. */
const composed = new Set([
  'contest-packages/package-line-repository.ts',
  'platform/database/retention.ts',
  'problems/version-repository.ts',
]);

let services: Services;
let client: Client;
let types: Map<number, string>;
let nullable: Set<string>;

beforeAll(async () => {
  services = await startServices();
  client = new Client({ connectionString: services.databaseUrl });
  await client.connect();
  const known = await client.query<{ oid: number; name: string }>(
    'SELECT oid::int, typname AS name FROM pg_type',
  );
  types = new Map(known.rows.map(({ oid, name }) => [oid, name]));
  const columns = await client.query<{ place: string }>(
    `SELECT attrelid::int || ' ' || attnum AS place FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull`,
  );
  nullable = new Set(columns.rows.map(({ place }) => place));
});

afterAll(async () => {
  await client?.end();
  await services?.[Symbol.asyncDispose]();
});

/** What is wrong with a statement, in words. */
async function faults({ texts, row }: Pick<Statement, 'texts' | 'row'>): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) {
    try {
      const fields = await describeStatement(client, text);
      for (const [name, expected] of row) {
        const field = fields.find((one) => one.name === name);
        if (field === undefined) found.push(`has no column "${name}"`);
        else found.push(...faultsOf(field, expected).map((fault) => `${name} ${fault}`));
      }
      // A function that is called for what it does is no column of a table.
      const unread =
        row.size === 0 ? [] : fields.filter(({ name, tableID }) => !row.has(name) && tableID !== 0);
      found.push(...unread.map(({ name }) => `fetches "${name}", which nobody reads`));
    } catch (error) {
      found.push(`${(error as Error).message}: ${text}`);
    }
  }
  return found;
}

function faultsOf(
  { dataTypeID, tableID, columnID }: { dataTypeID: number; tableID: number; columnID: number },
  { kind, nullable: mayBeNull }: ExpectedColumn,
): string[] {
  const type = types.get(dataTypeID) ?? 'unknown';
  const isStoredJson = tableID !== 0 && /^jsonb?$/.test(type);
  return [
    ...(isStoredJson && kind !== 'unknown' ? [`is ${type}, and read as ${kind} without its schema`] : []),
    ...(kinds[type]?.test(kind) === true ? [] : [`is ${type}, and read as ${kind}`]),
    ...(nullable.has(`${tableID} ${columnID}`) && !mayBeNull && kind !== 'unknown'
      ? ['may be null, and is read as if it could not be']
      : []),
  ];
}

describe('the statements of the api', () => {
  it('can be prepared, and their rows are what is read of them', async () => {
    const statements = statementsIn(folder);
    expect(statements.length).toBeGreaterThan(200);
    const found: string[] = [];
    const excused = new Set<string>();
    for (const statement of statements) {
      const file = statement.place.replace(/:.*/, '');
      for (const fault of await faults(statement)) {
        const excuse = [file, `${file} ${fault.replace(/ (may be null|is jsonb,).*/, '')}`].find(
          (one) => composed.has(one) || askedFor.has(one) || believed.has(one),
        );
        if (excuse === undefined) found.push(`${statement.place} ${fault}`);
        else excused.add(excuse);
      }
    }
    expect(found).toEqual([]);
    expect([...excused].toSorted(), 'every exception is needed').toEqual(
      [...askedFor, ...believed, ...composed].toSorted(),
    );
  });

  it.each<[string, string, ExpectedColumn, string]>([
    [
      'names no column',
      'SELECT nme FROM team',
      { kind: 'string', nullable: false },
      'column "nme" does not exist',
    ],
    [
      'lacks what is read',
      'SELECT id FROM team',
      { kind: 'string', nullable: false },
      'has no column "name"',
    ],
    [
      'is of another type',
      'SELECT id, name FROM team',
      { kind: 'number', nullable: false },
      'name is text, and read as number',
    ],
    [
      'is a bigint',
      'SELECT count(*) AS name FROM team',
      { kind: 'number', nullable: false },
      'name is int8, and read as number',
    ],
    [
      'may be null',
      'SELECT country AS name FROM team',
      { kind: 'string', nullable: false },
      'name may be null, and is read as if it could not be',
    ],
    [
      'is read by nobody',
      'SELECT id, name FROM team',
      { kind: 'string', nullable: false },
      'fetches "id", which nobody reads',
    ],
  ])('that %s would be found', async (_what, text, column, fault) => {
    expect((await faults({ texts: [text], row: new Map([['name', column]]) })).join('\n')).toContain(fault);
  });
});
