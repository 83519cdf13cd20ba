import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestName } from '@sandglass/judge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostImages, readImages, type HostToolchain } from './host-images.ts';
import { createLog } from '../platform/log.ts';

const log = createLog('silent', 'test');

function toolchain(language: string, version = `${language} 1`): HostToolchain {
  return { language, version, hostPaths: [], programs: { compiler: `/usr/bin/${language}`, runtime: null } };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandglass-images-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function makeImage(name: string, languages?: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, 'usr/bin'), { recursive: true });
  await mkdir(join(path, 'bin'));
  await writeFile(join(path, 'bin/sh'), '');
  if (languages !== undefined) {
    const note = {
      suite: 'none',
      mirror: 'http://mirror.example',
      architecture: 'any',
      builtAt: new Date(0).toISOString(),
      languages,
      requested: [],
      packages: {},
    };
    await writeFile(join(path, manifestName), JSON.stringify(note));
  }
  return path;
}

describe('the images of a host', () => {
  const lost: string[] = [];

  async function images(): Promise<HostImages> {
    const path = await makeImage('finals');
    return new HostImages(
      [toolchain('c', 'gcc 12'), toolchain('cpp')],
      [{ name: 'finals', path, toolchains: [toolchain('c', 'gcc 9')] }],
      {
        validatorFolder: join(folder, 'validators'),
        onLost: () => lost.push('finals'),
      },
    );
  }

  const task = { image: 'finals', language: 'c', validator: { kind: 'default' as const, flags: [] } };

  it('are reported with the compilers in each, after those that need no image', async () => {
    expect((await images()).compilers()).toEqual([
      { language: 'c', version: 'gcc 12', image: null },
      { language: 'cpp', version: 'cpp 1', image: null },
      { language: 'c', version: 'gcc 9', image: 'finals' },
    ]);
  });

  it('give a task the compilers of its image alone', async () => {
    const known = await images();
    expect(known.placeFor(task).image?.name).toBe('finals');
    expect([...known.placeFor(task).toolchains.keys()]).toEqual(['c']);
    expect([...known.placeFor({ ...task, image: null }).toolchains.keys()]).toEqual(['c', 'cpp']);
  });

  it.each([
    ['an image that is not there', { ...task, image: 'regional' }, /"regional": it is not on this host/],
    ['a language the image has not', { ...task, language: 'cpp' }, /"finals": it has no cpp/],
    [
      'a validator whose language the image has not',
      { ...task, validator: { kind: 'custom' as const, flags: [], language: 'cpp', files: [] } },
      /"finals": it has no cpp/,
    ],
  ])('refuse %s', async (_, wanted, message) => {
    const known = await images();
    expect(() => known.placeFor(wanted)).toThrow(message);
  });

  it('need no compiler for answers that are handed in', async () => {
    expect((await images()).placeFor({ ...task, language: 'answers' }).image?.name).toBe('finals');
  });

  it('keep compiled validators apart', async () => {
    const known = await images();
    const inImage = known.validators(known.placeFor(task));
    expect(known.validators(known.placeFor(task))).toBe(inImage);
    expect(known.validators(known.placeFor({ ...task, image: null }))).not.toBe(inImage);
  });

  it('are forgotten when they have gone, and only then', async () => {
    const known = await images();
    const trouble = new Error('the compiler could not be started');
    expect(await known.lost('finals', trouble)).toBeNull();
    expect(await known.lost(null, trouble)).toBeNull();
    await rm(join(folder, 'finals'), { recursive: true });
    expect((await known.lost('finals', trouble))?.code).toBe('HOST_IMAGE_MISSING');
    expect(lost).toEqual(['finals']);
    expect(known.compilers().map(({ image }) => image)).toEqual([null, null]);
    expect(() => known.placeFor(task)).toThrow(/not on this host/);
  });
});

describe('a folder of images', () => {
  let surveyed: string[];
  const read = (found: readonly string[] = ['c'], software = '1') => {
    surveyed = [];
    return readImages({
      folder,
      memory: join(folder, '.memory/images.json'),
      software,
      survey: (path) => {
        surveyed.push(path);
        return Promise.resolve(found.map((language) => toolchain(language)));
      },
      log,
    });
  };

  it('that is not there has no image', async () => {
    await rm(folder, { recursive: true });
    expect(await read()).toEqual([]);
  });

  it('has those that are images and can be named', async () => {
    await makeImage('finals');
    await makeImage('.finals.new');
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'a-file'), '');
    expect((await read()).map(({ name }) => name)).toEqual(['finals']);
  });

  it('is not looked through again after a start, as long as the note in the image is the same', async () => {
    const path = await makeImage('finals', ['c']);
    const first = await read();
    expect(surveyed).toEqual([path]);
    expect((await read()).map(({ toolchains }) => toolchains)).toMatchObject(
      first.map(({ toolchains }) => toolchains),
    );
    expect(surveyed).toEqual([]);
    await rm(path, { recursive: true });
    await makeImage('finals', ['c', 'cpp']);
    await read(['c', 'cpp']);
    expect(surveyed).toEqual([path]);
  });

  it.each([
    ['by another version', undefined, '2'],
    ['after a language of its note was not found', ['cpp'], '1'],
  ])('is looked through again %s', async (_, firstFound, software) => {
    const path = await makeImage('finals', ['c']);
    await read(firstFound);
    await read(['c'], software);
    expect(surveyed).toEqual([path]);
  });

  it('is looked through at every start where an image has no note', async () => {
    const path = await makeImage('finals');
    await read();
    await read();
    expect(surveyed).toEqual([path]);
  });
});
