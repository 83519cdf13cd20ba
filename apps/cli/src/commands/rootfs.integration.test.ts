import { rm, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { manifestName } from '@sandglass/judge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';
import { smallPackage } from '../testing/small-package.ts';
import { tinyImage } from '@sandglass/testing';

describe('./sandglass rootfs', () => {
  it.each([
    [[], /build, list or check is missing/],
    [['make'], /"make" is none of/],
    [['build', '--languages', 'c,smalltalk'], /no language "smalltalk"/],
    [['check'], /one image is due/],
  ])('%j are wrong words', async (words, complaint) => {
    const { status, stderr } = await runCommand(['rootfs', ...words]);
    expect(status).toBe(2);
    expect(stderr).toMatch(complaint);
  });

  it('list says where images are looked for when there is none', async () => {
    const env = { ...process.env, SANDGLASS_IMAGES: '/nonexistent' };
    const { status, stdout } = await runCommand(['rootfs', 'list'], { env });
    expect(status).toBe(0);
    expect(stdout).toContain('No image below /nonexistent');
  });
});

// About 6 s. An image of debootstrap's takes a minute and a network, and is not made here.
describe.skipIf(whyNoSandbox() !== null)('./sandglass rootfs with an image', () => {
  let image: string;
  let problem: string;
  let folder: string;
  beforeAll(async () => {
    image = await tinyImage();
    problem = await smallPackage();
    folder = await mkdtemp(join(tmpdir(), 'sandglass-rootfs-test-'));
  });
  afterAll(async () => {
    const garbage = [dirname(image), dirname(problem), folder];
    await Promise.all(garbage.map((path) => rm(path, { recursive: true, force: true })));
  });

  const note = (languages: readonly string[]) =>
    writeFile(
      join(image, manifestName),
      JSON.stringify({
        suite: 'none',
        mirror: 'http://mirror.example',
        architecture: 'any',
        builtAt: new Date(0).toISOString(),
        languages,
        requested: [],
        packages: {},
      }),
    );

  it('check finds the languages inside it, tries each, and finds no other', async () => {
    const { status, stdout, stderr } = await runCommand(['rootfs', 'check', image, '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      languages: [{ language: 'bash', ok: true, version: expect.stringContaining('bash') }],
      missing: [],
    });
  });

  it('check names a language it was made for and does not have', async () => {
    await note(['bash', 'python3']);
    const { status, stdout } = await runCommand(['rootfs', 'check', image]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/NOT OK/);
    expect(stdout).toMatch(/python3 should be here: python3 not found/);
  });

  it('list shows it by its name', async () => {
    await note(['bash']);
    const env = { ...process.env, SANDGLASS_IMAGES: dirname(image) };
    const { stdout } = await runCommand(['rootfs', 'list'], { env });
    expect(stdout).toMatch(/^tiny +none +1970-01-01 +bash$/m);
  });

  it('judge takes compilers from the image, and has no others', async () => {
    const double = join(folder, 'double.sh');
    await writeFile(double, '#!/bin/bash\nread -r n\necho $((2 * n))\n');
    const judged = await runCommand(['judge', '--json', '--problem', problem, '--rootfs', image, double]);
    expect(judged.stderr).toBe('');
    expect(JSON.parse(judged.stdout)).toMatchObject({ verdict: 'AC' });
    const python = join(folder, 'double.py');
    await writeFile(python, 'print(2 * int(input()))\n');
    const refused = await runCommand(['judge', '--problem', problem, '--rootfs', image, python]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/no compiler or interpreter for Python 3/);
  });

  it('a folder that is no image is refused by name', async () => {
    const { status, stderr } = await runCommand(['rootfs', 'check', folder]);
    expect(status).toBe(1);
    expect(stderr).toContain(`${folder} is no chroot image`);
  });

  it.each([
    [['--suite', 'hardy-har'], /knows no suite "hardy-har"/],
    [['--packages', 'gcc,--evil'], /"--evil" cannot be the name/],
    [['--mirror', 'nowhere'], /"nowhere" is not the address of a mirror/],
  ])('build with %j is refused before anything is made', async (words, complaint) => {
    const { status, stderr } = await runCommand([
      'rootfs',
      'build',
      '--output',
      join(folder, 'new'),
      ...words,
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(complaint);
    expect(await readdir(folder)).not.toContain('new');
  });

  it('build never writes over what is there', async () => {
    const { status, stderr } = await runCommand(['rootfs', 'build', '--output', image]);
    expect(status).toBe(1);
    expect(stderr).toContain('exists already');
  });
});
