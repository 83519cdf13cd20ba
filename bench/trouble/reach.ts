/** What a judgehost of this machine is started through, so that its quota and its clock can be made wrong. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, rmdir, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Undefined: no CPU quota can be lent here. */
export const cpuFolder = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct'].find((folder) =>
  existsSync(join(folder, 'cpu.cfs_quota_us')),
);
const periodUs = 100_000;

/** A group of our own around the host where this kernel has one to give (v1, or v2 with the cpu controller). */
export async function makeReach(): Promise<Reach> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-trouble-'));
  const shim = await compileC(join(import.meta.dirname, 'skew.c'), join(folder, 'skew.so'), 'shared');
  const skewFile = join(folder, 'skew');
  await writeFile(skewFile, Buffer.alloc(8), { mode: 0o644 });
  await chmod(folder, 0o755);
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
