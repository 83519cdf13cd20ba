import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visible } from './terminal.ts';

describe('what is shown on a terminal', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\u001b]0;title\u0007', '\\x1b]0;title\\x07'],
    ['\u009b31m', '\\x9b31m'],
    ['over\rwritten', 'over\\x0dwritten'],
    ['a line\r\nof Windows', 'a line\nof Windows'],
    ['turned \u202eround', 'turned \\u{202e}round'],
    ['isolated \u2066so\u2069', 'isolated \\u{2066}so\\u{2069}'],
    ['nothing\u200bthere', 'nothing\\u{200b}there'],
    ['half \ud800 a pair', 'half \\u{d800} a pair'],
    ['tab\tand\nline, Grüße, 語, 🧮', 'tab\tand\nline, Grüße, 語, 🧮'],
  ])('%j is %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('has no control characters but tab and newline, for any input, and is shown once only', () => {
    for (let code = 0; code <= 0x10ffff; code += code < 0x3000 || code >= 0xd000 ? 1 : 7) {
      if (code > 0x10000 && code < 0xe0000) code = 0xe0000;
      if (code > 0xe0100) break;
      const shown = visible(`a${String.fromCodePoint(code)}b`);
      if (/[^\P{Cc}\t\n]|\p{Bidi_Control}|\p{Cs}/u.test(shown)) expect.fail(`U+${code.toString(16)}`);
      if (visible(shown) !== shown) expect.fail(`U+${code.toString(16)} twice`);
    }
  });

  it('is written in one place', () => {
    const folder = join(import.meta.dirname, '..');
    const elsewhere = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .filter((path) =>
        /\bconsole\.|process\.std(out|err)\.write\b/.test(readFileSync(join(folder, path), 'utf8')),
      )
      .sort();
    // What a terminal shows live, logs of our own services, and the reports of our own checks.
    expect(elsewhere).toEqual([
      'checks/vitest-run.ts',
      'commands/test.ts',
      'platform/terminal.ts',
      'testing/run-command.ts',
      'up/detach.ts',
    ]);
  });
});
