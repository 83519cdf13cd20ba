/** The host's C compiler for a guest: gcc, what it starts, what it reads, and the shared libraries of all of them. */
import { execFile } from 'node:child_process';
import { readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { librariesOf } from './base-image.ts';
import type { GuestFile, GuestFiles } from './guest-files.ts';

const run = promisify(execFile);

/** What gcc starts to make a program of C. */
const started = ['cc1', 'collect2', 'as', 'ld'];
/** What is linked into a static program. */
const linked = 'crt1.o crti.o crtn.o crtbeginT.o crtend.o libgcc.a libgcc_eh.a libc.a libm.a'.split(' ');
/** `libm.a` is a text that names these. */
const mathArchives = /^lib(m-[\d.]+|mvec)\.a$/;
/** ISO C, and what contestants include beside it. */
const headers =
  'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype unistd sys/types sys/resource sys/time';

/**
 * Enough to compile static C programs that use the standard headers; 60 MB.
 * @throws Error when this host has no gcc
 */
export async function compilerFiles(): Promise<GuestFiles> {
  const [programs, archives, included] = await Promise.all([programPaths(), archivePaths(), headerPaths()]);
  const libraries = await Promise.all(programs.map((program) => realpath(program).then(librariesOf)));
  const files: Record<string, GuestFile> = {};
  for (const path of [...programs, ...libraries.flat()]) files[inUsr(path)] = { source: path, mode: 0o755 };
  for (const path of [...archives, ...included]) files[inUsr(path)] = { source: path };
  return files;
}

async function programPaths(): Promise<string[]> {
  const answers = await Promise.all(started.map((name) => ask(`-print-prog-name=${name}`)));
  return [
    '/usr/bin/gcc',
    // Those that gcc leaves to PATH are answered by their bare name.
    ...answers.map((path) => (path.startsWith('/') ? path : join('/usr/bin', path))),
    await ask('-print-file-name=liblto_plugin.so'),
  ];
}

async function archivePaths(): Promise<string[]> {
  const answers = await Promise.all(
    linked.map((name) => ask(`-print-file-name=${name}`).then((path) => realpath(path))),
  );
  const library = dirname(answers.at(-1) ?? '/');
  const math = (await readdir(library)).filter((name) => mathArchives.test(name));
  return [...answers, ...math.map((name) => join(library, name))];
}

/** The compiler itself says what including them all reads. */
async function headerPaths(): Promise<string[]> {
  const source = headers.split(' ').map((name) => `#include <${name}.h>\n`);
  const asked = run('gcc', ['-M', '-x', 'c', '-std=gnu17', '-O2', '-']);
  asked.child.stdin?.end(source.join(''));
  const { stdout } = await asked;
  const paths = stdout.split(/[\s\\]+/).filter((word) => word.startsWith('/'));
  return Promise.all(paths.map((path) => realpath(path)));
}

async function ask(question: string): Promise<string> {
  return (await run('gcc', [question])).stdout.trim();
}

/** As on a merged /usr. */
function inUsr(path: string): string {
  return path.replace(/^\/lib/, '/usr/lib');
}
