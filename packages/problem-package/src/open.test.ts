import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, codes, legacy, modern, type Files } from '../test/fixture.ts';
import { formatIssue, openPackage, sha256File, validatePackage, writePackageZip } from './index.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

/** Removes every file of the 2025-09 base. */
const withoutBase: Files = Object.fromEntries(Object.keys(modern).map((path) => [path, null]));

describe('a sound package', () => {
  it.each([
    ['2025-09', modern],
    ['legacy', legacy],
  ])('of %s has no issues', async (format, files) => {
    const { problem, issues } = await fixture.read(files);
    expect(problem.format).toBe(format);
    expect(issues).toEqual([]);
  });

  it('written to a zip and opened again is the same, and the bytes are the same every time', async () => {
    const files = { ...modern, 'output_validator/run': '#!/bin/sh\n', 'attachments/a/b.txt': 'x\n' };
    const opened = await openPackage(fixture.write(files), { hash: true });
    const first = join(fixture.folder, 'first.zip');
    const second = join(fixture.folder, 'second.zip');
    await writePackageZip(opened, first);
    await writePackageZip(await openPackage(fixture.write(files)), second);
    expect(await sha256File(first)).toBe(await sha256File(second));
    await using again = await openPackage(first, { hash: true, temporaryFolder: fixture.folder });
    expect(again.problem).toEqual(opened.problem);
    expect(await validatePackage(again)).toEqual(await validatePackage(opened));
  });

  it('keeps a time limit in .timelimit through an archive', async () => {
    const files = { ...legacy, 'domjudge-problem.ini': null, '.timelimit': '3\n' };
    const zip = join(fixture.folder, 'timelimit.zip');
    await writePackageZip(await openPackage(fixture.write(files)), zip);
    await using opened = await openPackage(zip, { temporaryFolder: fixture.folder });
    expect(opened.problem.limits).toMatchObject({ timeLimitMs: 3000, timeLimitSource: '.timelimit' });
  });

  it('gives its files with constants replaced where the format says so, and only there', async () => {
    const text = 'At most {{n}}, not {{m}}. {{remainingsamples}}\n';
    const root = fixture.write({
      ...modern,
      'problem.yaml': `${String(modern['problem.yaml'])}constants: {n: 1000}\n`,
      'statement/problem.en.md': text,
      'submissions/accepted/good.cpp': 'int n = {{n}};\n',
      'data/secret/01.in': '{{n}}\n',
    });
    const opened = await openPackage(root);
    const read = async (path: string): Promise<string> => (await opened.read(path)).toString();
    expect(await read('statement/problem.en.md')).toBe('At most 1000, not {{m}}. {{remainingsamples}}\n');
    expect(await read('submissions/accepted/good.cpp')).toBe('int n = 1000;\n');
    expect(await read('data/secret/01.in')).toBe('{{n}}\n');
    expect((await validatePackage(opened)).map(formatIssue)).toEqual([
      'statement/problem.en.md: "m" is not one of the problem’s constants and stays as it is.',
    ]);
  });

  it('is refused where a few letters mean more than a file may have', async () => {
    const root = fixture.write({
      ...modern,
      'problem.yaml': `${String(modern['problem.yaml'])}constants: {n: ${'x'.repeat(100_000)}, m: 1}\n`,
      'submissions/accepted/good.cpp': `// {{m}}${'{{n}}'.repeat(200)}\n`,
    });
    const opened = await openPackage(root);
    const reason =
      'submissions/accepted/good.cpp: With the constants of problem.yaml filled in, the file is larger than 16777216 bytes. ' +
      'Most of it is constants.n: shorten the value, or use it less often.';
    expect((await validatePackage(opened)).map(formatIssue)).toEqual([reason]);
    await expect(opened.read('submissions/accepted/good.cpp')).rejects.toThrow(reason);
  });

  it('is refused where settings of tests would be filled in to more than YAML may have', async () => {
    const files = {
      ...modern,
      'problem.yaml': `${String(modern['problem.yaml'])}constants: {n: ${'x'.repeat(100_000)}}\n`,
      'data/secret/test_group.yaml': `description: ${'{{n}}'.repeat(20)}\n`,
    };
    await expect(fixture.read(files)).rejects.toThrow(
      /^data\/secret\/test_group\.yaml: .*larger than 1048576 bytes\. Most of it is constants\.n:/,
    );
  });

  it('gives no file that is not its own', async () => {
    const opened = await openPackage(fixture.write(modern));
    expect(() => opened.resolve('../../etc/passwd')).toThrow(/no such file/);
    await expect(opened.read('/etc/passwd')).rejects.toThrow(/no such file/);
  });
});

