import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KnownProgram } from '@sandglass/contracts';
import { JudgingCancelled, type CompileRequest, type CompileResult } from '@sandglass/judge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOf } from '../slots/build-identity.ts';
import { createLog } from '../platform/log.ts';
import { ProgramStore, type ProgramNeed } from './program-store.ts';

const log = createLog('silent', 'test');
const toolchains = new Map([
  ['c', { language: 'c', programs: { compiler: '/usr/bin/gcc', runtime: null }, version: 'gcc 12' }],
]);
const limits = {
  cpuUs: 1_000_000,
  wallUs: 1_000_000,
  memoryBytes: 1 << 28,
  outputBytes: 1 << 20,
  fileBytes: 1 << 20,
  processes: 8,
};
const request: CompileRequest = {
  language: 'c',
  files: [{ name: 'main.c', data: Buffer.from('int main(void) { return 0; }') }],
  entryPoint: null,
  limits,
  toolchains,
};
const debian = buildOf('debian 12', 'c', 'gcc 12');

/** The api's part: programs by hash. */
class Shelf {
  readonly programs = new Map<string, Buffer>();
  known: KnownProgram[] = [];
  asked = 0;

  putProgram = (_task: unknown, build: string, program: Buffer): Promise<void> => {
    const sha256 = createHash('sha256').update(program).digest('hex');
    this.programs.set(sha256, program);
    this.known = [
      ...this.known.filter((one) => one.build !== build),
      { build, sha256, bytes: program.length },
    ];
    return Promise.resolve();
  };

  program = (sha256: string): Promise<Buffer> => {
    this.asked += 1;
    const program = this.programs.get(sha256);
    return program === undefined ? Promise.reject(new Error('404')) : Promise.resolve(program);
  };
}

