/** The whole conformance suite with broker, supervisors and launched children under ASan and UBSan; the parts under valgrind. */
import { execFile, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolsForChecks } from './check-tools.ts';
import { cases } from './conformance/cases.ts';
import type { GuestLine } from './conformance/guest.ts';
import { buildPrograms } from './conformance/programs.ts';
import { setupDelayFile } from './conformance/setup-delay.ts';
import { obstacle } from './harness.ts';

if (obstacle === undefined) await toolsForChecks();
const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));
/** A host that is ten times slower still gets there; nothing is measured. */
const patienceMs = 900_000;

interface GuestOutput {
  readonly lines: readonly (GuestLine | { readonly kind: 'crashed'; readonly rebuilds: number })[];
  readonly complaints: string;
}

describe.skipIf(obstacle !== undefined)('the sandbox built with ASan and UBSan', () => {
  let programs: string;
  let output: GuestOutput;

  // 25 s of compiling on two free cores the first time, 10 s of running.
  beforeAll(async () => {
    programs = await buildPrograms();
    await run(`${folder}build.sh`, ['sanitized']);
    output = await conformance(join(programs, 'programs'));
  }, patienceMs);

  afterAll(() => rm(programs, { recursive: true, force: true }));

  it.each(cases)('$name', ({ name }) => {
    const line = output.lines.find((one) => one.kind === 'case' && one.name === name);
    expect(line, output.complaints).toMatchObject({ kind: 'case' });
    expect(line).not.toHaveProperty('failure');
  });

  it('reports nothing but the crash that was asked for, which shows that reports are heard', () => {
    expect(output.lines.at(-1)).toEqual({ kind: 'crashed', rebuilds: 1 });
    const reports = output.complaints
      .split('\n')
      .filter((line) => /ERROR: |runtime error|terminate called/.test(line));
    expect(reports, output.complaints).toEqual([expect.stringMatching(/AddressSanitizer: SEGV/)]);
  });
});

async function conformance(programs: string): Promise<GuestOutput> {
  const delay = join(programs, 'setup-delay');
  await writeFile(delay, '0');
  const guest = join(folder, 'test/sanitized-guest.ts');
  const child = spawn(process.execPath, [guest, 'conformance', programs, 'crash'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs / 2,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      [setupDelayFile]: delay,
      ASAN_OPTIONS: 'handle_abort=1:detect_leaks=0:symbolize=0',
    },
  });
  let out = '';
  let complaints = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (complaints += bytes.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const lines = out.split('\n').filter((line) => line.startsWith('{'));
  return { lines: lines.map((line) => JSON.parse(line) as GuestOutput['lines'][number]), complaints };
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
        const units = `${folder}build/units/units`;
        const { stdout } = await run('valgrind', [...options, units]);
        expect(stdout).toContain('all parts hold');
        // An older valgrind does not know the calls of some parts, which are left out then.
        if (stdout.includes('left out')) expect((await run(units)).stdout).toBe('all parts hold\n');
      },
      patienceMs,
    );
  },
);
