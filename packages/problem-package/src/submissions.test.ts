import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, codes, legacy, modern, refusalOf, type Files } from '../test/fixture.ts';
import { checkDemands } from './expectation.ts';
import { matchesPath } from './glob.ts';
import { openPackage, type JurySubmission } from './index.ts';
import { readExpectedTag } from './verdict-names.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

async function submission(files: Files, path: string, base = modern): Promise<JurySubmission> {
  const { problem } = await fixture.read({ ...base, ...files });
  const found = problem.submissions.find((candidate) => candidate.path === `submissions/${path}`);
  if (found === undefined) throw new Error(`no ${path}`);
  return found;
}

const wrong = ['WA'];
const slow = ['TLE'];
const crash = ['RTE'];

describe('a jury submission', () => {
  it.each([
    ['accepted', ['AC']],
    ['wrong_answer', wrong],
    ['time_limit_exceeded', slow],
    ['run_time_error', crash],
    ['memory_limit_exceeded', ['MLE']],
    ['output_limit_exceeded', ['OLE']],
    ['wall_time_limit_exceeded', ['WTL']],
    ['compile_error', ['CE']],
    ['compiler_error', ['CE']],
    ['no_output', ['WA']],
    ['brute_force', [...slow, ...crash]],
    ['rejected', [...wrong, ...slow, ...crash]],
    ['Wrong-Answer', wrong],
  ])('in %s/ is expected to get %j, in both formats', async (folder, expected) => {
    for (const base of [modern, legacy]) {
      const found = await submission({ [`submissions/${folder}/x.py`]: 'x\n' }, `${folder}/x.py`, base);
      expect(found).toMatchObject({ expected, source: 'folder', language: 'python3' });
    }
  });

  it.each([
    ['mixed', '// @EXPECTED_RESULTS@: WRONG_ANSWER, TIME_LIMIT_EXCEEDED', [...wrong, ...slow]],
    ['rejected', '# @EXPECTED_RESULTS@: MLE', ['MLE']],
    ['rejected', '/* @EXPECTED_RESULTS@: CORRECT,RUN-ERROR */ int x;', ['AC', ...crash]],
    ['rejected', '<!-- @EXPECTED_RESULTS@: TIMELIMIT -->', slow],
    ['rejected', '@EXPECTED_RESULTS@: compiler-error', ['CE']],
    // A tag may narrow what the folder says.
    ['time_limit_exceeded', '# @EXPECTED_RESULTS@: WTL', ['WTL']],
    ['run_time_error', '# @EXPECTED_RESULTS@: MLE, RTE', ['RTE']],
  ])('in %s/ with %j is expected to get %j', async (folder, text, expected) => {
    const found = await submission({ [`submissions/${folder}/x.py`]: `a\n${text}\nb\n` }, `${folder}/x.py`);
    expect(found.source).toBe('@EXPECTED_RESULTS@');
    expect(found.expected.toSorted()).toEqual(expected.toSorted());
  });

  it.each<[string, Files, string]>([
    [
      'a tag that contradicts its folder',
      { 'submissions/accepted/x.py': '# @EXPECTED_RESULTS@: WA\n' },
      'expected-results-folder',
    ],
    [
      'a tag with an unknown name',
      { 'submissions/mixed/x.py': '# @EXPECTED_RESULTS@: GREAT, AC\n' },
      'expected-results-unknown',
    ],
    ['a folder that says nothing', { 'submissions/mixed/x.py': '\n' }, 'submission-folder'],
    ['files of no language', { 'submissions/accepted/x.xyz': '\n' }, 'submission-language'],
    [
      'files of two languages',
      { 'submissions/accepted/x/a.py': '\n', 'submissions/accepted/x/b.cpp': '\n' },
      'submission-language',
    ],
    ['no folder', { 'submissions/x.py': '\n' }, 'submission-place'],
  ])('with %s is warned of', async (_what, files, code) => {
    const { issues } = await fixture.read({ ...modern, ...files });
    expect(issues).toMatchObject([{ severity: 'warning', code }]);
  });

  it('may be a directory of files, headers among them', async () => {
    const found = await submission(
      { 'submissions/accepted/big/main.cpp': '', 'submissions/accepted/big/a.h': '' },
      'accepted/big',
    );
    expect(found).toMatchObject({
      language: 'cpp',
      files: ['submissions/accepted/big/a.h', 'submissions/accepted/big/main.cpp'],
    });
  });

  it('has its language guessed by the caller’s function where there is one', async () => {
    const { problem } = await fixture.read(modern, { guessLanguage: () => 'smalltalk' });
    expect(problem.submissions[0]?.language).toBe('smalltalk');
  });

  it('of several files begins where DOMjudge’s submissions.json says, in legacy packages', async () => {
    const files = {
      ...legacy,
      'submissions/accepted/two/a.py': 'import b\n',
      'submissions/accepted/two/b.py': 'import a\n',
      'submissions.json': '{"submissions/accepted/two/": {"entry_point": "b.py"}, "submissions/x": {}}',
    };
    const { problem, issues } = await fixture.read(files);
    expect(issues).toEqual([]);
    expect(problem.submissions.map(({ path, entryPoint }) => [path, entryPoint])).toEqual([
      ['submissions/accepted/good.cpp', null],
      ['submissions/accepted/two', 'b.py'],
    ]);
    for (const text of ['[]', '{"a": 3}', '{', '{"submissions/accepted/two/": {"entry_point": 3}}']) {
      const wrong = await fixture.read({ ...files, 'submissions.json': text });
      expect(codes(wrong.issues)).toEqual(['entry-points']);
    }
  });

  it('is missed when none is accepted', async () => {
    const { issues } = await fixture.read({ ...modern, 'submissions/accepted/good.cpp': null });
    expect(codes(issues)).toEqual(['accepted-missing']);
  });
});

