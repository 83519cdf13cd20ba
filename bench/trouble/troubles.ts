/** Ways to make this very machine sick for real, each with its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rmdir, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlarmRuleId } from '@sandglass/contracts';
import { compileC } from '../lib/native-helper.ts';

/** What a judgehost is started through, so that trouble can reach it, and what reaches it. */
export interface Reach {
  /** Put before the judgehost's command line. */
  readonly through: readonly string[];
  /** A CPU quota over everything of the host; null: none. */
  quota(cpus: number | null): Promise<void>;
  /** Makes the host's clock wrong. */
  skew(ms: number): Promise<void>;
  close(): Promise<void>;
}

const cpuFolder = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct'].find((folder) =>
  existsSync(join(folder, 'cpu.cfs_quota_us')),
);
const periodUs = 100_000;

/** A group of our own around the host where this kernel has one to give (v1, or v2 with the cpu controller). */
export async function makeReach(): Promise<Reach> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-trouble-'));
  const shim = await compileC(join(import.meta.dirname, 'skew.c'), join(folder, 'skew.so'), 'shared');
  const skewFile = join(folder, 'skew');
  await writeFile(skewFile, Buffer.alloc(8), { mode: 0o644 });
  await chmodReadable(folder);
  const clock: FileHandle = await open(skewFile, 'r+');
  const group = await makeGroup();
  const env = ['env', `LD_PRELOAD=${shim}`, `SANDGLASS_TROUBLE_SKEW=${skewFile}`];
  return {
    through: group === null ? env : ['sh', '-c', `echo $$ > ${group.members} && exec "$@"`, 'sh', ...env],
    async quota(cpus) {
      if (group === null) throw new Error('this kernel lends no CPU quota here');
      await group.quota(cpus);
    },
    async skew(ms) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(Math.round(ms)));
      await clock.write(bytes, 0, 8, 0);
    },
    async close() {
      await clock.close();
      await group?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Group {
  readonly members: string;
  quota(cpus: number | null): Promise<void>;
  close(): Promise<void>;
}

async function makeGroup(): Promise<Group | null> {
  const name = `sandglass-trouble-${process.pid}`;
  if (cpuFolder === undefined) return null;
  const folder = join(cpuFolder, name);
  await mkdir(folder);
  return {
    members: join(folder, 'cgroup.procs'),
    quota: (cpus) =>
      writeFile(join(folder, 'cpu.cfs_quota_us'), String(cpus === null ? -1 : Math.round(cpus * periodUs))),
    // What the sandbox made below it goes with the host; a group still in use is left to the machine's next start.
    close: () => rmdir(folder).catch(() => {}),
  };
}

async function chmodReadable(folder: string): Promise<void> {
  const { chmod } = await import('node:fs/promises');
  await chmod(folder, 0o755);
}

export interface Patient {
  /** The judgehost's process. */
  readonly pid: number;
  readonly reach: Reach;
}

export interface Trouble {
  readonly name: string;
  readonly what: string;
  /** One of these must ring. */
  readonly rings: readonly AlarmRuleId[];
  /** Why it cannot be made here; null: it can. */
  readonly missing: () => string | null;
  /** @returns what ends it */
  readonly begin: (patient: Patient) => Promise<() => Promise<void>>;
}

export const troubles: readonly Trouble[] = [
  {
    name: 'frozen',
    what: 'the judgehost’s process stands still (SIGSTOP)',
    rings: ['silent-host'],
    missing: () => null,
    async begin({ pid }) {
      process.kill(pid, 'SIGSTOP');
      return async () => void process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'stuck',
    what: '24 processes in state D on a FUSE file system whose server never answers',
    rings: ['d-state'],
    missing: () => (existsSync('/dev/fuse') ? null : 'there is no /dev/fuse'),
    async begin() {
      const folder = await mkdtemp(join(tmpdir(), 'sandglass-stall-'));
      const stall = spawn('python3', [join(import.meta.dirname, 'stall.py'), folder, '24'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(stall.stdout, 'data');
      return async () => {
        await ended(stall, () => stall.stdin.end());
        await rm(folder, { recursive: true, force: true });
      };
    },
  },
  {
    name: 'throttled',
    what: 'a CPU quota of half a core over the judgehost',
    rings: ['throttled'],
    missing: () => (cpuFolder === undefined ? 'no CPU quota can be set here (cgroup v1 only)' : null),
    async begin({ reach }) {
      await reach.quota(0.5);
      return () => reach.quota(null);
    },
  },
  {
    name: 'hogs',
    what: 'eight busy processes per core, outside our control groups',
    rings: ['load', 'sick', 'gap', 'drift'],
    missing: () => null,
    async begin() {
      const hogs = Array.from({ length: 8 * availableParallelism() }, () =>
        spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
      );
      return async () => {
        await Promise.all(hogs.map((hog) => ended(hog, () => hog.kill('SIGKILL'))));
      };
    },
  },
  {
    name: 'skewed',
    what: 'the judgehost’s clock is 30 s ahead',
    rings: ['clock-skew'],
    missing: () => null,
    async begin({ reach }) {
      await reach.skew(30_000);
      return () => reach.skew(0);
    },
  },
];

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  end();
  await closed;
}
