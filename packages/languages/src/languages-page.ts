/** The tables of docs/languages.md, written from the data. `node packages/languages/src/languages-page.ts` puts them there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { languages } from './catalogue.ts';
import { describeLanguage } from './describe.ts';

export const languagesPage = new URL('../../../docs/languages.md', import.meta.url);

function commandTable(): string[] {
  return [
    '| id | language | files | command |',
    '|---|---|---|---|',
    ...languages.map((language) => {
      const { id, name, extensions, compileCommand, runCommand } = describeLanguage(language, []);
      const files = extensions.map((extension) => `.${extension}`).join(' ');
      return `| ${id} | ${name} | ${files} | \`${compileCommand ?? ''}\`<br>\`${runCommand}\` |`;
    }),
  ];
}

function needsTable(): string[] {
  return [
    '| language | Debian packages | memory beside the limit | processes and threads |',
    '|---|---|---|---|',
    ...languages.map(({ name, packages, adjustment }) => {
      const extra = adjustment.memoryExtraMiB === 0 ? 'none' : `${String(adjustment.memoryExtraMiB)} MiB`;
      const named = packages.map((one) => `\`${one}\``).join(', ');
      return `| ${name} | ${named} | ${extra} | ${String(adjustment.processes)} |`;
    }),
  ];
}

/** The page with its tables as the data has them now. @throws RangeError when a table's place is not marked */
export function withTables(page: string): string {
  return [
    ['commands', commandTable()],
    ['needs', needsTable()],
  ].reduce((text: string, [name, lines]) => {
    const place = new RegExp(`(<!-- table: ${String(name)} -->\n)[^]*?(<!-- end -->)`);
    if (!place.test(text)) throw new RangeError(`the page has no place for the table "${String(name)}"`);
    return text.replace(place, (_, before: string, after: string) =>
      [before, ...(lines as string[]).map((line) => `${line}\n`), after].join(''),
    );
  }, page);
}

if (import.meta.main) {
  writeFileSync(languagesPage, withTables(readFileSync(languagesPage, 'utf8')));
}
