import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, codes, legacy, modern } from '../test/fixture.ts';
import { PackageError } from './issue.ts';
import { kindOf } from './kind.ts';
import { readMetadata2025 } from './metadata-2025-09.ts';
import { readMetadataLegacy } from './metadata-legacy.ts';
import { parseYaml, type YamlFile } from './yaml-file.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

function withYaml(...lines: string[]): typeof modern {
  return { ...modern, 'problem.yaml': `${lines.join('\n')}\n` };
}

const head = ['problem_format_version: 2025-09', 'name: N', 'uuid: 01890a5d-ac96-774b-bcce-b302099a8057'];

describe('problem.yaml of 2025-09', () => {
  it('gives name, limits, type, people and the rest', async () => {
    const { problem, issues } = await fixture.read({
      ...withYaml(
        'problem_format_version: 2025-09',
        'type: [pass-fail, interactive]',
        'name: {en: Sand, sv: Sand på svenska}',
        'uuid: 01890a5d-ac96-774b-bcce-b302099a8057',
        'version: "1.2"',
        'credits:',
        '  authors: [Ada A <ada@a.example>, {name: Bo B, email: bo@b.example}]',
        'source: [{name: Regional 2026, url: "https://r.example"}, Other]',
        'license: cc by-sa',
        'limits: {time_limit: 0.25, memory: 64, output: 2, code: 7, compilation_time: 3, time_multipliers: {ac_to_time_limit: 3}}',
        'keywords: [sand, glass]',
        'languages: [cpp, python3]',
        'allow_file_writing: true',
        'constants: {n: 100, name: "x"}',
      ),
      'statement/problem.sv.md': 'Vänd.\n',
      'output_validator/validate.cpp': 'int main() {}\n',
    });
    expect(issues).toEqual([]);
    expect(problem).toMatchObject({
      format: '2025-09',
      names: { en: 'Sand', sv: 'Sand på svenska' },
      type: { passFail: true, scoring: false, interactive: true, multiPass: false, submitAnswer: false },
      version: '1.2',
      authors: ['Ada A', 'Bo B'],
      sources: [
        { name: 'Regional 2026', url: 'https://r.example' },
        { name: 'Other', url: null },
      ],
      license: 'cc by-sa',
      keywords: ['sand', 'glass'],
      allowedLanguages: ['cpp', 'python3'],
      allowFileWriting: true,
      constants: { n: '100', name: 'x' },
      limits: {
        timeLimitMs: 250,
        timeLimitSource: 'problem.yaml',
        acToTimeLimit: 3,
        timeLimitToTle: 1.5,
        memoryMiB: 64,
        outputMiB: 2,
        codeKiB: 7,
        compilationTimeS: 3,
        validationTimeS: 60,
      },
      validator: { kind: 'custom', interactive: true, directory: 'output_validator', language: 'cpp' },
    });
  });

  it.each([
    ['an unknown key', 'nmae: x', 'yaml-unknown-key', 4],
    ['an unknown limit', 'limits: {time: 1}', 'yaml-unknown-key', 4],
    ['a memory of text', 'limits: {memory: lots}', 'yaml-value', 4],
    ['a memory of nothing', 'limits: {memory: 0}', 'yaml-value', 4],
    ['a memory that is not whole', 'limits: {memory: 1.5}', 'yaml-value', 4],
    ['limits that are a list', 'limits: [1]', 'yaml-value', 4],
    ['an unknown type', 'type: batch', 'yaml-value', 4],
    ['keywords in a map', 'keywords: {a: b}', 'yaml-value', 4],
    ['an unknown licence', 'license: mine', 'yaml-value', 4],
    ['a constant that is a list', 'constants: {a: [1]}', 'yaml-value', 4],
    ['a constant with a bad name', 'constants: {a-b: 1}', 'yaml-value', 4],
    ['a bad embargo', 'embargo_until: tomorrow', 'yaml-value', 4],
    ['a prototype', 'constants: {__proto__: 1}', 'yaml-value', 0],
  ])('is refused for %s, with the line', async (_what, line, code, at) => {
    const [issue] = await fixture.refusedYaml([...head, line, ''].join('\n'));
    expect(issue).toMatchObject({ code, file: 'problem.yaml' });
    if (at > 0) expect(issue?.position?.line).toBe(at);
  });

  it('takes a key with nothing behind its colon as not given', async () => {
    const { issues } = await fixture.read(
      withYaml(...head, 'limits: {time_limit: 1}', 'credits:', 'keywords:', 'source:'),
    );
    expect(issues).toEqual([]);
  });

  it('reports all complaints at once', async () => {
    const issues = await fixture.refusedYaml(
      [...head, 'keywords: 1', 'limits:', '  memory: -1', 'colour: red', ''].join('\n'),
    );
    expect(issues.map((issue) => [issue.code, issue.position?.line, issue.position?.column])).toEqual([
      ['yaml-value', 4, 11],
      ['yaml-value', 6, 11],
      ['yaml-unknown-key', 7, 1],
    ]);
  });

  it.each(['0', '-1', '.nan', '.inf', '"2"', 'two', '[1]', '1e9', 'null'])(
    'calls a time limit of %s an error',
    async (value) => {
      const { issues } = await fixture.read(withYaml(...head, 'limits:', `  time_limit: ${value}`));
      expect(issues).toMatchObject([
        { severity: 'error', code: 'time-limit-invalid', position: { line: 5 } },
      ]);
    },
  );

  it('may leave the time limit open, which is assumed and warned of', async () => {
    const { problem, issues } = await fixture.read(withYaml(...head), { limits: { timeLimitMs: 4000 } });
    expect(codes(issues)).toEqual(['time-limit-missing']);
    expect(problem.limits).toMatchObject({ timeLimitMs: 4000, timeLimitSource: 'assumed' });
  });

  it.each([
    ['type: [pass-fail, scoring]', 'type-conflict'],
    ['type: [interactive, submit-answer]', 'type-conflict'],
    ['type: interactive', 'validator-needed'],
    ['type: multi-pass', 'validator-needed'],
    ['license: cc by', 'rights-owner'],
    ['rights_owner: me\nlicense: public domain', 'rights-owner'],
  ])('with %j gives %s', async (line, code) => {
    const { issues } = await fixture.read(withYaml(...head, 'limits: {time_limit: 1}', line));
    expect(codes(issues)).toContain(code);
  });

  it('warns when names and statements are not in the same languages, and of a missing uuid', async () => {
    const { issues } = await fixture.read(
      withYaml('problem_format_version: 2025-09', 'name: {de: Sand}', 'limits: {time_limit: 1}'),
    );
    expect(codes(issues).toSorted()).toEqual(['name-languages', 'uuid-missing']);
  });
});