describe('submissions.yaml', () => {
  const yaml = (text: string): Files => ({
    'submissions/rejected/x.py': '\n',
    'submissions/submissions.yaml': text,
  });

  it('gives language, entry point, authors and model solution', async () => {
    const found = await submission(
      {
        'submissions/submissions.yaml':
          'accepted/*:\n  language: python3\n  entrypoint: main.py\n  authors: Ada <a@a.example>\n  model_solution: true\n',
      },
      'accepted/good.cpp',
    );
    expect(found).toMatchObject({
      language: 'python3',
      entryPoint: 'main.py',
      authors: ['Ada'],
      isModelSolution: true,
      expected: ['AC'],
      source: 'folder',
    });
  });

  it.each([
    ['rejected/x.py:\n  permitted: [AC, TLE]\n  required: [TLE]\n', slow],
    ['rejected/x.py:\n  permitted: [AC, MLE]\n', ['MLE']],
    ['rejected/*.py: {permitted: [AC, WA, RTE], required: [WA]}\n', [...wrong, ...crash]],
    ['rejected: {required: [WA], permitted: [WA]}\n', wrong],
    ['rejected/x.py: {permitted: [CE]}\nrejected: {required: [CE]}\n', ['CE']],
    [
      '"{rejected,accepted}/{x,y}.py":\n  sample: {permitted: [AC]}\n  secret: {permitted: [AC, TLE], required: [TLE]}\n',
      slow,
    ],
    ['rejected/x.py:\n  sample: {permitted: [AC]}\n  secret: {permitted: [AC, WA]}\n', wrong],
    ['rejected/x.py: {use_for_time_limit: upper, permitted: [AC, TLE]}\n', slow],
  ])('%j leaves these final verdicts: %j', async (text, expected) => {
    const found = await submission(yaml(text), 'rejected/x.py');
    expect(found.source).toBe('submissions.yaml');
    expect(found.expected.toSorted()).toEqual(expected.toSorted());
  });

  it('whose demands exclude each other is an error', async () => {
    const text = 'rejected/x.py: {permitted: [AC]}\n';
    const { issues } = await fixture.read({ ...modern, ...yaml(text) });
    expect(issues).toMatchObject([
      { severity: 'error', code: 'submissions-yaml-impossible', file: 'submissions/rejected/x.py' },
    ]);
  });

  it('with a pattern that matches nothing is warned of', async () => {
    const { issues } = await fixture.read({ ...modern, ...yaml('rejected/y.py: {}\n') });
    expect(codes(issues)).toEqual(['submissions-yaml-unmatched']);
  });

  it.each([
    ['accepted/*: {permitted: [XX]}\n', 'yaml-value'],
    ['accepted/*: {secret: {permited: [AC]}}\n', 'yaml-unknown-key'],
    ['accepted/*: [AC]\n', 'yaml-value'],
    ['- accepted\n', 'yaml-value'],
  ])('saying %j is refused', async (text, code) => {
    const issues = await refusalOf(openPackage(fixture.write({ ...modern, ...yaml(text) })));
    expect(issues).toMatchObject([{ code, file: 'submissions/submissions.yaml' }]);
  });

  it('can be checked against a complete run', () => {
    const demands = [
      { tests: 'secret/*-hard', permitted: null, required: ['TLE' as const], message: null },
      { tests: 'sample', permitted: ['AC' as const], required: null, message: null },
      { tests: null, permitted: null, required: null, message: 'too big' },
    ];
    const good = [
      { name: 'sample/1', verdict: 'AC' as const },
      { name: 'secret/1-hard', verdict: 'TLE' as const, message: 'n is too big' },
    ];
    expect(checkDemands(demands, good).map(({ complaint }) => complaint)).toEqual([null, null, null]);
    const bad = [
      { name: 'sample/1', verdict: 'WA' as const },
      { name: 'secret/1-hard', verdict: 'AC' as const },
    ];
    expect(checkDemands(demands, bad).map(({ complaint }) => complaint)).toEqual([
      'no test case of secret/*-hard got TLE',
      'sample/1 got WA, permitted are AC',
      'no judge message of all test cases contains "too big"',
    ]);
  });
});

