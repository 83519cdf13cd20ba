/** What people mistype: each is refused with one line that names it, and nothing is begun. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPackage, writePackageZip } from '@sandglass/problem-package';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from './commands.ts';
import { runWords } from './run-words.ts';
import { doubleInC, smallPackage } from './testing/small-package.ts';

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let written: { stdout: string; stderr: string };
beforeEach(() => {
  written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  // Neither a stack nor an image of this machine shall be found.
  vi.stubEnv('SANDGLASS_DATA_FOLDER', join(tmpdir(), 'no-sandglass-here'));
  vi.stubEnv('SANDGLASS_ROOTFS', '');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function outcome(argv: readonly string[]): Promise<Outcome> {
  const status = await runWords(argv);
  const { stdout, stderr } = written;
  return { status, stdout, stderr };
}

/** One line that says it, and one that says where to read on. */
async function expectRefused(argv: readonly string[], says: RegExp, status = 2): Promise<void> {
  const { status: was, stdout, stderr } = await outcome(argv);
  const [line = '', hint = '', ...more] = stderr.split('\n');
  expect({ status: was, stdout, more: more.join('') }).toEqual({ status, stdout: '', more: '' });
  expect(line).toMatch(/^sandglass( [a-z]+)?: ./);
  expect(line).toMatch(says);
  expect(line).not.toMatch(/undefined|\[object|Cannot read|\bat .*:\d+:\d+|Error:|\.\.(?![/.])|\.$.*\.$/);
  expect(hint).toMatch(/^(\.\/sandglass help [a-z]+ shows how it is called\.)?$/);
}

/** Options that take a value, options that take none, and words with which the command would begin. */
const known: Readonly<Record<string, readonly [values: string, flags: string, words: readonly string[]]>> = {
  judge: ['problem language entry-point rootfs', 'all json', []],
  verify: ['jobs rootfs', 'json', []],
  generate: ['command rootfs', 'check once no-answers json', []],
  import: ['url user password-file data id', '', []],
  judgehost: ['url token-file name slots smt reserve data rootfs', '', []],
  bench: ['', 'json quick save', ['gap']],
  fuzz: ['minutes seed input', '', ['yaml']],
  test: ['only', '', []],
  up: ['port host data slots', 'detach no-sample', []],
  burnin: ['minutes slots smt reserve json svg', '', []],
  doctor: ['slots smt reserve', 'json', []],
  down: ['data', '', []],
  status: ['data', 'json', []],
  contest: ['minutes reason url user password-file data', 'dry-run confirm json', []],
  team: ['contest format url user password-file data', 'dry-run json', []],
  user: ['address url user password-file data', 'json', []],
  'rootfs build': ['output languages packages suite mirror', '', []],
  'rootfs list': ['', 'json', []],
  'rootfs check': ['', 'json', []],
};

function generalCases(): [argv: string[], says: RegExp][] {
  return Object.entries(known).flatMap(([command, [values, flags, words]]) => {
    const begin = [...command.split(' '), ...words];
    const split = (list: string): string[] => list.split(' ').filter((name) => name !== '');
    return [
      [[...begin, '--no-such-option'], /there is no option --no-such-option/],
      [[...begin, '-Z'], /there is no option -Z/],
      ...split(values).flatMap((name): [string[], RegExp][] => [
        [[...begin, `--${name}`], new RegExp(`--${name} needs a value`)],
        [[...begin, `--${name}=`], new RegExp(`--${name} has an empty value`)],
        [[...begin, `--${name}`, 'a', `--${name}`, 'a'], new RegExp(`--${name} is given twice`)],
      ]),
      ...split(flags).flatMap((name): [string[], RegExp][] => [
        [[...begin, `--${name}=yes`], new RegExp(`--${name} takes no value`)],
        [[...begin, `--${name}`, `--${name}`], new RegExp(`--${name} is given twice`)],
      ]),
    ] as [string[], RegExp][];
  });
}

describe('options', () => {
  it('are known here for every command', () => {
    const named = new Set(Object.keys(known).map((name) => name.split(' ')[0]));
    expect(Object.keys(commands).filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(generalCases())('%j', (argv, says) => expectRefused(argv, says));

  it.each<[string[], RegExp]>([
    [['judge'], /--problem PKG is missing/],
    [['judge', '--problem', '--json', 'a.c'], /--problem needs a value/],
    [['judge', '--problem', '/nope'], /a source file is missing/],
    [['judge', '--problem', '/nope', ''], /word 1 is empty/],
    [['judge', '--problem', 'a\0b', 'a.c'], /--problem has a NUL/],
    [['verify'], /a package is missing/],
    [['verify', '--jobs', '0', 'x'], /--jobs must be a whole number from 1 to 256, not "0"/],
    [['verify', '--jobs', '1e2', 'x'], /--jobs .*"1e2"/],
    [['verify', '--jobs', '-1', 'x'], /--jobs needs a value; .*--jobs=VALUE/],
    [['generate'], /a package is missing/],
    [['generate', 'a', 'b'], /one package at a time/],
    [['generate', 'a', '--command', 'x'], /--test NAME/],
    [['fuzz', 'nope'], /there is no target "nope"; there are: decode, /],
    [['fuzz', '--minutes', '3'], /--minutes goes with the name of a target/],
    [['fuzz', 'yaml', '--minutes', '0'], /--minutes must be a whole number from 1 to 10080, not "0"/],
    [['fuzz', 'yaml', '--seed', 'x'], /--seed must be a whole number/],
    [['fuzz', 'yaml', '--input', '/nope'], /--input: there is no file \/nope/],
    [['fuzz', 'yaml', '--input', '/nope', '--seed', '1'], /--input goes without/],
    [['fuzz', 'decode', '--input', '/nope'], /--input does not go with decode/],
    [['import'], /name at least one package/],
    [['import', '--id', 'x', 'a', 'b'], /--id goes with one package only/],
    [['import', 'a'], /nothing is running on this machine/],
    [['import', '--url', 'nonsense', 'a'], /--url must be an address .*"nonsense"/],
    [['import', '--url', 'ftp://127.0.0.1', 'a'], /--url must be an address/],
    [['import', '--url', 'http://127.0.0.1:9', '--password-file', '/nope', 'a'], /no file \/nope/],
    [['judgehost', 'nope'], /there is no `judgehost nope`; there are join, /],
    [['judgehost', 'constructor'], /there is no `judgehost constructor`/],
    [['judgehost', '__proto__'], /there is no `judgehost __proto__`/],
    [['judgehost'], /--url is missing/],
    [['judgehost', '--url', 'nonsense'], /--url must be an address/],
    [['judgehost', '--url', 'http://127.0.0.1:9'], /--token-file is needed/],
    [['judgehost', '--minutes', '5'], /--minutes does not go with `judgehost`/],
    [['judgehost', 'join'], /the address of the api and the token/],
    [['judgehost', 'join', 'http://127.0.0.1:9'], /the address of the api and the token/],
    [['judgehost', 'join', 'nonsense', 'token'], /join: the address must be/],
    [['judgehost', 'join', 'http://127.0.0.1:9', 'token', 'more'], /unexpected argument "more"/],
    [['judgehost', 'join', 'http://127.0.0.1:9', 'token', '--slots', 'many'], /--slots must be/],
    [['judgehost', 'join', '--minutes', '5', 'http://127.0.0.1:9', 'token'], /--minutes does not go with/],
    [['judgehost', 'rotate', 'more'], /unexpected argument/],
    [['judgehost', 'list', 'more'], /unexpected argument/],
    [['judgehost', 'list', '--reason', 'x'], /--reason does not go with `judgehost list`/],
    [['judgehost', 'enable'], /name at least one judgehost/],
    [['judgehost', 'drain'], /name at least one judgehost/],
    [['judgehost', 'disable'], /name at least one judgehost/],
    [['judgehost', 'revoke'], /name at least one judgehost/],
    [['judgehost', 'revoke', 'a', '--reason', 'x'], /--reason does not go with/],
    [['judgehost', 'warm-up'], /name the contest/],
    [['judgehost', 'list'], /nothing is running/],
    [['contest'], /say what to do: contest list, show, rules, start/],
    [['contest', 'begin', 'x'], /say what to do/],
    [['contest', 'start'], /name the contest by its id/],
    [['contest', 'list', 'x'], /unexpected argument "x"/],
    [['contest', 'start', 'x', '--minutes', '3'], /--minutes goes with `contest extend`/],
    [['contest', 'extend', 'x'], /--minutes N is missing/],
    [
      ['contest', 'extend', 'x', '--minutes', '0'],
      /--minutes must be a whole number from 1 to 9999, not "0"/,
    ],
    [['contest', 'create'], /FILE is missing/],
    [['contest', 'edit', 'x'], /say what to change/],
    [
      ['contest', 'edit', 'x', '--penalty', 'many'],
      /--penalty must be a whole number of minutes, not "many"/,
    ],
    [['contest', 'edit', 'x', '--public', '--private'], /given together/],
    [['contest', 'clone', 'x'], /NEW-ID is missing/],
    [['contest', 'clone', 'x', 'y', '--begin', 'soon'], /--begin must be a date and time/],
    [['contest', 'archive', 'x', '--minutes', '3'], /there is no option '?--minutes/],
    [['team'], /say `team list`, `team import FILE…` or `team export FOLDER`/],
    [['team', 'import'], /name at least one file/],
    [['team', 'list', '--dry-run'], /--dry-run goes with `team import`/],
    [['team', 'list', '--contest', 'x'], /--contest goes with/],
    [['team', 'export', 'a', 'b'], /name one folder/],
    [['user'], /say `user list`, .*`user unlock NAME`/],
    [['user', 'nope'], /say `user list`/],
    [['user', 'passwords'], /name at least one account/],
    [['user', 'locks', '--json'], /--json goes with/],
    [['user', 'locks', 'somebody'], /say `user list`/],
    [['user', 'locks', '--address', '192.0.2.1'], /--address goes with `user unlock`/],
    [['user', 'unlock'], /name the account/],
    [['user', 'unlock', 'a', 'b'], /unexpected argument "b"/],
    [['user', 'unlock', 'a'], /nothing is running/],
    [['bench', 'nope'], /there is no bench "nope"; there are: /],
    [['bench', 'list', 'more'], /unexpected argument "more"/],
    [['bench', 'list', '--json'], /--json goes with the name of a bench/],
    [['bench', '../cli'], /there is no bench/],
    [['test', 'unit'], /unexpected argument "unit"/],
    [['test', '--only', 'nope'], /there is no step "nope"/],
    [['test', '--only', 'unit,'], /there is no step ""/],
    [['up', '--port', 'x'], /--port must be a whole number from 0 to 65535, not "x"/],
    [['up', '--port', '65536'], /--port must/],
    [['up', '--port', '1.5'], /--port must/],
    [['up', '--slots', '0'], /--slots must be a whole number from 1 to 1024/],
    [['up', 'now'], /unexpected argument "now"/],
    [['burnin', '--minutes', '0'], /--minutes must be a number above 0 and up to 10080, not "0"/],
    [['burnin', '--minutes', '0x10'], /--minutes must/],
    [['burnin', '--minutes', 'Infinity'], /--minutes must/],
    [['burnin', '--json', '/nope/x.json'], /--json \/nope\/x\.json cannot be written/],
    [['burnin', '--svg', '/'], /--svg \/ cannot be written/],
    [['burnin', '--smt', 'maybe'], /--smt must be idle or use/],
    [['burnin', 'now'], /unexpected argument/],
    [['doctor', '--slots', '0'], /--slots must be/],
    [['doctor', '--reserve', '-1'], /--reserve needs a value/],
    [['doctor', '--smt', 'on'], /--smt must be idle or use/],
    [['doctor', 'now'], /unexpected argument/],
    [['down', 'now'], /unexpected argument/],
    [['status', 'now'], /unexpected argument/],
    [['rootfs'], /build, list or check is missing/],
    [['rootfs', 'nope'], /"nope" is none of build, list, check/],
    [['rootfs', '__proto__'], /"__proto__" is none of/],
    [['rootfs', 'list', 'more'], /unexpected argument/],
    [['rootfs', 'build', 'a', 'b'], /unexpected argument/],
    [['rootfs', 'build', '--languages', 'smalltalk'], /there is no language "smalltalk"/],
    [['rootfs', 'check'], /name or folder of one image/],
    [['rootfs', 'check', 'a', 'b'], /unexpected argument/],
  ])('%j', (argv, says) => expectRefused(argv, says));

  it.each([
    'nope',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '--nope',
    '\u001b[31m',
  ])('%j is no command, nor one to help with', async (name) => {
    await expectRefused([name], /there is no command "/);
    written = { stdout: '', stderr: '' };
    await expectRefused(['help', name], /there is no command "/);
    expect(written.stderr).not.toContain('\u001b');
  });

  it('of help and version are refused too', async () => {
    await expectRefused(['help', 'judge', 'more'], /unexpected argument "more"/);
    written = { stdout: '', stderr: '' };
    await expectRefused(['version', 'more'], /unexpected argument "more"/);
  });

  it('ask for help, which is written on standard output', async () => {
    for (const argv of [
      ['judge', '--help'],
      ['judge', '-h'],
      ['help', 'judge'],
    ]) {
      written = { stdout: '', stderr: '' };
      expect(await outcome(argv)).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringMatching(/^Usage/),
      });
    }
  });
});

describe('files', () => {
  let folder: string;
  let problem: string;
  const at = (name: string): string => join(folder, name);
  const judge = (...words: string[]): string[] => ['judge', '--problem', problem, ...words];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-bad-input-'));
    problem = await smallPackage({
      'problem.yaml':
        'problem_format_version: 2025-09\nname: Double\nuuid: 5c1ff7d3-9d5f-4d38-8b0f-1d8a8b4f7a11\nlimits: {time_limit: 1, code: 1}\n',
    });
    await mkdir(at('folder.c'));
    await mkdir(at('other'));
    for (const name of ['a.c', 'other/a.c', 'notes.txt', 'b.py']) await writeFile(at(name), doubleInC);
    await writeFile(at('large.c'), `${doubleInC}//${'x'.repeat(1024)}`);
    await writeFile(at('sparse.c'), '');
    await truncate(at('sparse.c'), 2 ** 40);
    await symlink('/dev/zero', at('zero.c'));
    await symlink('loop.c', at('loop.c'));
    await symlink('/nope', at('dangling.c'));
    execFileSync('mkfifo', [at('pipe.c')]);
    await writeFile(at('no.zip'), 'PK but not quite');
    await mkdir(at('empty'));
    await using opened = await openPackage(problem);
    for (const name of ['whole.zip', 'short.zip']) await writePackageZip(opened, at(name));
    await truncate(at('short.zip'), 300);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(dirname(problem), { recursive: true, force: true });
  });

  it.each<[string[], RegExp]>([
    [['nope.c'], /nope\.c cannot be read: it does not exist/],
    [['a.c/b.c'], /cannot be read: it does not exist/],
    [['folder.c'], /folder\.c is a folder: name the files in it/],
    [['pipe.c'], /pipe\.c is a named pipe: a source is a regular file/],
    [['zero.c'], /zero\.c is a device: a source is a regular file/],
    [['loop.c'], /cannot be read: it is a link that leads to itself/],
    [['dangling.c'], /cannot be read: it does not exist/],
    [['\ufffd.c'], /its name is not UTF-8: give it another/],
    [[`${'n'.repeat(300)}.c`], /its name is too long/],
    [['a.c', 'other/a.c'], /are both called a\.c/],
    [['a.c', 'a.c'], /are both called a\.c/],
    [['large.c'], /more than 1024 bytes together, which is what the problem takes \(limits\.code\)/],
    [['sparse.c'], /more than 1024 bytes together/],
    [['notes.txt'], /the language cannot be guessed from the files: give --language/],
    [['a.c', 'b.py'], /the language cannot be guessed/],
  ])('%j as sources', ([...names], says) => expectRefused(judge(...names.map(at)), says));

  it('a socket as a source', async () => {
    const server = createServer().listen(at('socket.c'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      await expectRefused(judge(at('socket.c')), /socket\.c is a socket: a source is a regular file/);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it.each<[string[], RegExp]>([
    [['--language', 'smalltalk', 'a.c'], /--language smalltalk: the languages are c, cpp/],
    [['--language', 'toString', 'a.c'], /--language toString: the languages are/],
    [['--entry-point', 'Main', 'a.c'], /--entry-point: a program in C has none/],
  ])('%j', (words, says) => {
    const last = words.at(-1) ?? '';
    return expectRefused(judge(...words.slice(0, -1), at(last)), says);
  });

  it('a package that is not there is a wrong word, and reported with its whole path', async () => {
    for (const argv of [
      ['judge', '--problem', at('nope'), at('a.c')],
      ['verify', at('nope')],
      ['verify', problem, at('nope')],
      ['generate', at('nope')],
    ]) {
      written = { stdout: '', stderr: '' };
      await expectRefused(argv, new RegExp(`${at('nope')}: There is no file or folder here`));
    }
    written = { stdout: '', stderr: '' };
    await expectRefused(['generate', at('whole.zip')], /is an archive: unpack it/);
  });

  it.each<[string, RegExp]>([
    ['empty', /no problem\.yaml/],
    ['no.zip', /neither a folder nor a zip archive/],
    ['short.zip', /short\.zip: The archive cannot be read: .*truncated\. Make it again\.$/],
    ['pipe.c', /neither a folder nor a zip archive/],
    ['zero.c', /neither a folder nor a zip archive/],
  ])('a package that is broken is no wrong word: %s', async (name, says) => {
    await expectRefused(['judge', '--problem', at(name), at('a.c')], says, 1);
    written = { stdout: '', stderr: '' };
    const { status, stdout } = await outcome(['verify', at(name)]);
    expect(status).toBe(1);
    // The trouble is reported once.
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(`${at(name)}: NOT OK`);
    expect(lines[1]).toMatch(/^ {2}error: /);
  });
});
