import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, limits, megabyte, obstacle, text } from './harness.ts';

describe.skipIf(obstacle !== undefined)('what goes into a run and comes out of it', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it('a large input file arrives whole and 64 MB of output arrive whole', async () => {
    const input = bench.programs.file('input', Buffer.alloc(64 * megabyte, 'sandglass\n'));
    const output = join(bench.programs.folder, 'output');
    const r = await bench.run(['/bin/cat'], {
      stdin: { path: input },
      stdout: { path: output, maxBytes: 64 * megabyte },
    });
    expect(r).toMatchObject({ outcome: 'exited', exitCode: 0, stdoutBytes: 64 * megabyte });
    expect(readFileSync(output).equals(readFileSync(input))).toBe(true);
  });

  it('input given as bytes may be larger than a message', async () => {
    const data = Buffer.alloc(3 * megabyte, 'x');
    const r = await bench.run(['/usr/bin/wc', '-c'], { stdin: { data } });
    expect(text(r.stdout).trim()).toBe(String(data.length));
  });

  it('captured output may be larger than a message, and not a byte beyond what was asked is kept', async () => {
    const r = await bench.sh('head -c 900000 /dev/zero; head -c 10 /dev/zero >&2', {
      stdout: { captureBytes: 800_000 },
      stderr: { captureBytes: 4 },
    });
    expect(r.stdout).toHaveLength(800_000);
    expect(r.stderr).toHaveLength(4);
    expect(r).toMatchObject({ stdoutBytes: 900_000, stderrBytes: 10, outcome: 'exited' });
  });

  it('/dev/stdout and /dev/stderr can be opened, for writing only', async () => {
    const r = await bench.sh('echo out > /dev/stdout; echo err > /dev/stderr; cat < /dev/stdout');
    expect(text(r.stdout)).toBe('out\n');
    expect(text(r.stderr)).toMatch(/^err\n.*denied/s);
  });

  it('an output file never grows past its limit', async () => {
    const output = join(bench.programs.folder, 'bounded');
    const r = await bench.sh('head -c 5000000 /dev/zero', { stdout: { path: output, maxBytes: 70_000 } });
    expect(r.outcome).toBe('output-limit');
    expect(statSync(output).size).toBe(70_000);
  });

  it('a file that cannot be opened is an error that names it', async () => {
    await expect(bench.run(['/bin/true'], { stdin: { path: '/nowhere/input' } })).rejects.toMatchObject({
      code: 'OPEN',
      errno: 2,
      message: expect.stringContaining('/nowhere/input') as string,
    });
    await expect(bench.run(['/bin/true'], { program: { directory: '/etc/passwd' } })).rejects.toMatchObject({
      code: 'OPEN',
      errno: 20,
    });
  });

  it('an invalid request is refused before anything is done', async () => {
    for (const path of ['../x', '/x', 'a//b', '', 'a/./b']) {
      await expect(bench.run(['/bin/true'], { files: [{ path }] })).rejects.toMatchObject({
        code: 'INVALID',
      });
    }
    await expect(bench.run([])).rejects.toMatchObject({ code: 'INVALID' });
    await expect(bench.run(['/bin/true'], { limits: { ...limits, cpuUs: 0 } })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('files keep their mode and belong to the program', async () => {
    const source = bench.programs.file('script', '#!/bin/sh\necho it runs\n');
    const r = await bench.run(['./deep/er/run'], {
      files: [{ path: 'deep/er/run', source, mode: 0o700 }],
    });
    expect(text(r.stdout)).toBe('it runs\n');
  });

  it('collected files are written where asked, executable, without following links out of the box', async () => {
    const secret = bench.programs.file('secret', 'secret');
    const to = join(bench.programs.folder, 'taken');
    const r = await bench.sh(
      `echo found > a; ln -s ${secret} link; ln -s /etc/passwd passwd; mkfifo fifo; head -c 2000 /dev/zero > large`,
      {
        collect: [
          { path: 'a', to, maxBytes: 100 },
          { path: 'link', maxBytes: 100, optional: true },
          { path: 'passwd', maxBytes: 10_000, optional: true },
          { path: 'fifo', maxBytes: 100, optional: true },
          { path: 'large', maxBytes: 1000 },
        ],
      },
    );
    expect(readFileSync(to, 'utf8')).toBe('found\n');
    expect(statSync(to).mode & 0o777).toBe(0o755);
    expect(r.collected).toEqual([
      { path: 'a', bytes: 6, tooLarge: false },
      { path: 'large', bytes: 2000, tooLarge: true },
    ]);
  });

  it('a missing file is an error of a run that succeeded, and none of one that did not', async () => {
    const collect = [{ path: 'result', maxBytes: 100 }];
    await expect(bench.sh('exit 0', { collect })).rejects.toMatchObject({ code: 'COLLECT', errno: 2 });
    expect((await bench.sh('exit 1', { collect })).collected).toEqual([]);
  });

  it('a tree keeps its shape and its bounds', async () => {
    const to = join(bench.programs.folder, 'tree');
    const r = await bench.sh(
      'mkdir -p x/y; echo 1 > x/one; echo 2 > x/y/two; ln -s /etc x/etc; head -c 9999 /dev/zero > x/big',
      {
        collectTree: { path: 'x', to, maxBytes: 5000, maxFiles: 10 },
      },
    );
    expect(readFileSync(join(to, 'y/two'), 'utf8')).toBe('2\n');
    expect(
      r.collected
        .map((c) => [c.path, c.tooLarge])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    ).toEqual([
      ['big', true],
      ['one', false],
      ['y/two', false],
    ]);
  });

  it('the program folder follows the request, and cannot be written', async () => {
    const folders = ['first', 'second'].map((name) => {
      const folder = join(bench.programs.folder, name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'name'), name);
      return folder;
    });
    for (const directory of [...folders, ...folders.toReversed()]) {
      const r = await bench.sh('cat /program/name; echo x > /program/name', { program: { directory } });
      expect(text(r.stdout)).toBe(directory.endsWith('first') ? 'first' : 'second');
      expect(text(r.stderr)).toContain('Read-only');
    }
  });

  it('binds may be files and folders, and are gone in the next run', async () => {
    const folder = join(bench.programs.folder, 'data');
    mkdirSync(folder);
    writeFileSync(join(folder, 'in'), 'in');
    symlinkSync('/etc/shadow', join(folder, 'shadow'));
    const r = await bench.sh('cat /judge/data/in /judge/answer; cat /judge/data/shadow', {
      binds: [
        { source: folder, target: '/judge/data' },
        { source: join(folder, 'in'), target: '/judge/answer' },
      ],
    });
    expect(text(r.stdout)).toBe('inin');
    expect(text(r.stderr)).toContain('No such file');
    expect(text((await bench.sh('ls /judge')).stdout)).toBe('');
  });
});
