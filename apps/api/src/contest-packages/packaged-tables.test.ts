import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftOutTables, packagedTableNames, packagedTables } from './package-row-conditions.ts';

const schema = readFileSync(join(import.meta.dirname, '../../../../prisma/schema.prisma'), 'utf8');
const tables = [...schema.matchAll(/@@map\("([a-z_]+)"\)/g)].map(([, name = '']) => name);

it('every table of the schema is in a contest package, or is left out for a reason', () => {
  expect([...packagedTableNames, ...Object.keys(leftOutTables)].toSorted()).toEqual(tables.toSorted());
});

it('what a row names is written before it', () => {
  for (const [at, name] of packagedTableNames.entries())
    for (const [column, parent] of Object.entries(packagedTables[name].parents)) {
      if (name === 'problem' && column === 'current_version_id') continue;
      expect([name, column, packagedTableNames.indexOf(parent) < at]).toEqual([name, column, true]);
    }
});

it('every relation of the schema within a package is known', () => {
  for (const [, block = ''] of schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)) {
    const table = /@@map\("([a-z_]+)"\)/.exec(block)?.[1] ?? '';
    const known = packagedTableNames.find((name) => name === table);
    if (known === undefined) continue;
    for (const [, model = '', fields = ''] of block.matchAll(
      / (\w+)\?? +@relation\([^)]*fields: \[(\w+)\]/g,
    )) {
      const column = new RegExp(`^ +${fields} .*@map\\("(\\w+)"\\)`, 'm').exec(block)?.[1] ?? fields;
      if (column === 'contest_id' || column === 'judgehost_id') continue;
      expect([table, column, model, column in packagedTables[known].parents]).toEqual([
        table,
        column,
        model,
        true,
      ]);
    }
  }
});
