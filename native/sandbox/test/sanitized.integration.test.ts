/** The whole conformance suite with broker, supervisors and launched children under ASan and UBSan; the parts under valgrind. */
import { execFile, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolsForChecks } from './check-tools.ts';
import { cases } from './conformance/cases.ts';
import type { GuestLine } from './conformance/guest.ts';
import { buildPrograms } from './conformance/programs.ts';
import { obstacle } from './harness.ts';

if (obstacle === undefined) await toolsForChecks();
const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));
/** A host that is ten times slower still gets there; nothing is measured. */
const patienceMs = 900_000;

interface Told {
  readonly lines: readonly (GuestLine | { readonly kind: 'crashed'; readonly rebuilds: number })[];
  readonly complaints: string;
}

describe.skipIf(obstacle !== undefined)('the sandbox built with ASan and UBSan', () => {
  let programs: string;
  let told: Told;

  // 25 s of compiling on two free cores the first time, 10 s of running.
  beforeAll(async () => {
    programs = await buildPrograms();
    await run(`${folder}build.sh`, ['sanitized']);
    told = await conformance(join(programs, 'programs'));
  }, patienceMs);

  afterAll(() => rm(programs, { recursive: true, force: true }));

  it.each(cases)('$name', ({ name }) => {
    const line = told.lines.find((one) => one.kind === 'case' && one.name === name);
    expect(line, told.complaints).toMatchObject({ kind: 'case' });
    expect(line).not.toHaveProperty('failure');
  });

  it('reports nothing but the crash that was asked for, which shows that reports are heard', () => {
    expect(told.lines.at(-1)).toEqual({ kind: 'crashed', rebuilds: 1 });
    const reports = told.complaints
      .split('\n')
      .filter((line) => /ERROR: |runtime error|terminate called/.test(line));
    expect(reports, told.complaints).toEqual([expect.stringMatching(/AddressSanitizer: SEGV/)]);
  });
});

async function conformance(programs: string): Promise<Told> {
  const guest = join(folder, 'test/sanitized-guest.ts');
  const child = spawn(process.execPath, [guest, 'conformance', programs, 'crash'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs / 2,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      SANDGLASS_TEST_HOOKS: '1',
      ASAN_OPTIONS: 'handle_abort=1:detect_leaks=0:symbolize=0',
    },
  });
  let out = '';
  let complaints = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (complaints += bytes.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const lines = out.split('\n').filter((line) => line.startsWith('{'));
  return { lines: lines.map((line) => JSON.parse(line) as Told['lines'][number]), complaints };
}

const valgrind = await run('valgrind', ['--version']).then(
  ({ stdout }) => stdout.trim(),
  () => undefined,
);

describe.skipIf(obstacle !== undefined || valgrind === undefined)(
  `the parts of the sandbox${valgrind === undefined ? ' (skipped: valgrind is not installed)' : ` under ${valgrind}`}`,
  () => {
    // 25 s of compiling the first time, 4 s of running.
    it(
      'read and write nothing that is not theirs, use nothing uninitialised and lose nothing',
      async () => {
        await run(`${folder}build.sh`, ['units']);
        const options = ['--quiet', '--error-exitcode=99', '--leak-check=full', '--show-leak-kinds=definite'];
        const { stdout } = await run('valgrind', [...options, `${folder}build/units/units`]);
        expect(stdout).toContain('all parts hold');
      },
      patienceMs,
    );
  },
);
