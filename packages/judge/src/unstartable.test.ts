import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languageById } from '@sandglass/languages';
import { SandboxError } from '@sandglass/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from './program.ts';
import { isUnstartable } from './unstartable.ts';

const noEntry = 2;
const notPermitted = 1;

describe('a program the kernel refuses to execute', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sandglass-unstartable-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const programOf = (language: string): Program => ({
    language: languageById(language),
    tools: { compiler: '/usr/bin/cc', runtime: null },
    directory,
    entryPoint: null,
  });
  const refused = (errno: number, step = 'execve'): SandboxError =>
    new SandboxError('SETUP', { step, errno });

  it('is at fault itself when its file is there and executable', async () => {
    await writeFile(join(directory, 'program'), 'x');
    await chmod(join(directory, 'program'), 0o755);
    expect(isUnstartable(refused(noEntry), programOf('c'))).toBe(true);
    expect(isUnstartable(refused(notPermitted), programOf('c'))).toBe(false);
    expect(isUnstartable(refused(noEntry, 'collect'), programOf('c'))).toBe(false);
    expect(isUnstartable(new Error('execve'), programOf('c'))).toBe(false);
  });

  it('is not at fault when we lost its file', () => {
    expect(isUnstartable(refused(noEntry), programOf('c'))).toBe(false);
  });

  it('is not at fault when the interpreter of its language cannot be executed', async () => {
    await writeFile(join(directory, 'program'), 'x', { mode: 0o755 });
    expect(isUnstartable(refused(noEntry), programOf('python3'))).toBe(false);
    await writeFile(join(directory, 'program.jar'), 'x', { mode: 0o755 });
    expect(isUnstartable(refused(noEntry), programOf('kotlin'))).toBe(false);
  });
});
