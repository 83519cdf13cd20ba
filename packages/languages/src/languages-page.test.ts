import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from './catalogue.ts';
import { describeLanguage } from './describe.ts';

const page = readFileSync(new URL('../../../docs/languages.md', import.meta.url), 'utf8');

describe('docs/languages.md', () => {
  it('has one row for each language, with its commands', () => {
    const rows = [...page.matchAll(/^\| [a-z0-9]+ \| .* \| \..* \|$/gm)].map((match) => match[0]);
    expect(rows).toEqual(
      languages.map((language) => {
        const { id, name, extensions, compileCommand, runCommand } = describeLanguage(language, []);
        const files = extensions.map((extension) => `.${extension}`).join(' ');
        return `| ${id} | ${name} | ${files} | \`${compileCommand ?? ''}\`<br>\`${runCommand}\` |`;
      }),
    );
  });
});
