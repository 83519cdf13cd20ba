import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languagesPage, withTables } from './languages-page.ts';

describe('docs/languages.md', () => {
  it('has the tables that the data makes (write them with `node packages/languages/src/languages-page.ts`)', () => {
    const page = readFileSync(languagesPage, 'utf8');
    expect(page).toBe(withTables(page));
  });
});