describe('an @EXPECTED_RESULTS@ tag', () => {
  it('is absent where there is none, and empty text is no verdict', () => {
    expect(readExpectedTag('AC')).toBeNull();
    expect(readExpectedTag('@EXPECTED_RESULTS@: ')).toEqual({ verdicts: [], unknown: [] });
  });
});

describe('a pattern', () => {
  it.each([
    ['accepted', 'accepted/a.py', true],
    ['accepted/*', 'accepted/a.py', true],
    ['accepted/*', 'accepted/dir/a.py', true],
    ['*', 'accepted/a.py', true],
    ['acc*ted/a.*', 'accepted/a.py', true],
    ['*/a.{py,cpp}', 'x/a.cpp', true],
    ['*/{a,b{1,2}}.py', 'x/b2.py', true],
    ['*/a.{py,cpp}', 'x/a.java', false],
    ['accepted/a', 'accepted/a.py', false],
    ['a.py', 'accepted/a.py', false],
    ['accepted/a.py/b', 'accepted/a.py', false],
    ['accepted/[ab].py', 'accepted/a.py', false],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(matchesPath(pattern, path)).toBe(matches);
  });

  it('agrees with a regular expression, and takes no exponential time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab*]{0,12}$/), fc.stringMatching(/^[ab]{0,12}$/), (pattern, name) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        expect(matchesPath(pattern, name)).toBe(expression.test(name));
      }),
    );
    expect(matchesPath(`${'*a'.repeat(50)}*b`, 'a'.repeat(200))).toBe(false);
    expect(matchesPath('{a,b}'.repeat(40), 'a'.repeat(40))).toBe(false);
  });
});
