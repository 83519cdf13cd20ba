/**
 * Where this process is in the cgroup trees, and what its ancestors may use.
 *
 * A quota binds from above: a container limited to 4 CPUs stays so however generous its
 * inner group is. So every limit is read along the whole path up to the root that is
 * visible, in both hierarchies, because hybrid hosts have controllers in either.
 */
import { readCpuList } from './cpu-list.ts';
import type { Tree } from './tree.ts';

export type CgroupMode = 'v1' | 'v2' | 'hybrid' | 'none';

export interface CgroupMount {
  readonly version: 1 | 2;
  readonly mountPoint: string;
  /** What of the hierarchy is mounted there: not `/` inside a container without a cgroup namespace. */
  readonly rootInHierarchy: string;
  readonly controllers: readonly string[];
}

export interface CgroupPlace {
  readonly mode: CgroupMode;
  readonly mounts: readonly CgroupMount[];
  /** Path per v1 controller, and '' for v2, as /proc/self/cgroup says. */
  readonly paths: ReadonlyMap<string, string>;
}

export interface CpuQuota {
  readonly cpus: number;
  /** `cpu.max 400000/100000 at /a/b`. */
  readonly detail: string;
}

export interface CpusetBound {
  readonly cpus: readonly number[];
  readonly detail: string;
}

export async function readCgroupPlace(tree: Tree): Promise<CgroupPlace> {
  const mounts = parseMounts((await tree.text('/proc/self/mountinfo')) ?? '');
  const paths = parsePaths((await tree.text('/proc/self/cgroup')) ?? '');
  const v1 = mounts.some((mount) => mount.version === 1 && mount.controllers.length > 0);
  const v2 = mounts.some((mount) => mount.version === 2);
  const mode = v1 && v2 ? 'hybrid' : v1 ? 'v1' : v2 ? 'v2' : 'none';
  return { mode, mounts, paths };
}

/** Lines of /proc/self/mountinfo (proc(5)): fields, optional fields, `-`, type, source, options. */
function parseMounts(text: string): CgroupMount[] {
  const mounts: CgroupMount[] = [];
  for (const line of text.split('\n')) {
    const [before, after] = line.split(' - ');
    const fields = before?.split(' ') ?? [];
    const [type, , options] = after?.split(' ') ?? [];
    const [rootInHierarchy, mountPoint] = [fields[3], fields[4]];
    if (rootInHierarchy === undefined || mountPoint === undefined) continue;
    if (type === 'cgroup2') {
      mounts.push({
        version: 2,
        mountPoint: unescape(mountPoint),
        rootInHierarchy: unescape(rootInHierarchy),
        controllers: [],
      });
    } else if (type === 'cgroup') {
      const controllers = (options ?? '')
        .split(',')
        .filter((option) => !['rw', 'ro', 'none'].includes(option) && !option.includes('='));
      mounts.push({
        version: 1,
        mountPoint: unescape(mountPoint),
        rootInHierarchy: unescape(rootInHierarchy),
        controllers,
      });
    }
  }
  return mounts;
}

