import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callersFolder, ownFolder } from './ordinary-user.ts';

const somebody = {
  uid: process.getuid?.() === 0 ? 12_345 : (process.getuid?.() ?? 0),
  gid: process.getgid?.() ?? 0,
};
let base = '';

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'sandglass-folders-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('a folder of a service', () => {
  it('belongs to the user and is closed to others, also when somebody made it before for everybody', () => {
    const path = join(base, 'made-before');
    mkdirSync(path);
    chmodSync(path, 0o777);
    ownFolder(path, somebody);
    const { mode, uid } = statSync(path);
    expect([mode & 0o7777, uid]).toEqual([0o700, somebody.uid]);
  });

  it('is never what a link leads to', () => {
    const precious = join(base, 'precious');
    mkdirSync(precious);
    const before = statSync(precious);
    symlinkSync(precious, join(base, 'link'));
    expect(() => ownFolder(join(base, 'link'), somebody, 0o711)).toThrow(/ELOOP|ENOTDIR/);
    const after = statSync(precious);
    expect([after.uid, after.mode]).toEqual([before.uid, before.mode]);
  });
});

describe('a folder of the caller', () => {
  it('is taken back from the services’ user, who could put links into it', () => {
    const path = join(base, 'log');
    ownFolder(path, somebody);
    callersFolder(path);
    expect(statSync(path).uid).toBe(process.getuid?.());
  });
});