describe('problem_format_version', () => {
  it.each(['2031-01', '2024-07-draft', '1', '[2025-09]'])('%s is refused', async (version) => {
    const issues = await fixture.refusedYaml(`problem_format_version: ${version}\nname: x\n`);
    expect(codes(issues)).toEqual(['format-unknown']);
  });

  it.each([
    ['legacy', 'legacy'],
    ['legacy-icpc', 'legacy'],
  ])('%s is the %s format', async (version, format) => {
    const { problem } = await fixture.read({
      ...legacy,
      'problem.yaml': `problem_format_version: ${version}\nname: x\n`,
    });
    expect(problem.format).toBe(format);
  });
});

describe('problem.yaml of legacy', () => {
  it('gives names, limits, validation and people, with DOMjudge’s side files', async () => {
    const { problem, issues } = await fixture.read({
      ...legacy,
      'problem.yaml': [
        'name: Hourglass',
        'author: Ada A and Bo B, Cy C',
        'source: Regional',
        'license: cc by-sa',
        'rights_owner: Us',
        'limits: {memory: 512, output: 16, time_multiplier: 4}',
        'validation: custom',
        'validator_flags: float_tolerance 1e-6 "two words"',
        'keywords: sand glass',
        '',
      ].join('\n'),
      'output_validators/check/check.cc': 'int main() {}\n',
      'output_validators/check/check.h': '\n',
    });
    expect(issues).toEqual([]);
    expect(problem).toMatchObject({
      format: 'legacy',
      names: { en: 'Hourglass' },
      color: '#ff0000',
      authors: ['Ada A', 'Bo B', 'Cy C'],
      keywords: ['sand', 'glass'],
      limits: {
        timeLimitMs: 2500,
        timeLimitSource: 'domjudge-problem.ini',
        memoryMiB: 512,
        outputMiB: 16,
        acToTimeLimit: 4,
      },
      validator: {
        kind: 'custom',
        directory: 'output_validators/check',
        language: 'cpp',
        flags: ['float_tolerance', '1e-6', 'two words'],
      },
    });
    expect(problem.testCases[0]?.validatorFlags).toEqual(['float_tolerance', '1e-6', 'two words']);
  });

  it('takes the time limit from problem.yaml, then domjudge-problem.ini, then .timelimit', async () => {
    const all = { ...legacy, '.timelimit': '7\n', 'problem.yaml': 'name: x\nlimits: {time_limit: 1}\n' };
    const first = await fixture.read(all);
    expect(first.problem.limits).toMatchObject({ timeLimitMs: 1000, timeLimitSource: 'problem.yaml' });
    expect(codes(first.issues)).toEqual(['time-limit-conflict', 'time-limit-conflict']);
    const second = await fixture.read({ ...all, 'problem.yaml': 'name: x\n', '.timelimit': '2.5' });
    expect(second.problem.limits.timeLimitSource).toBe('domjudge-problem.ini');
    expect(second.issues).toEqual([]);
    const third = await fixture.read({ ...all, 'problem.yaml': 'name: x\n', 'domjudge-problem.ini': null });
    expect(third.problem.limits).toMatchObject({ timeLimitMs: 7000, timeLimitSource: '.timelimit' });
  });

  it.each(["'0'", '-1', 'soon', '', '1e999'])(
    'calls a side file’s time limit of %s an error',
    async (value) => {
      const { issues } = await fixture.read({ ...legacy, 'domjudge-problem.ini': `timelimit=${value}\n` });
      expect(codes(issues)).toContain('time-limit-invalid');
    },
  );

  it('takes the passes and the writing of files that other systems write into legacy packages', async () => {
    const { problem, issues } = await fixture.read({
      ...legacy,
      'problem.yaml':
        'name: x\nvalidation: custom multi-pass\nlimits:\n  validation_passes: 26\nallow_file_writing: true\n',
      'output_validators/check.py': '\n',
    });
    expect(issues).toEqual([]);
    expect(kindOf(problem)).toEqual({
      interactive: false,
      submitAnswer: false,
      passes: 26,
      fileWriting: true,
    });
    const wrong = { ...legacy, 'problem.yaml': 'name: x\nlimits:\n  validation_passes: 1\n' };
    await expect(fixture.read(wrong)).rejects.toThrow('validation_passes: must be at least 2 passes');
  });

  it('warns of private keys and of a validator that is not used', async () => {
    const { issues } = await fixture.read({
      ...legacy,
      'problem.yaml': 'name: x\ndifficulty: 3\n',
      'output_validators/check.py': '\n',
    });
    expect(codes(issues)).toEqual(['yaml-unknown-key-legacy', 'validator-unused']);
  });

  it('is refused for a custom validator that is not there, or for two', async () => {
    const custom = { ...legacy, 'problem.yaml': 'name: x\nvalidation: custom\n' };
    expect(codes((await fixture.read(custom)).issues)).toEqual(['validator-missing']);
    const two = { ...custom, 'output_validators/a/a.py': '\n', 'output_validators/b/b.py': '\n' };
    expect(codes((await fixture.read(two)).issues)).toEqual(['validator-several']);
    const unclear = { ...custom, 'output_validators/a/a.xyz': '\n' };
    expect(codes((await fixture.read(unclear)).issues)).toEqual(['validator-language']);
    const script = {
      ...custom,
      'output_validators/a/a.xyz': '\n',
      'output_validators/a/build': '#!/bin/sh\n',
    };
    expect((await fixture.read(script)).issues).toEqual([]);
    const wrong = { ...legacy, 'problem.yaml': 'name: x\nvalidation: custom wild\n' };
    expect(codes((await fixture.read(wrong)).issues)).toContain('yaml-value');
  });

  it('may be absent where there is a domjudge-problem.ini', async () => {
    const { problem } = await fixture.read({
      ...legacy,
      'problem.yaml': null,
      'domjudge-problem.ini': 'name=Old\ntimelimit=3\n',
    });
    expect(problem).toMatchObject({ names: { en: 'Old' }, limits: { timeLimitMs: 3000 } });
  });
});

