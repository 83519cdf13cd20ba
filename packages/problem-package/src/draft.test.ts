import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, codes, modern, refusalOf, type Files } from '../test/fixture.ts';
import { openPackage } from './index.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

const uuid = 'uuid: 01890a5d-ac96-774b-bcce-b302099a8057';
const draft = (...lines: string[]): Files => ({
  ...modern,
  'problem.yaml': [
    'problem_format_version: 2023-07-draft',
    'name: Hourglass',
    uuid,
    'limits: {time_limit: 2}',
    ...lines,
    '',
  ].join('\n'),
});

describe('a package of a draft', () => {
  it.each(['2023-07-draft', '2023-07', '2025-09-draft', 'draft'])(
    '%s is read as 2025-09, with a warning',
    async (version) => {
      const { problem, issues } = await fixture.read({
        ...modern,
        'problem.yaml': `problem_format_version: ${version}\nname: Hourglass\n${uuid}\nlimits: {time_limit: 2}\n`,
      });
      expect(problem.format).toBe('2025-09');
      expect(issues.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'format-draft']]);
    },
  );

  it('may say in its own words what 2025-09 says in others, each with a warning at its line', async () => {
    const { problem, issues } = await fixture.read({
      ...draft(
        'type: pass-fail multi-pass',
        'source: Regional 2024',
        'source_url: https://regional.example/2024',
        'author: Ada A, Bo B and Cy C',
        'license: cc by-sa',
        'keywords: sand glass',
        'languages: c python3',
      ),
      'output_validator/check.py': '\n',
    });
    expect(problem).toMatchObject({
      type: { passFail: true, multiPass: true, interactive: false },
      sources: [{ name: 'Regional 2024', url: 'https://regional.example/2024' }],
      authors: ['Ada A', 'Bo B', 'Cy C'],
      keywords: ['sand', 'glass'],
      allowedLanguages: ['c', 'python3'],
    });
    const drafts = issues.filter(({ code }) => code === 'draft-key');
    expect(drafts.map(({ position }) => position?.line)).toEqual([5, 10, 11, 7, 8]);
    expect(drafts[0]?.message).toBe(
      'Key "type" is written as legacy or a draft of the format has it; it is read as the list [pass-fail, multi-pass].',
    );
  });

  it('is refused for keys that 2025-09 has not any more, all at once, with what replaces them', async () => {
    const files = draft('validation: custom interactive', 'validator_flags: float_tolerance 1e-6');
    files['problem.yaml'] = String(files['problem.yaml']).replace(
      '{time_limit: 2}',
      '{time_limit: 2, time_safety_margin: 4}',
    );
    const issues = await refusalOf(openPackage(fixture.write(files)));
    expect(codes(issues)).toEqual(['draft-key-gone', 'draft-key-gone', 'draft-key-gone']);
    expect(issues.map(({ message, position }) => [position?.line, message])).toEqual([
      [5, expect.stringMatching(/^Key "validation" .*"type: interactive"/)],
      [
        6,
        expect.stringMatching(/^Key "validator_flags" .*output_validator_args into data\/test_group\.yaml/),
      ],
      [4, expect.stringMatching(/^Key "limits.time_safety_margin" .*time_limit_to_tle/)],
    ]);
  });

  it.each(['type: pvp', 'type: pass-fail pvp', 'uuid2: 3', 'source_url: https://x.example'])(
    'is refused for %s as 2025-09 is',
    async (line) => {
      const [issue] = await refusalOf(openPackage(fixture.write(draft(line))));
      expect(issue?.severity).toBe('error');
      expect(issue?.message).toContain(line.slice(0, line.indexOf(':')));
    },
  );

  it('may have settings of groups that are not judged here, which are passed over with a warning', async () => {
    const { problem, issues } = await fixture.read({
      ...draft(),
      'data/secret/test_group.yaml':
        'scoring: {aggregation: sum}\nhint: turn it\noutput_validator_args: [float_tolerance, 1e-3]\n',
    });
    expect(codes(issues)).toEqual(['format-draft', 'yaml-unknown-key-legacy']);
    expect(problem.testCases.find(({ isSample }) => !isSample)).toMatchObject({
      validatorFlags: ['float_tolerance', '1e-3'],
      hint: 'turn it',
    });
  });
});

describe('a package of 2025-09', () => {
  it('may say it so too, as the format’s own examples do', async () => {
    const { problem, issues } = await fixture.read({
      ...modern,
      'problem.yaml': `problem_format_version: 2025-09\nname: x\n${uuid}\ntype: pass-fail submit-answer\nsource: A\nsource_url: https://x.example\nlimits: {time_limit: 1}\n`,
    });
    expect(codes(issues)).toEqual(['draft-key', 'draft-key']);
    expect(problem).toMatchObject({
      type: { submitAnswer: true },
      sources: [{ name: 'A', url: 'https://x.example' }],
    });
    const refused = await fixture.refusedYaml(
      `problem_format_version: 2025-09\nname: x\n${uuid}\nvalidation: default\n`,
    );
    expect(codes(refused)).toEqual(['draft-key-gone']);
  });

  it('may keep the settings of a group in testdata.yaml, with a warning; test_group.yaml outweighs it', async () => {
    const files = {
      ...modern,
      'data/secret/testdata.yaml': 'on_reject: break\noutput_validator_flags: float_tolerance 1e-4\n',
    };
    const first = await fixture.read(files);
    expect(codes(first.issues)).toEqual(['file-other-format']);
    expect(first.problem.testCases.map(({ validatorFlags }) => validatorFlags)).toEqual([
      [],
      ['float_tolerance', '1e-4'],
    ]);
    const second = await fixture.read({ ...files, 'data/secret/test_group.yaml': 'full_feedback: true\n' });
    expect(second.issues).toEqual([]);
    expect(second.problem.testCases[1]?.validatorFlags).toEqual([]);
  });

  it('is refused for arguments of a test case in a file of their own, which would not reach the program', async () => {
    const { issues } = await fixture.read({ ...modern, 'data/secret/01.args': '-x\n' });
    expect(issues).toMatchObject([
      { severity: 'error', code: 'test-args-file', message: expect.stringContaining('data/secret/01.yaml') },
    ]);
  });
});
