import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allVerdicts, countsPenalty } from './verdict.ts';

const page = readFileSync(new URL('../../../docs/verdicts.md', import.meta.url), 'utf8');

describe('docs/verdicts.md', () => {
  it('has one row for each verdict, saying what the code says', () => {
    const rows = [...page.matchAll(/^\| ([A-Z]{2,3}) \| (.*) \|$/gm)].map((match) => match[0]);
    expect(rows.toSorted()).toEqual(
      allVerdicts
        .map(({ id, name, simplified, meaning }) => {
          const penalty = countsPenalty(id) ? 'yes' : 'no';
          return `| ${id} | ${name} | ${simplified ?? '–'} | ${penalty} | ${meaning} |`;
        })
        .toSorted(),
    );
  });
});
