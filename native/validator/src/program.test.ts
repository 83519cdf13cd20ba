import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildValidator } from './built.ts';
import { defaultValidatorProgram } from './index.ts';

const { missing } = buildValidator();
if (missing !== null) console.warn(`skipped: default-validator (${missing})`);

const folder = mkdtempSync(join(tmpdir(), 'sandglass-validator-'));
const answer = join(folder, 'answer');
const feedback = `${folder}/`;
const judgeMessage = join(folder, 'judgemessage.txt');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function validate(output: string, ...flags: string[]): { status: number | null; stderr: string } {
  const run = spawnSync(defaultValidatorProgram, ['/dev/null', answer, feedback, ...flags], {
    input: output,
    encoding: 'utf8',
  });
  return { status: run.status, stderr: run.stderr };
}

describe.skipIf(missing !== null)('default-validator', () => {
  beforeEach(() => {
    rmSync(judgeMessage, { force: true });
    writeFileSync(answer, '1 2.5\n');
  });

  it('exits with 42 and writes nothing for a right output', () => {
    expect(validate('1\n2.5')).toEqual({ status: 42, stderr: '' });
    expect(existsSync(judgeMessage)).toBe(false);
  });

  it('exits with 43 and appends the difference to judgemessage.txt for a wrong one', () => {
    writeFileSync(judgeMessage, 'before\n');
    expect(validate('1 2.6')).toEqual({ status: 43, stderr: '' });
    expect(readFileSync(judgeMessage, 'utf8')).toBe(
      'before\nline 1, column 3 (token 2): expected "2.5", found "2.6"\n',
    );
  });

  it('takes the arguments of the specification', () => {
    expect(validate('1 2.6', 'float_tolerance', '0.2').status).toBe(42);
    expect(validate('1  2.5\n', 'space_change_sensitive').status).toBe(43);
  });

  it('exits neither with 42 nor 43 for wrong arguments, a missing answer, or too few arguments', () => {
    expect(validate('1', 'float_tolerance')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('float_tolerance') as string,
    });
    rmSync(answer);
    expect(validate('1')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No such file') as string,
    });
    expect(spawnSync(defaultValidatorProgram, ['a', 'b']).status).toBe(2);
  });

  it('still gives its verdict when the feedback folder cannot be written', () => {
    const run = spawnSync(defaultValidatorProgram, ['/dev/null', answer, '/nowhere/'], {
      input: 'x',
      encoding: 'utf8',
    });
    expect(run.status).toBe(43);
    expect(run.stderr).toContain('judgemessage.txt');
  });

  it('reads an output that comes byte by byte through a pipe', async () => {
    const child = spawn(defaultValidatorProgram, ['/dev/null', answer, feedback], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const exited = once(child, 'exit');
    for (const byte of '1 2.5\n') {
      await new Promise<void>((resolve, reject) => {
        child.stdin.write(byte, (error) => (error ? reject(error) : resolve()));
      });
    }
    child.stdin.end();
    expect(await exited).toEqual([42, null]);
  });

  it('needs no more memory for a large output than for a small one', () => {
    writeFileSync(answer, `${'1234567 '.repeat(8_000_000)}\n`);
    const script = `ulimit -v 20000; exec "$0" /dev/null "$1" "$2" < "$1"`;
    expect(spawnSync('sh', ['-c', script, defaultValidatorProgram, answer, feedback]).status).toBe(42);
  });
});
