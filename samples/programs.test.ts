/**
 * The programs inside the sample packages, compiled and run on all the data: reference submissions, input
 * validators, the output validator. Without sandbox and limits; `./sandglass verify` judges for real.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSamples } from './build.ts';
import type { BuiltPackage } from './build.ts';
import { listFiles } from './lib/fingerprint.ts';

const run = promisify(execFile);

/** An interpreter that runs the command is what counts: a shim without a Python behind it does not. */
const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
/** The system's own where there is one: a version manager's shim in front of it takes 100 ms for every start. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const missing = [
  ...(works('g++', '--version') ? [] : ['g++']),
  ...(works('gcc', '--version') ? [] : ['gcc']),
  ...(works(python, '--version') ? [] : ['python3']),
];
const suffix = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(' and no ')} here)`;

let work = '';
let packages: BuiltPackage[] = [];

describe.skipIf(missing.length > 0)(
  `the programs of the sample packages${suffix}`,
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      work = await mkdtemp(join(tmpdir(), 'sandglass-programs-'));
      packages = await buildSamples();
    }, 120_000);

    afterAll(async () => {
      await rm(work, { recursive: true, force: true });
    });

    it('solve every test case in C and C++ with the answers that the generator gave', async () => {
      // Of the problem rooms many answers are right: its validator judges them below.
      const oneAnswer = packages.filter(({ shortName }) => shortName !== 'rooms');
      const sources = await Promise.all(
        oneAnswer.map(async ({ directory }) => {
          const tests = await testCases(directory);
          return (await accepted(directory)).map((source) => ({ source, tests }));
        }),
      );
      const wrong: string[] = [];
      await twoAtATime(sources.flat(), async ({ source, tests }) => {
        const program = await compile(source);
        for (const test of tests) {
          const { output, status } = await execute(program, [], `${test}.in`);
          const answer = await readFile(`${test}.ans`, 'utf8');
          if (status !== 0 || !agree(output, answer))
            wrong.push(`${source} on ${test}: exit status ${status}`);
        }
      });
      expect(wrong).toEqual([]);
    });

    it('find a quiet day for every library in C and C++, and so do the answer files', async () => {
      const { directory } = packageOf('rooms');
      const validator = await compile(join(directory, 'output_validator/validate.cpp'));
      const programs = await Promise.all((await accepted(directory)).map((source) => compile(source)));
      const wrong: string[] = [];
      await twoAtATime(await testCases(directory), async (test) => {
        const output = join(work, `${flat(test)}.out`);
        if ((await judge(validator, test, `${test}.ans`)) !== 42) wrong.push(`the answer of ${test}`);
        for (const program of programs) {
          await writeFile(output, (await execute(program, [], `${test}.in`)).output);
          if ((await judge(validator, test, output)) !== 42) wrong.push(`${program} on ${test}`);
        }
      });
      expect(wrong).toEqual([]);
    });

    it('accept the valid outputs, refuse the invalid ones and say why', async () => {
      const data = join(packageOf('rooms').directory, 'data');
      const validator = await compile(join(data, '../output_validator/validate.cpp'));
      const verdicts: Record<string, number | null> = {};
      for (const folder of ['valid_output', 'invalid_output']) {
        for (const file of (await readdir(join(data, folder))).filter((name) => name.endsWith('.out'))) {
          const test = join(data, folder, basename(file, '.out'));
          verdicts[`${folder}/${file}`] = await judge(validator, test, `${test}.out`);
          const message = join(feedbackOf(test), 'judgemessage.txt');
          expect(existsSync(message), file).toBe(folder === 'invalid_output');
        }
      }
      expect(Object.keys(verdicts).length).toBeGreaterThanOrEqual(8);
      for (const [name, verdict] of Object.entries(verdicts)) {
        expect([name, verdict]).toEqual([name, name.startsWith('valid') ? 42 : 43]);
      }
    });

    it('find every input valid, and no input of data/invalid_input', async () => {
      const wrong: string[] = [];
      let refused = 0;
      const validators = new Map<string, [program: string, args: string[]]>();
      await twoAtATime(packages, async ({ directory }) => {
        validators.set(directory, await inputValidator(directory));
      });
      for (const [directory, validator] of validators) {
        await twoAtATime(await testCases(directory), async (test) => {
          const { status, errors } = await execute(...validator, `${test}.in`);
          if (status !== 42) wrong.push(`${test}: exit status ${status}, ${errors}`);
        });
        const invalid = join(directory, 'data/invalid_input');
        await twoAtATime(await readdir(invalid).catch(() => []), async (file) => {
          const { status } = await execute(...validator, join(invalid, file));
          refused += 1;
          if (status === 42) wrong.push(`${file} is found valid`);
        });
      }
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThanOrEqual(15);
    });
  },
);

/** Compilers and programs keep a core busy each; two is what the smallest machine has. */
async function twoAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

