import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../apps/api/src');

/** What is named so, and what opens the database. */
const holdsSql = /(-(repository|store|log|conditions)\.ts|^platform\/database\/[^/]+)$/;
const isProduct = /^(?!testing\/|generated\/).*(?<!\.test)\.ts$/;
const statement = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|SAVEPOINT|LISTEN)\s/;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
  isProduct.test(path),
);
const read = (path: string): string => readFileSync(join(source, path), 'utf8');

/** Every text in a piece of code, without its comments. */
function textsIn(path: string, code: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateElement({ value }) {
      texts.push(value.raw);
    },
  }).visit(parseSync(path, code).program);
  return texts;
}

describe('SQL in the api', () => {
  it('is in files that are named for it', () => {
    const elsewhere = files.filter((path) => !holdsSql.test(path));
    expect(
      elsewhere.filter((path) => textsIn(path, read(path)).some((text) => statement.test(text))),
    ).toEqual([]);
    expect(elsewhere.filter((path) => /\.query[<(]/.test(read(path)))).toEqual([]);
  });

  it('is found in those, as a part of any expression', () => {
    const found = files.filter((path) => textsIn(path, read(path)).some((text) => statement.test(text)));
    expect(found.length).toBeGreaterThan(30);
    expect(
      textsIn('x.ts', 'const a = `b ${c} SELECT d`; // UPDATE').filter((text) => statement.test(text)),
    ).toHaveLength(1);
  });

  it('and Prisma are not for routes', () => {
    const routes = files.filter((path) => path.endsWith('-routes.ts'));
    expect(routes.filter((path) => /\.(prisma|typed\(|query[<(])/.test(read(path)))).toEqual([]);
  });
});