describe('sandglass.yaml', () => {
  const own = (text: string): typeof modern => ({ ...modern, 'sandglass.yaml': text });

  it('names limits that no format has a key for', async () => {
    const { problem, issues } = await fixture.read(
      own('limits:\n  wall_time: 12.5\n  processes: 1\n  file_size: 2\n  box: 96\n'),
    );
    expect(issues).toEqual([]);
    expect(problem.limits).toMatchObject({ wallTimeMs: 12_500, processes: 1, fileSizeMiB: 2, boxMiB: 96 });
    expect((await fixture.read(modern)).problem.limits).not.toHaveProperty('processes');
  });

  it.each([
    ['limits: {wall_time: 0}', 'limits.wall_time: must be a number of seconds above 0 and up to 3600'],
    ['limits: {wall_time: 3601}', 'limits.wall_time: must be'],
    ['limits: {processes: 1025}', 'limits.processes: must be a whole number of processes from 1 to 1024'],
    ['limits: {file_size: 0.5}', 'limits.file_size: must be a whole number of MiB from 1 to 128'],
    ['limits: {box: 63}', 'limits.box: must be a whole number of MiB from 64 to 512'],
    ['limits: {box: 513}', 'limits.box: must be'],
    ['limits: {memory: 1}', 'limits.memory'],
    ['limits: 3', 'limits: must be a map with wall_time, processes, file_size, box'],
    ['wall_time: 3', 'wall_time'],
    ['3', 'must be a map with limits'],
  ])('is refused for %s', async (text, says) => {
    await expect(fixture.read(own(`${text}\n`))).rejects.toThrow(says);
  });
});

