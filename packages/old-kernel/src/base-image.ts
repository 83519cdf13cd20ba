/** The guest's own files, the same for every job: busybox, Node with its libraries, the first program. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { entriesOf } from './guest-files.ts';
import { writeArchive } from './newc.ts';
import type { ArchiveEntry } from './newc.ts';
import { loaderPath } from './plain-typescript.ts';

const run = promisify(execFile);
const guest = join(import.meta.dirname, '../guest');
const init = join(guest, 'init.sh');
const loader = join(guest, 'plain-typescript.mjs');

/** Where busybox is asked for its commands; the rest of the guest finds them by PATH. */
const busyboxCommands = '/usr/bin';

/**
 * The path of the base archive, built once per Node and busybox.
 * @param cache folder it is kept in
 */
export async function baseImage(cache: string, busybox: string, node: string): Promise<string> {
  const image = join(cache, `base-${await fingerprint([busybox, node])}.cpio`);
  if (await exists(image)) return image;
  await mkdir(cache, { recursive: true });
  const part = `${image}.${String(process.pid)}.part`;
  const to = await open(part, 'w');
  try {
    await writeArchive(to, await baseEntries(busybox, node));
  } finally {
    await to.close();
  }
  await rename(part, image);
  await removeOlder(cache, image);
  return image;
}

async function baseEntries(busybox: string, node: string): Promise<ArchiveEntry[]> {
  const folders = [
    'box',
    'etc',
    'proc',
    'root',
    'run',
    'sys',
    'tmp',
    'usr/bin',
    'usr/lib',
    'usr/lib64',
    'var',
  ];
  // A merged /usr, as on Debian: what binds /usr and follows these links finds everything.
  const links = [
    ['bin', 'usr/bin'],
    ['sbin', 'usr/bin'],
    ['lib', 'usr/lib'],
    ['lib64', 'usr/lib64'],
  ] as const;
  const { stdout } = await run(busybox, ['--list']);
  const commands = stdout.split('\n').filter((name) => name !== '' && name !== 'busybox');
  const libraries = await librariesOf(node);
  return [
    ...['dev', 'usr', ...folders].map((path) => ({ kind: 'folder', path, mode: 0o755 }) as const),
    { kind: 'device', path: 'dev/console', mode: 0o600, major: 5, minor: 1 },
    ...links.map(([path, target]) => ({ kind: 'link', path, target }) as const),
    ...commands.map((name) => ({ kind: 'link', path: `usr/bin/${name}`, target: 'busybox' }) as const),
    ...(await entriesOf({
      '/init': { source: init, mode: 0o755 },
      [`${busyboxCommands}/busybox`]: { source: busybox, mode: 0o755 },
      '/usr/bin/node': { source: node, mode: 0o755 },
      [loaderPath]: { source: loader, mode: 0o644 },
      '/etc/passwd': { content: 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n' },
      '/etc/group': { content: 'root:x:0:\nnogroup:x:65534:\n' },
      ...Object.fromEntries(
        libraries.map((library) => [library.replace(/^\/lib/, '/usr/lib'), { source: library, mode: 0o755 }]),
      ),
    })),
  ];
}

/** The shared libraries of a program as the dynamic linker finds them, the linker included. */
export async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]);
  const paths = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map((match) => match[1] ?? '');
  return [...new Set(paths)];
}

/** Large files are known by name, size and date, what makes the image of them by content. */
async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    const real = await realpath(file);
    const found = await stat(real);
    hash.update(`${real} ${String(found.size)} ${String(found.mtimeMs)}\n`);
  }
  for (const name of ['base-image.ts', 'guest-files.ts', 'newc.ts']) {
    hash.update(await readFile(join(import.meta.dirname, name)));
  }
  for (const file of [init, loader]) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function removeOlder(cache: string, kept: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    if (/^base-.*\.cpio$/.test(name) && path !== kept) await rm(path, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
