import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, codes, legacy, modern, refusalOf, type Files } from '../test/fixture.ts';
import { openPackage } from './index.ts';
import type { Issue } from './index.ts';
import { compareNames } from './test-data.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

async function issuesOf(files: Files): Promise<Issue[]> {
  return (await fixture.read(files)).issues;
}

describe('test cases', () => {
  it('are judged samples first, then secret, each level in byte order', async () => {
    const names = ['2', '10', 'a-b', 'a/2', 'a/10', 'B', 'z/y/1'];
    const files: Files = { ...legacy, 'data/secret/01.in': null, 'data/secret/01.ans': null };
    for (const name of names) {
      files[`data/secret/${name}.in`] = '1\n';
      files[`data/secret/${name}.ans`] = '1\n';
    }
    const { problem } = await fixture.read(files);
    expect(problem.testCases.map(({ name }) => name)).toEqual([
      'sample/1',
      'secret/10',
      'secret/2',
      'secret/B',
      'secret/a/10',
      'secret/a/2',
      'secret/a-b',
      'secret/z/y/1',
    ]);
    expect(problem.testCases.at(-1)?.group).toBe('secret/z/y');
  });

  it('are in a total order in which a group stays together', () => {
    const name = fc.array(fc.constantFrom('a', 'a-b', 'b', '1', '10', '2', 'A'), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (parts) => {
        const names = parts.map((part) => part.join('/')).sort(compareNames);
        for (const [index, first] of names.entries()) {
          for (const second of names.slice(index)) expect(compareNames(first, second)).toBeLessThanOrEqual(0);
        }
        const groups = names.map((path) => path.split('/')[0]);
        const runs = groups.filter((group, index) => group !== groups[index - 1]);
        expect(new Set(runs).size).toBe(runs.length);
      }),
    );
  });

  it('carry hashes when asked, sizes always', async () => {
    const { problem } = await fixture.read(modern, { hash: true });
    expect(problem.testCases[0]).toMatchObject({
      inputBytes: 2,
      inputSha256: '4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865',
      answerSha256: '53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3',
    });
  });

  it('take settings from their own file, then their group’s, then secret’s', async () => {
    const { problem, issues } = await fixture.read({
      ...modern,
      'data/secret/01.in': null,
      'data/secret/01.ans': null,
      'data/secret/g/1.in': '1\n',
      'data/secret/g/1.ans': '1\n',
      'data/secret/g/2.in': '1\n',
      'data/secret/g/2.ans': '1\n',
      'data/secret/g/2.yaml':
        'output_validator_args: []\nargs: [x]\ndescription: edge\nhint: look\nfull_feedback: true\n',
      'data/secret/g/2.files/extra.txt': 'x\n',
      'data/secret/g/2.png': 'p',
      'data/secret/test_group.yaml': 'input_validator_args: {check: [--secret]}\n',
      'data/secret/g/test_group.yaml': 'output_validator_args: [float_tolerance, 1e-6]\n',
    });
    expect(issues).toEqual([]);
    expect(problem.testCases.slice(1)).toMatchObject([
      {
        name: 'secret/g/1',
        group: 'secret/g',
        validatorFlags: ['float_tolerance', '1e-6'],
        inputValidatorFlags: { check: ['--secret'] },
        args: [],
        fullFeedback: false,
      },
      {
        name: 'secret/g/2',
        validatorFlags: [],
        args: ['x'],
        description: 'edge',
        hint: 'look',
        fullFeedback: true,
        files: ['data/secret/g/2.files/extra.txt'],
        imagePath: 'data/secret/g/2.png',
      },
    ]);
  });

  it('of legacy take flags of problem.yaml and of the nearest testdata.yaml, and annotations', async () => {
    const { problem } = await fixture.read({
      ...legacy,
      'problem.yaml': 'name: x\nvalidator_flags: case_sensitive\n',
      'data/secret/testdata.yaml': 'output_validator_flags: float_tolerance 1e-4\non_reject: continue\n',
      'data/secret/01.desc': 'the edge\n',
      'data/secret/01.hint': 'think\n',
    });
    expect(problem.testCases.map(({ validatorFlags }) => validatorFlags)).toEqual([
      ['case_sensitive'],
      ['case_sensitive', 'float_tolerance', '1e-4'],
    ]);
    expect(problem.testCases[1]).toMatchObject({ description: 'the edge', hint: 'think' });
  });

  it('that are samples know what to show and what to hand out', async () => {
    const { problem, issues } = await fixture.read({
      ...modern,
      'data/sample/1.in.statement': 's\n',
      'data/sample/1.in.download': 'd\n',
      'data/sample/1.out': 'o\n',
    });
    expect(issues).toEqual([]);
    expect(problem.testCases[0]).toMatchObject({
      inputPath: 'data/sample/1.in',
      answerPath: 'data/sample/1.ans',
      display: {
        inputPath: 'data/sample/1.in.statement',
        answerPath: 'data/sample/1.out',
        downloadInputPath: 'data/sample/1.in.download',
        downloadAnswerPath: 'data/sample/1.out',
        interactionPath: null,
      },
    });
  });

  it('for validators (2025-09) are kept apart and never judged', async () => {
    const { problem } = await fixture.read({
      ...modern,
      'data/invalid_input/x.in': '-\n',
      'data/invalid_output/y.in': '1\n',
      'data/invalid_output/y.ans': '1\n',
      'data/invalid_output/y.out': '2\n',
    });
    expect(problem.testCases).toHaveLength(2);
    expect(problem.validatorTests.map(({ kind, name }) => [kind, name])).toEqual([
      ['invalid_input', 'invalid_input/x'],
      ['invalid_output', 'invalid_output/y'],
    ]);
  });
});