function packageOf(name: string): BuiltPackage {
  const found = packages.find(({ shortName }) => shortName === name);
  if (found === undefined) throw new Error(`there is no package ${name}`);
  return found;
}

/** Accepted submissions in C and C++. */
async function accepted(directory: string): Promise<string[]> {
  const folder = join(directory, 'submissions/accepted');
  return (await readdir(folder)).filter((name) => /\.(c|cpp)$/.test(name)).map((name) => join(folder, name));
}

/** Paths of all test cases without extension. */
async function testCases(directory: string): Promise<string[]> {
  const files = await listFiles(join(directory, 'data'));
  return files
    .filter((file) => /^(sample|secret)\/.*\.in$/.test(file))
    .map((file) => join(directory, 'data', file.slice(0, -'.in'.length)));
}

/** A path as one file name. */
function flat(path: string): string {
  return path.replaceAll(/[^a-z0-9]+/gi, '-');
}

async function compile(source: string): Promise<string> {
  const program = join(work, flat(source));
  if (existsSync(program)) return program;
  const [compiler, standard] = extname(source) === '.c' ? ['gcc', 'gnu17'] : ['g++', 'gnu++20'];
  const warnings = ['-Wall', '-Wextra', '-Werror'];
  await run(compiler, ['-O2', `-std=${standard}`, ...warnings, '-o', program, source, '-lm']);
  return program;
}

async function inputValidator(directory: string): Promise<[program: string, args: string[]]> {
  const files = (await listFiles(join(directory, 'input_validators'))).map((file) =>
    join(directory, 'input_validators', file),
  );
  const [source = ''] = files;
  expect(files).toHaveLength(1);
  return source.endsWith('.py') ? [python, [source]] : [await compile(source), []];
}

interface Execution {
  readonly output: string;
  readonly errors: string;
  readonly status: number | null;
}

/** Runs with as much stack as the hard limit gives: E recurses 10⁶ deep. */
async function execute(program: string, args: readonly string[], input: string): Promise<Execution> {
  const from = await open(input);
  try {
    const child = spawn('bash', ['-c', 'ulimit -s "$(ulimit -H -s)"; exec "$0" "$@"', program, ...args], {
      stdio: [from.fd, 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    let output = '';
    let errors = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const status = await ended;
    return { output, errors, status };
  } finally {
    await from.close();
  }
}

/** Where the output validator writes about a test case. */
function feedbackOf(test: string): string {
  return join(work, `feedback-${flat(test)}`);
}

/** Exit status of the output validator for an output of a test case. */
async function judge(validator: string, test: string, output: string): Promise<number | null> {
  const feedback = feedbackOf(test);
  await rm(feedback, { recursive: true, force: true });
  await mkdir(feedback);
  return (await execute(validator, [`${test}.in`, `${test}.ans`, feedback], output)).status;
}

/** Token by token; numbers with a point within 10⁻⁶. */
function agree(output: string, answer: string): boolean {
  if (output === answer) return true;
  const [given, right] = [output, answer].map((text) => text.split(/\s+/).filter((token) => token !== ''));
  if (given === undefined || right === undefined || given.length !== right.length) return false;
  return right.every((token, i) => {
    if (!token.includes('.')) return given[i] === token;
    const error = Math.abs(Number(given[i]) - Number(token));
    return error <= 1e-6 * Math.max(1, Math.abs(Number(token)));
  });
}
