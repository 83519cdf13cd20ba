/** The place the suite works in: planted secrets, listeners, compiled programs. All of it is temporary. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { isBuiltBefore, languageOf, stageOf, type HostileProgram } from './model.ts';

const run = promisify(execFile);
export const programsFolder = join(import.meta.dirname, 'programs');

/** In every secret; nothing a program prints, collects or provokes a compiler to say may hold it. */
export const secretMark = 'CANARY';

export class HostileFixture {
  readonly folder: string;
  readonly secret = `${secretMark}-${randomBytes(12).toString('hex')}`;
  /** How often anybody connected to the listeners. */
  connections = 0;
  /** What the slots show of the host beside the system: tool chains. */
  shownPaths: readonly string[] = [];
  readonly #servers: Server[] = [];
  #port = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<HostileFixture> {
    const fixture = new HostileFixture(await mkdtemp(join(tmpdir(), 'sandglass-hostile-')));
    await chmod(fixture.folder, 0o755);
    await fixture.#plant();
    await fixture.#listen();
    return fixture;
  }

  /** Writable for everybody: only the sandbox protects it. */
  get planted(): string {
    return join(this.folder, 'planted');
  }

  get secretFile(): string {
    return join(this.planted, 'secret.txt');
  }

  get inputFile(): string {
    return join(this.folder, 'test', '1.in');
  }

  get answerFile(): string {
    return join(this.folder, 'test', '1.ans');
  }

  /** What a program run before on the slot by another team looks like. */
  get otherTeam(): string {
    return join(this.folder, 'other-team');
  }

  get witness(): string {
    return join(this.folder, 'witness');
  }

  /** The honest sides of conversations. */
  get interactor(): string {
    return join(this.folder, 'interactor');
  }

  get guesser(): string {
    return join(this.folder, 'guesser');
  }

  /** The folder a run of the program sees as /program. */
  programFolder(program: HostileProgram): string {
    return join(this.folder, 'programs', program.file.replaceAll(/[/.]/g, '-'));
  }

  /** What the programs receive, so that they need not guess. */
  get environment(): Record<string, string> {
    return {
      PATH: '/usr/bin:/bin',
      HOME: '/box',
      LANG: 'C.UTF-8',
      HOSTILE_SECRET: this.secretFile,
      HOSTILE_FOLDER: this.planted,
      HOSTILE_MARK: basename(this.folder),
      HOSTILE_PORT: String(this.#port),
      HOSTILE_ABSTRACT: basename(this.folder),
      HOSTILE_SOCKET: join(this.planted, 'socket'),
      HOSTILE_HOST: hostname(),
      HOSTILE_TOOLS: this.shownPaths.join(':'),
    };
  }

  /** Compiles what runs compiled, and puts each program into a folder that everybody may write. */
  async build(programs: readonly HostileProgram[]): Promise<void> {
    const wanted = programs.filter(
      (program) => isBuiltBefore(program) && ['run', 'output', 'interaction'].includes(stageOf(program)),
    );
    const unique = [...new Map(wanted.map((program) => [program.file, program])).values()];
    await this.#compileC('witness.c', this.witness);
    await this.#compileC('interactor.c', this.interactor);
    await this.#compileC('guesser.c', this.guesser);
    const java = unique.filter((program) => languageOf(program) === 'java');
    const others = unique.filter((program) => languageOf(program) !== 'java');
    const javaDone = this.#compileJava(java);
    const work = others.values();
    // Two compilers side by side, on two cores.
    const worker = async (): Promise<void> => {
      for (const program of work) await this.#buildOne(program);
    };
    await Promise.all([javaDone, worker(), worker()]);
  }

  async emptyProgramFolder(program: HostileProgram): Promise<string> {
    const folder = this.programFolder(program);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o755 });
    return folder;
  }

  async openProgramFolder(program: HostileProgram): Promise<void> {
    const folder = this.programFolder(program);
    await openToAll(folder, await readdir(folder));
  }

  /** A source as it is sent to the judge: the path of the secret filled in, repetitions written out. */
  async source({ file }: Pick<HostileProgram, 'file'>): Promise<Uint8Array> {
    const text = await readFile(join(programsFolder, file), 'utf8');
    const filled = text
      .replaceAll('@SECRET@', this.secretFile)
      .replaceAll(/@REPEAT (\d+) ([^@]+)@/g, (_, times: string, part: string) =>
        Array.from({ length: Number(times) }, (_unused, i) => part.replaceAll('#', String(i))).join(''),
      );
    return Buffer.from(filled);
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#servers.map((server) => new Promise((resolve) => server.close(() => resolve(undefined)))),
    );
    await rm(this.folder, { recursive: true, force: true });
  }

  async #plant(): Promise<void> {
    await mkdir(this.planted, { mode: 0o777 });
    await chmod(this.planted, 0o777);
    await writeFile(this.secretFile, `${this.secret}\n`, { mode: 0o644 });
    await writeFile(join(this.planted, 'writable.txt'), 'as it was\n');
    await chmod(join(this.planted, 'writable.txt'), 0o666);
    await mkdir(join(this.folder, 'test'), { mode: 0o755 });
    await writeFile(this.inputFile, '1 2\n', { mode: 0o644 });
    await writeFile(this.answerFile, `3 ${this.secret}\n`, { mode: 0o644 });
    await mkdir(this.otherTeam, { mode: 0o755 });
    await writeFile(join(this.otherTeam, 'secret.h'), `"${this.secret}"\n`, { mode: 0o644 });
    await writeFile(join(this.otherTeam, 'solution.py'), `answer = "${this.secret}"\n`, { mode: 0o644 });
    await writeFile(join(this.otherTeam, 'program'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  }

  async #listen(): Promise<void> {
    const count = (): void => {
      this.connections += 1;
    };
    const at = (where: { port: number; host: string } | string): Promise<Server> =>
      new Promise((resolve, reject) => {
        const server = createServer((socket) => {
          count();
          socket.destroy();
        });
        server.once('error', reject).listen(where, () => resolve(server));
        this.#servers.push(server);
      });
    const tcp = await at({ port: 0, host: '127.0.0.1' });
    const address = tcp.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
    await at(`\0${basename(this.folder)}`);
    await at(join(this.planted, 'socket'));
    await chmod(join(this.planted, 'socket'), 0o777);
  }

  async #buildOne(program: HostileProgram): Promise<void> {
    const folder = this.programFolder(program);
    const language = languageOf(program);
    if (language === 'c' || language === 'cpp') {
      await this.#compileC(program.file, folder);
      return;
    }
    await mkdir(folder, { recursive: true });
    await copyFile(join(programsFolder, program.file), join(folder, 'program'));
    await openToAll(folder, ['program']);
  }

  async #compileC(file: string, folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    const compiler = file.endsWith('.cpp') ? ['g++', '-std=gnu++20'] : ['gcc', '-std=gnu17'];
    const [command = '', ...flags] = compiler;
    const target = join(folder, 'program');
    // -O1: a bomb should explode as written; glibc warns that getaddrinfo and its like are not static.
    await run(command, [
      ...flags,
      '-O1',
      '-w',
      '-static',
      '-pthread',
      '-o',
      target,
      join(programsFolder, file),
    ]);
    await openToAll(folder, ['program']);
  }

  async #compileJava(programs: readonly HostileProgram[]): Promise<void> {
    const folders = new Map(programs.map((program) => [program, this.programFolder(program)]));
    for (const [program, folder] of folders) {
      await mkdir(folder, { recursive: true });
      await run('javac', ['-proc:none', '-d', folder, join(programsFolder, program.file)]);
      await openToAll(folder, []);
    }
  }
}

/** Only that the mount is read-only keeps a program from changing itself. */
async function openToAll(folder: string, files: readonly string[]): Promise<void> {
  await chmod(folder, 0o777);
  for (const file of files) await chmod(join(folder, file), 0o777);
}

/** What a program attacks: its first comment, which the table of the manual shows too. */
export async function attacksOf({ file }: Pick<HostileProgram, 'file'>): Promise<string> {
  const text = await readFile(join(programsFolder, file), 'utf8');
  const found = /^(?:\/\/|#|--) Attacks: (.+)$/m.exec(text.slice(0, 1000));
  if (found?.[1] === undefined) throw new RangeError(`${file} does not begin with "Attacks: …"`);
  return found[1];
}
