import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSamples } from './build.ts';
import type { BuiltPackage } from './build.ts';
import { listFiles } from './lib/fingerprint.ts';

let output = '';
let built: BuiltPackage[] = [];

describe('building the sample packages', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    output = await mkdtemp(join(tmpdir(), 'sandglass-samples-'));
    built = await buildSamples({ output });
  }, 120_000);

  afterAll(async () => {
    await rm(output, { recursive: true, force: true });
  });

  it('makes the same bytes on every machine', async () => {
    const digests: string[] = [];
    for (const { shortName, directory } of built)
      digests.push(`${await digest(directory)}  ${shortName}/data\n`);
    // After a wanted change of the data: vitest run -u samples/build.test.ts
    await expect(digests.join('')).toMatchFileSnapshot('data.sha256');
  });

  it('builds all eight problems, with data of tens of MB for one and 150 tests and more for another', () => {
    const by = new Map(built.map((one) => [one.shortName, one]));
    expect([...by.keys()]).toEqual(['bulb', 'cuckoo', 'funnel', 'lamps', 'layers', 'rooms', 'sum', 'tide']);
    expect(by.get('tide')?.bytes).toBeGreaterThan(40e6);
    expect(by.get('cuckoo')?.testCases).toBeGreaterThan(150);
    expect(by.get('sum')?.testCases).toBe(2);
    expect(built.every(({ reused }) => !reused)).toBe(true);
  });

  it('leaves a package alone that is there already', async () => {
    const file = join(output, 'sum/data/secret/01-huge.in');
    const before = await stat(file);
    const again = await buildSamples({ output });
    expect(again).toEqual(built.map((one) => ({ ...one, reused: true })));
    expect((await stat(file)).ino).toBe(before.ino);
  });

  it('builds a package again of which a file was lost or changed', async () => {
    const lost = join(output, 'sum/data/sample/1.ans');
    await rm(lost);
    await appendFile(join(output, 'bulb/problem.yaml'), '# changed\n');
    const again = await buildSamples({ output, only: ['bulb', 'cuckoo', 'sum'] });
    expect(again.map(({ shortName, reused }) => [shortName, reused])).toEqual([
      ['bulb', false],
      ['cuckoo', true],
      ['sum', false],
    ]);
    expect(await readFile(lost, 'utf8')).toBe('8\n');
  });

  it('names the problems that there are when asked for another one', async () => {
    await expect(buildSamples({ output, only: ['summ'] })).rejects.toThrow(
      'no such problem: summ; there are bulb, cuckoo',
    );
  });
});

async function digest(directory: string): Promise<string> {
  const data = join(directory, 'data');
  const hash = createHash('sha256');
  for (const file of await listFiles(data)) hash.update(`${file}\0`).update(await readFile(join(data, file)));
  return hash.digest('hex');
}