describe('statements', () => {
  it('are listed per language, the best to show first, with the files beside them', async () => {
    const { problem, issues } = await fixture.read({
      ...modern,
      'problem.yaml': String(modern['problem.yaml']).replace('name: Hourglass', 'name: {en: A, pt-BR: B}'),
      'statement/problem.en.pdf': '%PDF\n',
      'statement/problem.en.tex': '\n',
      'statement/problem.pt-BR.html': '<p>\n',
      'statement/sand.svg': '<svg/>\n',
    });
    expect(issues).toEqual([]);
    expect(problem.statements.map(({ language, format }) => `${language} ${format}`)).toEqual([
      'en markdown',
      'en pdf',
      'en tex',
      'pt-BR html',
    ]);
    expect(problem.statements[0]?.resources).toEqual(['statement/sand.svg']);
  });

  it('are found under the other format’s folder and in the root, with a warning or without', async () => {
    const other = await fixture.read({
      ...legacy,
      'problem_statement/problem.en.pdf': null,
      'statement/problem.md': 'x\n',
    });
    expect(other.problem.statements).toMatchObject([{ language: 'en', format: 'markdown' }]);
    expect(codes(other.issues)).toEqual(['folder-other-format']);
    const root = await fixture.read({
      ...legacy,
      'problem_statement/problem.en.pdf': null,
      'problem.pdf': '%PDF\n',
    });
    expect(root.problem.statements).toMatchObject([{ format: 'pdf', path: 'problem.pdf' }]);
    const none = await fixture.read({ ...legacy, 'problem_statement/problem.en.pdf': null });
    expect(codes(none.issues)).toEqual(['statement-missing']);
  });
});

describe('the name', () => {
  it.each([
    ['\\problemname{Sand \\& Glass}\n%% plainproblemname: Sand and Glass\n', 'Sand and Glass'],
    ['\\problemname{Hourglass}\n', 'Hourglass'],
  ])('may be left to the LaTeX statement: %j', async (text, name) => {
    const { problem, issues } = await fixture.read({
      ...legacy,
      'problem.yaml': 'source: x\n',
      'problem_statement/problem.en.pdf': null,
      'problem_statement/problem.sv.tex': text,
    });
    expect(problem.names).toEqual({ sv: name });
    expect(issues).toEqual([]);
  });
});

describe('smaller complaints', () => {
  it.each<[string, Files]>([
    ['format-draft', { 'problem.yaml': String(modern['problem.yaml']).replace('2025-09', '2025-09-draft') }],
    ['name-missing', { ...withoutBase, ...legacy, 'problem.yaml': 'limits: {memory: 5}\n' }],
    ['statement-name', { 'statement/problem.English.md': 'x\n' }],
    ['input-validator-missing', { 'input_validators/check.py': null }],
    ['program-duplicate', { 'input_validators/check.cpp': '\n' }],
    ['output-limit-low', { 'data/secret/01.ans': Buffer.alloc((8 << 20) + 1, '\n') }],
  ])('%s', async (code, change) => {
    const { issues } = await fixture.read({ ...modern, ...change });
    expect(codes(issues)).toEqual([code]);
  });

  it('short-name and data-large', async () => {
    const named = await fixture.read(modern, { shortName: 'Hour-Glass' });
    expect(codes(named.issues)).toEqual(['short-name']);
    const root = fixture.write({ ...modern, 'data/secret/01.in': '' });
    // Sparse: a hundred megabytes that take no room.
    truncateSync(join(root, 'data/secret/01.in'), 101 << 20);
    const issues = await validatePackage(await openPackage(root));
    expect(codes(issues)).toEqual(['data-large', 'data-final-newline']);
  });
});

describe('an issue', () => {
  it('shows what comes from the package free of control characters and of bounded length', async () => {
    const { issues } = await fixture.read({
      ...modern,
      'submissions/mixed/x.py': `# @EXPECTED_RESULTS@: \u001b[31m${'x'.repeat(5000)}\n`,
    });
    const text = issues.map(formatIssue).join();
    // oxlint-disable-next-line no-control-regex -- that is the point
    expect(text).not.toMatch(/[\u0000-\u001f]/);
    expect(text.length).toBeLessThan(2000);
  });
});