describe('programs of judgings in several tasks', () => {
  let folder: string;
  let shelf: Shelf;
  let compilations: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-programs-'));
    shelf = new Shelf();
    compilations = 0;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function host(name: string): ProgramStore {
    return new ProgramStore(join(folder, name), shelf);
  }

  async function compile(directory: string): Promise<CompileResult> {
    compilations += 1;
    await writeFile(join(directory, 'program'), `compilation ${compilations}`);
    const program = { language: {} as never, tools: {} as never, directory, entryPoint: null };
    return { kind: 'compiled', program, output: 'a warning', measurement: null };
  }

  function need(change: Partial<ProgramNeed> = {}): ProgramNeed {
    const task = { id: 'task', judgingId: 'judging', fencingToken: 1, programs: shelf.known };
    return { task, build: debian, request, compile, log, ...change };
  }

  async function contentOf(store: ProgramStore, wanted = need()): Promise<string> {
    const used = await store.use(wanted);
    const { result } = used.made;
    if (result.kind !== 'compiled') throw new Error('it compiles');
    const text = await readFile(join(result.program.directory, 'program'), 'utf8');
    used.release();
    return text;
  }

  it('are compiled once: another host of the same build fetches them', async () => {
    expect(await contentOf(host('one'))).toBe('compilation 1');
    const two = host('two');
    expect(await contentOf(two)).toBe('compilation 1');
    expect(two.figures).toEqual({ compiled: 0, fetched: 1, reused: 0 });
    expect(compilations).toBe(1);
  });

  it('are refused by the compilation, not by what fetches them, when the sources are none', async () => {
    await contentOf(host('one'));
    const rejected: CompileResult = { kind: 'rejected', output: 'no sources', measurement: null };
    const wrong = { ...request, files: [{ name: 'notes.h', data: Buffer.from('') }] };
    const used = await host('two').use(need({ request: wrong, compile: () => Promise.resolve(rejected) }));
    expect(used.made.result).toEqual(rejected);
  });

  it('are reported only by the task that compiled them', async () => {
    const one = host('one');
    const [first, second] = await Promise.all([one.use(need()), one.use(need())]);
    expect([first.made.compiledHere, second.made.compiledHere]).toEqual([true, false]);
    expect((await host('two').use(need())).made.compiledHere).toBe(false);
  });

  it('serve all slots of a host, also those that ask while they are made', async () => {
    const one = host('one');
    const used = await Promise.all([contentOf(one), contentOf(one), contentOf(one)]);
    expect(new Set(used)).toEqual(new Set(['compilation 1']));
    expect(one.figures).toEqual({ compiled: 1, fetched: 0, reused: 2 });
  });

  it.each([
    ['image or release', buildOf('debian 13', 'c', 'gcc 12')],
    ['compiler version', buildOf('debian 12', 'c', 'gcc 13')],
    ['language', buildOf('debian 12', 'cpp', 'gcc 12')],
  ])('are never those of another %s', async (_, build) => {
    await contentOf(host('one'));
    expect(await contentOf(host('two'), need({ build }))).toBe('compilation 2');
    expect(shelf.asked).toBe(0);
  });

  it('are not shared by a host that does not know its compiler environment', async () => {
    const build = buildOf(null, 'c', 'gcc 12');
    await contentOf(host('one'), need({ build }));
    expect(shelf.known).toEqual([]);
    await contentOf(host('two'), need({ build }));
    expect(compilations).toBe(2);
  });

  it('that are lost or damaged are compiled again, and offered again', async () => {
    await contentOf(host('one'));
    const known = shelf.known;
    shelf.programs.clear();
    const task = { id: 'task', judgingId: 'judging', fencingToken: 1, programs: known };
    expect(await contentOf(host('two'), need({ task }))).toBe('compilation 2');
    expect(shelf.programs.size).toBe(1);
    for (const sha256 of shelf.programs.keys()) shelf.programs.set(sha256, Buffer.from('damaged'));
    expect(await contentOf(host('three'))).toBe('compilation 3');
  });

  it('whose offer fails are run all the same', async () => {
    const one = new ProgramStore(join(folder, 'one'), {
      program: shelf.program,
      putProgram: () => Promise.reject(new Error('the api is away')),
    });
    expect(await contentOf(one)).toBe('compilation 1');
  });

  it('that do not compile are not kept', async () => {
    const rejected = (): Promise<CompileResult> => {
      compilations += 1;
      return Promise.resolve({ kind: 'rejected', output: 'no', measurement: null });
    };
    const one = host('one');
    expect((await one.use(need({ compile: rejected }))).made.result.kind).toBe('rejected');
    expect(shelf.known).toEqual([]);
    expect(await contentOf(one)).toBe('compilation 2');
  });

  it('whose maker was cancelled are made by the slot that waited', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<CompileResult>();
    const one = host('one');
    const first = one.use(
      need({
        compile: () => {
          begun.resolve();
          return gate.promise;
        },
      }),
    );
    await begun.promise;
    const second = contentOf(one);
    gate.reject(new JudgingCancelled());
    await expect(first).rejects.toThrow(JudgingCancelled);
    expect(await second).toBe('compilation 1');
  });

  it('of judgings that are over leave the disk, the oldest first; those in use stay', async () => {
    const one = host('one');
    const of = (judgingId: string): ProgramNeed =>
      need({ task: { id: 'task', judgingId, fencingToken: 1, programs: [] } });
    const used = await one.use(of('in use'));
    if (used.made.result.kind !== 'compiled') throw new Error('it compiles');
    const first = await one.use(of('first'));
    if (first.made.result.kind !== 'compiled') throw new Error('it compiles');
    first.release();
    for (let count = 0; count < 16; count += 1) (await one.use(of(String(count)))).release();
    const gone = first.made.result.program.directory;
    await expect.poll(() => existsSync(gone)).toBe(false);
    expect(existsSync(used.made.result.program.directory)).toBe(true);
  });

  it('of an earlier process are removed', async () => {
    await mkdir(join(folder, 'one/1'), { recursive: true });
    await host('one').clear();
    expect(existsSync(join(folder, 'one'))).toBe(false);
  });
});
