/** A package of this checkout with everything it depends on at run time, as the guest needs it: at the same relative paths. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { guestCheckout } from './checkout.ts';
import { OldKernelError } from './errors.ts';
import type { GuestFile, GuestFiles } from './guest-files.ts';

const root = join(import.meta.dirname, '../../..');

/** What Node loads. Of our own packages the TypeScript, of others' what was made of it. */
const loaded = new Set(['.js', '.cjs', '.mjs', '.json', '.node', '.lua']);
/** Never loaded, and of some packages most of what there is. */
const idle = new Set(['node_modules', 'test', 'tests', 'docs', 'benchmarks']);

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * @param folder of the package in the checkout, e.g. `apps/judgehost`
 * @throws OldKernelError GUEST_FILE when a dependency is not installed
 */
export async function packageFiles(folder: string): Promise<GuestFiles> {
  const files: Record<string, GuestFile> = {};
  const seen = new Set<string>();
  const add = async (real: string): Promise<void> => {
    if (seen.has(real)) return;
    seen.add(real);
    const own = !real.includes('/node_modules/');
    for (const path of await filesBelow(real, own)) files[inGuest(path)] = { source: path };
    const { dependencies = {} } = JSON.parse(await readFile(join(real, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys(dependencies)) {
      const link = await linkTo(name, real);
      files[inGuest(link)] = { link: await readlink(link) };
      await add(await realpath(link));
    }
  };
  await add(join(root, folder));
  return { ...files, [join(guestCheckout, 'package.json')]: { content: '{"type":"module"}' } };
}

async function filesBelow(folder: string, own: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const child of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, child.name);
    if (child.isDirectory() && !idle.has(child.name)) found.push(...(await filesBelow(path, own)));
    else if (child.isFile() && isLoaded(path, own)) found.push(path);
  }
  return found;
}

function isLoaded(path: string, own: boolean): boolean {
  if (!own) return loaded.has(extname(path));
  // Programs that were built have no ending.
  const built = path.includes('/build/') && ['', '.node'].includes(extname(path));
  return built || loaded.has(extname(path)) || (path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

/** As Node looks for it: in the `node_modules` of this folder, then of those above. */
async function linkTo(name: string, from: string): Promise<string> {
  for (let folder = from; folder.startsWith(resolve(root)); folder = dirname(folder)) {
    const link = join(folder, 'node_modules', name);
    if ((await readlink(link).catch(() => null)) !== null) return link;
  }
  throw new OldKernelError('GUEST_FILE', `${name}, which ${from} needs, is not installed.`);
}

function inGuest(path: string): string {
  return join(guestCheckout, relative(root, path));
}