describe('metadata of any content', () => {
  const keys = fc.constantFrom(
    ...'type name uuid version credits source license rights_owner embargo_until limits'.split(' '),
    ...'keywords languages allow_file_writing constants author validation validator_flags x'.split(' '),
  );
  const limit = fc.constantFrom('time_limit', 'memory', 'output', 'time_multipliers', 'time_multiplier', 'x');
  const small = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('pass-fail', 'custom', 'default', 'cc0', 1, -1, 0.5),
  );
  const content = fc.oneof(small, fc.dictionary(limit, small));

  it.each([
    ['2025-09', readMetadata2025],
    ['legacy', (yaml: YamlFile) => readMetadataLegacy(yaml, null, null)],
  ])('is read or refused as %s, never more', (version, read) => {
    let kept = 0;
    fc.assert(
      fc.property(fc.dictionary(keys, content, { maxKeys: 4, noNullPrototype: true }), (values) => {
        const text = JSON.stringify({ name: 'N', ...values, problem_format_version: version });
        try {
          const { limits } = read(parseYaml(text, 'problem.yaml'));
          for (const value of Object.values(limits)) expect(value).not.toBeNaN();
          kept++;
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError);
        }
      }),
      { numRuns: 1000 },
    );
    expect(kept).toBeGreaterThan(20);
  });
});
