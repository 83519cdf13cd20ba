/** A chroot image of some megabytes, put together from this host's shell and the libraries it needs: no network, no minutes. */
import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const programs = ['/bin/bash', '/bin/sh', '/bin/true', '/usr/bin/readlink'];

/**
 * @param more further programs, by their paths, with what belongs to them: whole folders
 * @returns the image's folder, below a new temporary folder
 */
export async function tinyImage(
  more: { readonly programs?: readonly string[]; readonly folders?: readonly string[] } = {},
): Promise<string> {
  const image = join(await mkdtemp(join(tmpdir(), 'sandglass-image-')), 'tiny');
  await mkdir(join(image, 'usr/bin'), { recursive: true });
  await mkdir(join(image, 'etc'));
  for (const folder of ['bin', 'lib', 'lib64']) await symlink(`usr/${folder}`, join(image, folder));
  const libraries = new Set<string>();
  for (const folder of more.folders ?? []) await copyFolder(folder, join(image, folder));
  for (const program of [...programs, ...(more.programs ?? [])]) {
    await copyFile(await realpath(program), join(image, 'usr/bin', basename(program)));
    for (const [path] of execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/\S+/g))
      libraries.add(path);
  }
  for (const library of libraries) {
    // Where the loader looks: /lib64/ld-linux…, /lib/x86_64-linux-gnu/libc….
    const target = join(image, library.startsWith('/usr/') ? library : join('usr', library));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(await realpath(library), target);
  }
  execFileSync('chmod', ['-R', 'go+rX', dirname(image)]);
  return image;
}

/** The one the sandbox shows; another may come before it in PATH. */
const systemPython = '/usr/bin/python3';

/** Python from this host, without the parts of its library no contestant's program needs. */
export async function tinyPythonImage(): Promise<string> {
  const library = execFileSync(
    systemPython,
    ['-I', '-c', "import sysconfig; print(sysconfig.get_path('stdlib', 'posix_prefix'))"],
    { encoding: 'utf8' },
  ).trim();
  return tinyImage({ programs: [systemPython], folders: [library] });
}

const unneeded = new Set([
  'test',
  'tests',
  'idlelib',
  'tkinter',
  'lib2to3',
  'ensurepip',
  'pydoc_data',
  'dist-packages',
  '__pycache__',
]);

async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: (path) => !unneeded.has(basename(path)) && !basename(path).startsWith('config-'),
  });
}