describe('test data', () => {
  it.each<[string, Files, string, string, string]>([
    [
      'without secret cases',
      { 'data/secret/01.in': null, 'data/secret/01.ans': null },
      'error',
      'test-data-missing',
      'data/secret',
    ],
    [
      'with an input without answer',
      { 'data/secret/02.in': '1\n' },
      'error',
      'answer-missing',
      'data/secret/02.in',
    ],
    [
      'with an answer without input',
      { 'data/secret/02.ans': '1\n' },
      'error',
      'answer-orphan',
      'data/secret/02.ans',
    ],
    [
      'with a stray picture',
      { 'data/secret/02.png': 'x' },
      'warning',
      'test-file-orphan',
      'data/secret/02.png',
    ],
    [
      'with Windows line ends',
      { 'data/secret/01.in': '5\n6\r\n7\r\n' },
      'warning',
      'data-crlf',
      'data/secret/01.in',
    ],
    [
      'with a byte-order mark',
      { 'data/secret/01.in': '\ufeff5\n' },
      'warning',
      'data-bom',
      'data/secret/01.in',
    ],
    [
      'without a last newline',
      { 'data/secret/01.ans': '6' },
      'warning',
      'data-final-newline',
      'data/secret/01.ans',
    ],
    [
      'with groups beside cases',
      { 'data/secret/g/1.in': '1\n', 'data/secret/g/1.ans': '1\n' },
      'warning',
      'test-data-mixed',
      'data/secret',
    ],
    [
      'with groups of samples',
      { 'data/sample/g/1.in': '1\n', 'data/sample/g/1.ans': '1\n' },
      'warning',
      'sample-group',
      'data/sample/g',
    ],
    [
      'with two pictures',
      { 'data/secret/01.png': 'x', 'data/secret/01.svg': 'x' },
      'warning',
      'image-several',
      'data/secret/01.png',
    ],
    [
      'with .out beside .ans.statement',
      {
        'data/sample/1.out': '2\n',
        'data/sample/1.ans.statement': '2\n',
        'data/sample/1.ans.download': '2\n',
      },
      'error',
      'sample-display',
      'data/sample/1.out',
    ],
    [
      'with an answer no output may reach',
      { 'data/secret/01.ans': Buffer.alloc(9 << 20, '1\n') },
      'error',
      'output-limit-low',
      'data/secret/01.ans',
    ],
    [
      'with a case named like the group’s settings',
      { 'data/secret/test_group.in': '1\n', 'data/secret/test_group.ans': '1\n' },
      'error',
      'test-name-reserved',
      'data/secret/test_group.in',
    ],
  ])('%s', async (_what, change, severity, code, file) => {
    const issues = await issuesOf({ ...modern, ...change });
    expect(issues.map((issue) => [issue.severity, issue.code, issue.file])).toEqual([[severity, code, file]]);
  });

  it('with a directory named like a case is an error', async () => {
    const issues = await issuesOf({ ...legacy, 'data/secret/01/1.in': '1\n', 'data/secret/01/1.ans': '1\n' });
    expect(codes(issues)).toEqual(['test-name-clash']);
  });

  it('names the line of the first Windows line end, also across chunks of reading', async () => {
    const chunk = 1 << 20;
    for (const lead of [chunk - 2, chunk - 1, chunk]) {
      const text = `${'x'.repeat(lead - 4)}\n\n\n\nabc\r\n`.slice(-lead - 5);
      const input = Buffer.from(`${'x'.repeat(lead - 3)}\n\n\r\n${text.slice(0, 3)}\n`);
      const issues = await issuesOf({ ...modern, 'data/secret/01.in': input });
      expect(issues.map((issue) => issue.message)).toEqual([expect.stringContaining('first in line 3)')]);
    }
  });

  it('with wrong arguments of the default validator is an error, reported once per list', async () => {
    const issues = await issuesOf({
      ...modern,
      'data/secret/test_group.yaml': 'output_validator_args: [float_tolerence, "1"]\n',
      'data/secret/02.in': '1\n',
      'data/secret/02.ans': '1\n',
    });
    expect(issues).toMatchObject([{ severity: 'error', code: 'validator-flags' }]);
    expect(issues[0]?.message).toContain('"float_tolerence"');
  });

  it.each([
    ['data/secret/test_group.yaml', 'output_validator_flags: x\n', 'yaml-unknown-key'],
    ['data/secret/test_group.yaml', 'output_validator_args: x\n', 'yaml-value'],
    ['data/secret/01.yaml', 'full_feedback: maybe\n', 'yaml-value'],
    ['data/secret/01.yaml', 'args: [\n', 'yaml-syntax'],
    ['data/secret/01.yaml', 'max_score: 3\n', 'yaml-unknown-key'],
  ])('is refused when %s says %j', async (path, text, code) => {
    const issues = await refusalOf(openPackage(fixture.write({ ...modern, [path]: text })));
    expect(issues).toMatchObject([{ code, file: path }]);
  });
});
