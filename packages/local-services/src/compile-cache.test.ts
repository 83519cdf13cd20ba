import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from './compile-cache.ts';

const user = {
  uid: process.getuid?.() === 0 ? 12_345 : (process.getuid?.() ?? 0),
  gid: process.getgid?.() ?? 0,
};
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sandglass-cache-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the services’ compile cache', () => {
  it('is a folder into which nobody else can put what the services would run', () => {
    const { NODE_COMPILE_CACHE: folder = '' } = compileCache(root, user);
    const { mode, uid } = statSync(folder);
    expect([mode & 0o777, uid]).toEqual([0o700, user.uid]);
  });

  it('is done without where none can be made', () => {
    writeFileSync(join(root, 'file'), '');
    expect(compileCache(join(root, 'file'), user)).toEqual({});
  });
});
