/** Time that a CPU quota of our control group, or one above it, kept its processes from running. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Summed over the group of this process and all above it, µs since they were made; null when no file says it.
 * @param root folder in place of `/`
 */
export async function throttledUs(root = '/'): Promise<number | null> {
  const lines = ((await text(join(root, 'proc/self/cgroup'))) ?? '').split('\n');
  const folders = lines.flatMap((line) => {
    const [, controllers = '', path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (line.startsWith('0::')) return ['', 'unified'].flatMap((mount) => foldersUp(mount, path));
    return controllers.split(',').includes('cpu') ? foldersUp(controllers, path) : [];
  });
  const stats = await Promise.all(folders.map((folder) => text(join(root, folder, 'cpu.stat'))));
  const found = stats.flatMap((stat) => (stat === null ? [] : (throttledOf(stat) ?? [])));
  return found.length === 0 ? null : found.reduce((sum, us) => sum + us, 0);
}

function foldersUp(mount: string, path: string): string[] {
  const folders: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    folders.push(join('sys/fs/cgroup', mount, at));
    if (at === '/' || at === '.') return folders;
  }
}

/** v2 counts in µs, v1 in ns. */
function throttledOf(stat: string): number | null {
  const v2 = /^throttled_usec (\d+)$/m.exec(stat)?.[1];
  if (v2 !== undefined) return Number(v2);
  const v1 = /^throttled_time (\d+)$/m.exec(stat)?.[1];
  return v1 === undefined ? null : Number(v1) / 1000;
}

async function text(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}
