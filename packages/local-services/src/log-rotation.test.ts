import { appendFile, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogRotation } from './log-rotation.ts';

let folder = '';
let log = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandglass-logs-'));
  log = join(folder, 'api.log');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the rotation of logs', () => {
  it('leaves a small log alone', async () => {
    await writeFile(log, 'a line\n');
    await new LogRotation(folder, { bytes: 100 }).look();
    expect(await readdir(folder)).toEqual(['api.log']);
  });

  it('keeps as many older ones as it should, while the writer holds the file open', async () => {
    const rotation = new LogRotation(folder, { bytes: 100, keep: 2 });
    const writer = await open(log, 'a');
    for (const round of [1, 2, 3, 4]) {
      await writer.appendFile(String(round).repeat(150));
      await rotation.look();
    }
    await writer.appendFile('5');
    await writer.close();
    expect(await readdir(folder).then((names) => names.toSorted())).toEqual([
      'api.log',
      'api.log.1',
      'api.log.2',
    ]);
    expect(await readFile(log, 'utf8')).toBe('5');
    expect(await readFile(`${log}.1`, 'utf8')).toBe('4'.repeat(150));
    expect(await readFile(`${log}.2`, 'utf8')).toBe('3'.repeat(150));
  });

  it('follows no link and touches nothing else', async () => {
    const other = join(folder, 'other');
    await writeFile(other, 'x'.repeat(200));
    await symlink(other, log);
    await appendFile(join(folder, 'notes.txt'), 'y'.repeat(200));
    await new LogRotation(folder, { bytes: 100 }).look();
    expect(await readdir(folder).then((names) => names.toSorted())).toEqual([
      'api.log',
      'notes.txt',
      'other',
    ]);
    expect(await readFile(other, 'utf8')).toBe('x'.repeat(200));
  });
});
