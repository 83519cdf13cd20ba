import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, codes, legacy } from '../test/fixture.ts';
import { PackageError } from './issue.ts';
import { parseYaml } from './yaml-file.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

describe('YAML', () => {
  it.each<[string, string | Buffer, string, number]>([
    ['an open bracket', 'name: [\nx: 1\n', 'yaml-syntax', 2],
    ['a tab', 'name: x\nlimits:\n\tmemory: 1\n', 'yaml-syntax', 3],
    ['a key twice', 'name: x\nname: y\n', 'yaml-syntax', 2],
    ['two documents', 'name: x\n---\nname: y\n', 'yaml-syntax', 2],
    ['a foreign tag', 'name: !!js/function "x"\n', 'yaml-syntax', 1],
    ['an alias', 'a: &a [x, x]\nb: [*a, *a]\n', 'yaml-aliases', 2],
    ['an alias of itself', 'a: &a [*a]\n', 'yaml-aliases', 1],
    ['a list where a map is due', '- a\n', 'yaml-value', 1],
    ['a string where a map is due', 'hello\n', 'yaml-value', 1],
    ['UTF-16 with a mark', Buffer.from('\ufeffname: x\n', 'utf16le'), 'text-encoding', 0],
    ['UTF-16 without a mark', Buffer.from('name: x\n', 'utf16le'), 'text-encoding', 0],
    ['Latin-1', Buffer.from('name: S\xe4nd\n', 'latin1'), 'text-encoding', 0],
    ['a hundred thousand brackets', `name: ${'['.repeat(100_000)}`, 'yaml-syntax', 1],
    ['a million keys', 'k: v\n'.repeat(1_000_000), 'yaml-too-large', 0],
  ])('with %s is refused', async (_what, text, code, line) => {
    const [issue] = await fixture.refusedYaml(text);
    expect(issue).toMatchObject({ code, file: 'problem.yaml' });
    expect(issue?.position?.line ?? 0).toBe(line);
  });

  it('with a billion laughs is refused before one is heard', async () => {
    const lines = ['a0: &a0 [lol, lol]'];
    for (let level = 1; level < 30; level++)
      lines.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
    expect(codes(await fixture.refusedYaml(lines.join('\n')))).toEqual(['yaml-aliases']);
  });

  it('with a byte-order mark is read with a warning', async () => {
    const { issues, problem } = await fixture.read({ ...legacy, 'problem.yaml': '\ufeffname: Sand\n' });
    expect(problem.names).toEqual({ en: 'Sand' });
    expect(codes(issues)).toEqual(['text-bom']);
  });

  it('that is nested too deeply is refused for that, at the place', () => {
    for (const text of ['['.repeat(1000), '- '.repeat(1000), '{a: '.repeat(1000), '[{a: '.repeat(1000)]) {
      const refused = (): unknown => parseYaml(text, 'x.yaml');
      expect(refused).toThrow(/^x\.yaml:\d+:\d+: .*nested too deeply: 64 levels are the most/);
    }
    expect(parseYaml(`${'['.repeat(60)}${']'.repeat(60)}`, 'x.yaml').value).toHaveLength(1);
  });

  it('with 50 000 unknown keys names some of them, with their places, and how many more there are', async () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `unknown${index}: 1`);
    const text = ['problem_format_version: 2025-09', ...keys, ''].join('\n');
    const issues = await fixture.refusedYaml(text);
    const unknown = issues.filter(({ code }) => code === 'yaml-unknown-key');
    expect(unknown).toHaveLength(101);
    expect(unknown[99]).toMatchObject({ position: { line: 101, column: 1 } });
    expect(unknown[100]?.message).toMatch(/^and 49900 more/);
  });

  it('of any content is read or refused, never more', () => {
    const token = fc.constantFrom(
      'a',
      ': ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '!',
      '|',
      '>',
      '"',
      "'",
      '#',
      ' ',
      '?',
      '%',
      '0',
      '\t',
      '---\n',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 25 }), (tokens) => {
        try {
          parseYaml(tokens.join(''), 'x.yaml');
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
