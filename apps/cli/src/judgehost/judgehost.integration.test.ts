import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startStack, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manage, type ManageOptions } from './manage.ts';
import { joinServer, readMembership, rotateOwnToken, tokenFileOf } from './own-credential.ts';

let stack: TestStack;
let folder: string;
let options: ManageOptions;

beforeAll(async () => {
  stack = await startStack({ problems: [], judgehost: false });
  folder = await mkdtemp('/tmp/sandglass-cli-judgehost-');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, stack.adminLogin.password);
  options = { url: stack.url, user: 'admin', passwordFile };
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('judgehosts from the command line', () => {
  it('are invited, join, rotate their token, and are managed', async () => {
    const lines = await manage('invite', [], { ...options, name: 'judge-1' });
    const [, url = '', token = ''] =
      /judgehost join (\S+) (\S+) --name judge-1$/.exec(lines.at(-1) ?? '') ?? [];
    expect(await joinServer(url, token, 'judge-1', folder)).toEqual({ url: stack.url, name: 'judge-1' });
    expect(readMembership(folder)).toEqual({ url: stack.url, name: 'judge-1' });
    expect((await stat(tokenFileOf(folder))).mode & 0o777).toBe(0o600);
    await expect(joinServer(url, token, 'judge-1', folder)).rejects.toThrow(/registration token/);
    expect((await rotateOwnToken(folder)).name).toBe('judge-1');

    expect(await manage('list', [], options)).toEqual(['judge-1: away, on, 0 tasks']);
    expect(await manage('drain', ['judge-1'], { ...options, reason: 'a new kernel' })).toEqual([
      'judge-1: away, drained, 0 tasks (a new kernel)',
    ]);
    await expect(manage('enable', ['judge-2'], options)).rejects.toThrow('there are: judge-1');
    expect(await manage('revoke', ['judge-1'], options)).toEqual([
      'judge-1: revoked; 0 tasks are judged elsewhere',
    ]);
    await expect(rotateOwnToken(folder)).rejects.toThrow('401');
  });
});
