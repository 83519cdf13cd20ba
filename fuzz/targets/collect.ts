import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { bytesOf } from '../lib/bytes.ts';
import { propertyTarget } from '../lib/target.ts';

interface Act {
  readonly kind: 'file' | 'folder' | 'link' | 'pipe' | 'hardlink' | 'closed';
  /** Names with `/` between them, as Latin-1 text of any bytes. */
  readonly path: string;
  readonly target: string;
  readonly bytes: number;
}

interface Leaving {
  readonly acts: readonly Act[];
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly path: string;
  readonly single: string;
}

/** Carries out a list of acts, as far as the box allows. */
const program = `
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int digit(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }
static void unhex(char *text) {
  char *to = text;
  for (; text[0] && text[1]; text += 2) *to++ = (char)(digit(text[0]) * 16 + digit(text[1]));
  *to = 0;
}
int main(void) {
  static char kind[16], path[9000], target[9000];
  long bytes;
  while (scanf("%15s %8999s %8999s %ld", kind, path, target, &bytes) == 4) {
    unhex(path + 1);
    unhex(target + 1);
    const char *p = path + 1, *t = target + 1;
    if (!strcmp(kind, "folder")) mkdir(p, 0777);
    if (!strcmp(kind, "closed")) { mkdir(p, 0777); chmod(p, 0); }
    if (!strcmp(kind, "link")) symlink(t, p);
    if (!strcmp(kind, "hardlink")) link(t, p);
    if (!strcmp(kind, "pipe")) mkfifo(p, 0666);
    if (!strcmp(kind, "file")) {
      int fd = open(p, O_WRONLY | O_CREAT | O_NONBLOCK, 0600);
      if (fd >= 0) { ftruncate(fd, bytes); close(fd); }
    }
  }
  return 0;
}
`;

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'out', 'x.txt') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '.',
      '..',
      ' ',
      '\n',
      '\\',
      'é',
      '\xff',
      '\xed\xa0\x80',
      '-',
      '*',
      'n'.repeat(255),
      '\u00e4\xbd',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ minLength: 1, maxLength: 20 })
      .map((bytes) => Buffer.from(bytes).toString('latin1')),
  },
);
const path = fc
  .array(name, { minLength: 1, maxLength: 5 })
  .map((names) => names.map((one) => one.replaceAll(/[\0/]/g, '_')).join('/'));
const acts = fc.record({
  kind: fc.constantFrom('file' as const, 'file', 'folder', 'folder', 'link', 'pipe', 'hardlink', 'closed'),
  path,
  target: fc.oneof(
    fc.constantFrom('/etc/passwd', '/proc/self/environ', '/', '.', '..', '../..', '/dev/zero', '/box'),
    path,
  ),
  bytes: fc.constantFrom(0, 1, 4096, 70_000, 1 << 20, 1 << 30),
});
const leaving: fc.Arbitrary<Leaving> = fc.record({
  acts: fc.array(acts as fc.Arbitrary<Act>, { maxLength: 30 }),
  maxBytes: fc.constantFrom(0, 1, 4096, 100_000, 1 << 20),
  maxFiles: fc.constantFrom(1, 2, 10, 2000),
  path: fc.constantFrom('.', 'a', 'a/b', 'out'),
  single: fc.constantFrom('a', 'a/b', 'x.txt', 'out/a'),
});

export const collecting = propertyTarget<Leaving>({
  name: 'collect',
  summary:
    'what a program leaves in its box, collected: within the bounds, no link followed, nothing elsewhere',
  needs: 'sandbox',
  async open() {
    const { Bench } = await import('../../native/sandbox/test/harness.ts');
    const bench = await Bench.open();
    const leave = bench.programs.c('leave', program);
    const folder = mkdtempSync(join(tmpdir(), 'sandglass-fuzz-'));
    const to = join(folder, 'to');
    const one = join(folder, 'one');
    return {
      inputs: leaving,
      async check({ acts, maxBytes, maxFiles, path, single }) {
        mkdirSync(to);
        const hex = (text: string): string => `x${bytesOf(text).toString('hex')}`;
        const lines = acts.map(
          (act) => `${act.kind} ${hex(act.path)} ${hex(act.target)} ${String(act.bytes)}\n`,
        );
        try {
          const { outcome, collected } = await bench.run([leave], {
            stdin: { data: Buffer.from(lines.join('')) },
            collect: [{ path: single, to: one, maxBytes, optional: true }],
            collectTree: { path, to, maxBytes, maxFiles },
          });
          if (outcome !== 'exited') throw new Error(`the run ended otherwise: ${outcome}`);
          mustBeInside(to, maxBytes, maxFiles);
          const elsewhere = readdirSync(folder).filter((name) => name !== 'to' && name !== 'one');
          if (elsewhere.length > 0) throw new Error(`written elsewhere: ${elsewhere.join(', ')}`);
          if (collected.length > maxFiles + 1) throw new Error(`${String(collected.length)} files are named`);
          if (lstatSync(one, { throwIfNoEntry: false })?.isFile() === true) mustBeEmptyOfOthers(one);
        } finally {
          rmSync(to, { recursive: true, force: true });
          rmSync(one, { recursive: true, force: true });
        }
      },
      async [Symbol.asyncDispose]() {
        await bench.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

/** Everything below, by names as they are: not all are UTF-8. */
function filesBelow(folder: Buffer): Buffer[] {
  return readdirSync(folder, { encoding: 'buffer' }).flatMap((name) => {
    const full = Buffer.concat([folder, Buffer.from('/'), name]);
    return lstatSync(full).isDirectory() ? filesBelow(full) : [full];
  });
}

function mustBeInside(to: string, maxBytes: number, maxFiles: number): void {
  let bytes = 0;
  let files = 0;
  for (const full of filesBelow(Buffer.from(to))) {
    if (!lstatSync(full).isFile()) throw new Error(`no regular file: ${full.toString()}`);
    files += 1;
    bytes += lstatSync(full).size;
    mustBeEmptyOfOthers(full);
  }
  if (files > maxFiles) throw new Error(`${String(files)} files of at most ${String(maxFiles)}`);
  if (bytes > maxBytes) throw new Error(`${String(bytes)} bytes of at most ${String(maxBytes)}`);
}

/** The program writes nothing but holes: another byte is of a file behind a link. */
function mustBeEmptyOfOthers(file: Buffer | string): void {
  if (readFileSync(file).some((byte) => byte !== 0))
    throw new Error(`${file.toString()} is of somewhere else`);
}
