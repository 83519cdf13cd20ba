/** What is seen of the host from outside the sandbox: processes, control groups, files, mounts. */
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
  readonly name: string;
}

async function processes(): Promise<ProcessFacts[]> {
  const names = await readdir('/proc');
  const found = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => factsOf(Number(pid))),
  );
  return found.filter((facts) => facts !== null);
}

/** Null for a process that ended in between. */
async function factsOf(pid: number): Promise<ProcessFacts | null> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => null);
  if (status === null) return null;
  const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
  return { pid, parent: Number(field('PPid')), uid: Number(field('Uid')), name: field('Name') };
}

/** Resolves when there is no such process any more. */
export async function hasEnded(pid: number): Promise<void> {
  while ((await factsOf(pid)) !== null) await delay(10);
}

/** Names and numbers of the processes of some users, in all namespaces. */
export async function processesOfUsers(users: readonly number[]): Promise<string[]> {
  const all = await processes();
  return all
    .filter((facts) => users.includes(facts.uid))
    .map(({ pid, name, parent }) => `${name} ${String(pid)} of ${String(parent)}`);
}

/**
 * The supervisor of a slot of this process: a grandchild that holds the slot's control group open.
 * @param known where it was last; looked at first
 */
export async function supervisorOf(ordinal: number, known?: number): Promise<number> {
  if (known !== undefined && (await groupHeldBy(known, ordinal)) !== undefined) return known;
  const all = await processes();
  const brokers = new Set(all.filter(({ parent }) => parent === process.pid).map(({ pid }) => pid));
  let newest: { pid: number; startedAt: number } | undefined;
  for (const { pid } of all.filter(({ parent }) => brokers.has(parent))) {
    if ((await groupHeldBy(pid, ordinal)) === undefined) continue;
    // One that has handed the slot over may still be there.
    const startedAt = await startOf(pid);
    if (newest === undefined || startedAt > newest.startedAt) newest = { pid, startedAt };
  }
  if (newest === undefined) throw new Error(`slot ${String(ordinal)} has no supervisor`);
  return newest.pid;
}

/** Field 22 of proc_pid_stat(5), in ticks; 0: it has ended. */
async function startOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
}

/** The name of a slot's group. Only its descriptors show it: on v2 the supervisor itself is in another group. */
async function groupHeldBy(pid: number, ordinal: number): Promise<string | undefined> {
  const targets = await descriptorsOf(pid).catch(() => []);
  const name = new RegExp(`sandglass-\\d+-\\d+-${String(ordinal)}-\\d+`);
  return targets.map((target) => name.exec(target)?.[0]).find((found) => found !== undefined);
}

async function descriptorsOf(pid: number): Promise<string[]> {
  const folder = `/proc/${String(pid)}/fd`;
  return Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => 'closed')));
}

interface Group {
  /** Comma-separated controllers; '' is the v2 hierarchy. */
  readonly controllers: string;
  readonly path: string;
}

async function groupsOf(pid: number): Promise<Group[]> {
  const lines = (await readFile(`/proc/${String(pid)}/cgroup`, 'utf8').catch(() => '')).split('\n');
  return lines
    .map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => ({ controllers: match[1] ?? '', path: match[2] ?? '' }));
}

/**
 * Process numbers in the groups that hold a slot's runs. Processes of root are left out: the supervisor, its helper
 * and the first process of the next run may sit in the slot's cpuset (v1).
 */
export async function processesInGroups(ordinal: number, supervisor: number): Promise<string[]> {
  const name = await groupHeldBy(supervisor, ordinal);
  if (name === undefined) return [];
  const inside: string[] = [];
  for (const folder of await groupFolders(name)) {
    const pids = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
    for (const pid of pids.split('\n').filter((line) => line !== '')) {
      const facts = await factsOf(Number(pid));
      if (facts !== null && facts.uid !== 0) inside.push(`${facts.name} ${pid} in ${folder}`);
    }
  }
  return inside;
}

/** The folders called `name` and all below them, in every hierarchy. */
async function groupFolders(name: string): Promise<string[]> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const roots = mounts
    .filter((fields) => fields[2]?.startsWith('cgroup') === true)
    .map(([, target]) => target);
  const found: string[] = [];
  for (const root of roots) {
    for (const base of [root ?? '', ...(await ownFolders(root ?? ''))]) {
      const folder = join(base, name);
      if (await lstat(folder).catch(() => null)) found.push(folder, ...(await below(folder)));
    }
  }
  return [...new Set(found)];
}

async function ownFolders(root: string): Promise<string[]> {
  return (await groupsOf(process.pid)).map(({ path }) => join(root, path)).filter((path) => path !== root);
}

async function below(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return [...folders, ...(await Promise.all(folders.map((inner) => below(inner)))).flat()];
}

/** Everything about files and folders that a program could have changed; times of access are the kernel's own. */
export async function fingerprint(paths: readonly string[]): Promise<string[]> {
  return (await Promise.all(paths.map((path) => describe(path)))).flat();
}

async function describe(path: string): Promise<string[]> {
  const info = await lstat(path).catch(() => null);
  if (info === null) return [`${path} is missing`];
  const facts = [
    path,
    info.mode.toString(8),
    info.uid,
    info.gid,
    info.size,
    info.nlink,
    info.mtimeMs,
    info.ctimeMs,
  ];
  if (info.isDirectory()) {
    const names = await readdir(path);
    return [facts.join(' '), ...(await fingerprint(names.sort().map((name) => join(path, name))))];
  }
  if (info.isSymbolicLink()) return [`${facts.join(' ')} ${await readlink(path)}`];
  if (!info.isFile() || info.size > 1 << 20) return [facts.join(' ')];
  return [
    `${facts.join(' ')} ${createHash('sha256')
      .update(await readFile(path))
      .digest('hex')}`,
  ];
}

/** The mounts of this process's own view of the host. */
export async function hostMounts(): Promise<string> {
  return readFile('/proc/self/mounts', 'utf8');
}

/** Open descriptors and resident bytes of a process. */
export async function sizeOf(pid: number): Promise<{ descriptors: string[]; residentBytes: number }> {
  const descriptors = await descriptorsOf(pid);
  const resident = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? '0';
  // Sockets, pipes and event descriptors have new numbers each time.
  const kinds = descriptors.map((target) => target.replace(/\d+/g, 'N')).sort();
  return { descriptors: kinds, residentBytes: Number(resident) * 1024 };
}

/** Free memory and free disk, in bytes. */
export async function roomLeft(folder: string): Promise<{ memory: number; disk: number }> {
  const available = /^MemAvailable:\s+(\d+)/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1] ?? '0';
  const disk = await statfs(folder);
  return { memory: Number(available) * 1024, disk: disk.bavail * disk.bsize };
}