/** Blanks in paths are written in octal. */
function unescape(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

function parsePaths(text: string): Map<string, string> {
  const paths = new Map<string, string>();
  for (const line of text.split('\n')) {
    const match = /^\d+:([^:]*):(.*)$/.exec(line);
    if (match === null) continue;
    for (const controller of (match[1] ?? '').split(',')) paths.set(controller, match[2] ?? '/');
  }
  return paths;
}

/**
 * Folders from this process's own group up to the mount point, for one controller; empty
 * when the controller is not there. `name` is for people: the path inside the hierarchy.
 */
export function foldersUp(
  place: CgroupPlace,
  version: 1 | 2,
  controller: string,
): { folder: string; name: string }[] {
  const own = place.paths.get(version === 2 ? '' : controller);
  const mounts = place.mounts.filter(
    (candidate) =>
      candidate.version === version && (version === 2 || candidate.controllers.includes(controller)),
  );
  // One hierarchy may be mounted in several places, with other parts of it: one that shows our group is wanted.
  const mount = mounts.find((candidate) => own !== undefined && shows(candidate, own)) ?? mounts[0];
  if (mount === undefined || own === undefined) return [];
  const folders: { folder: string; name: string }[] = [];
  const parts = insideMount(mount, own)
    .split('/')
    .filter((part) => part !== '');
  for (let length = parts.length; length >= 0; length -= 1) {
    const below = parts.slice(0, length).join('/');
    folders.push({
      folder: below === '' ? mount.mountPoint : `${mount.mountPoint}/${below}`,
      name: `/${below}`,
    });
  }
  return folders;
}

function shows({ rootInHierarchy: root }: CgroupMount, own: string): boolean {
  return root === '/' || own === root || own.startsWith(`${root}/`);
}

/**
 * The path below the mount point. Inside a container the path in /proc/self/cgroup may be
 * the host's while the mount shows only our own subtree; then that subtree is `/`.
 */
function insideMount(mount: CgroupMount, own: string): string {
  const root = mount.rootInHierarchy === '/' ? '' : mount.rootInHierarchy;
  if (root === '') return own.startsWith('/..') ? '/' : own;
  return own === root || own.startsWith(`${root}/`) ? own.slice(root.length) : '/';
}

/** Which version accounts memory; null: none that is mounted. A v1 hierarchy that is mounted has taken the controller from v2. */
export function memoryController(place: CgroupPlace): 1 | 2 | null {
  if (foldersUp(place, 1, 'memory').length > 0) return 1;
  return place.mode === 'v2' || place.mode === 'hybrid' ? 2 : null;
}

/** Every CPU quota along the way up, v1 and v2, the innermost first. */
export async function readCpuQuotas(tree: Tree, place: CgroupPlace): Promise<CpuQuota[]> {
  const v2 = await Promise.all(
    foldersUp(place, 2, 'cpu').map(async ({ folder, name }) => {
      const [max, period] = ((await tree.word(`${folder}/cpu.max`)) ?? '').split(/\s+/);
      if (max === undefined || max === '' || max === 'max' || period === undefined) return null;
      return quota(Number(max), Number(period), `cpu.max ${max}/${period} at ${name}`);
    }),
  );
  const v1 = await Promise.all(
    foldersUp(place, 1, 'cpu').map(async ({ folder, name }) => {
      const [max, period] = await Promise.all([
        tree.number(`${folder}/cpu.cfs_quota_us`),
        tree.number(`${folder}/cpu.cfs_period_us`),
      ]);
      if (max === null || period === null || max <= 0) return null; // −1: no quota
      return quota(max, period, `cpu.cfs_quota_us ${max}/${period} at ${name}`);
    }),
  );
  return [...v2, ...v1].filter((found) => found !== null);
}

function quota(max: number, period: number, detail: string): CpuQuota | null {
  if (!(max > 0) || !(period > 0)) return null;
  return { cpus: max / period, detail };
}

/** The CPUs the innermost cpuset that says anything leaves us, in either hierarchy. */
export async function readCpusets(tree: Tree, place: CgroupPlace): Promise<CpusetBound[]> {
  const bounds: CpusetBound[] = [];
  for (const version of [2, 1] as const) {
    for (const { folder, name } of foldersUp(place, version, 'cpuset')) {
      const file = version === 2 ? 'cpuset.cpus.effective' : 'cpuset.effective_cpus';
      const text =
        (await tree.word(`${folder}/${file}`)) ??
        (version === 1 ? await tree.word(`${folder}/cpuset.cpus`) : null);
      const cpus = readCpuList(text);
      if (text === null || cpus === null) continue;
      // The effective set of the innermost group already respects all ancestors.
      bounds.push({ cpus, detail: `cpuset ${text} at ${name}` });
      break;
    }
  }
  return bounds;
}
