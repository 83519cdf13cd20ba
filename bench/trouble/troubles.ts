/** Ways to make a judgehost unhealthy for real, each with its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlarmRuleId } from '@sandglass/contracts';
import { prepareMachine } from '@sandglass/old-kernel';
import { Hogs } from '../lib/hogs.ts';
import type { EmulatedEnvironment } from './machine.ts';
import { cpuFolder } from './reach.ts';
import type { LocalEnvironment } from './environment.ts';

interface AnyTrouble {
  readonly name: string;
  readonly what: string;
  /** One of these must be raised, and none may be in the end. */
  readonly raises: readonly AlarmRuleId[];
  /** Of these, those that other work on the machine does not raise; all of them where it is left out. */
  readonly own?: readonly AlarmRuleId[];
  /** It spoils times: verdicts given in that time are to be marked. */
  readonly marks: boolean;
  /** How long it lasts at least, so that verdicts are given in that time, ms. */
  readonly lastsMs: number;
  /** Why it cannot be made here; null: it can. */
  readonly missing: () => Promise<string | null>;
}

/** On a judgehost of this machine. */
export interface NearTrouble extends AnyTrouble {
  readonly where: 'here';
  /** Resolves when the host is in trouble. @returns what ends it */
  readonly begin: (environment: LocalEnvironment) => Promise<() => Promise<void>>;
}

/** On a judgehost in a machine of its own. */
export interface FarTrouble extends AnyTrouble {
  readonly where: 'machine';
  readonly begin: (environment: EmulatedEnvironment) => Promise<() => Promise<void>>;
}

/** One way to become unhealthy, and healthy again. */
export type Trouble = NearTrouble | FarTrouble;

const here = (missing: string | null): Promise<string | null> => Promise.resolve(missing);
const lastsMs = 15_000;

export const nearTroubles: readonly NearTrouble[] = [
  {
    name: 'frozen',
    where: 'here',
    what: 'the judgehost’s process is stopped (SIGSTOP)',
    raises: ['silent-host'],
    marks: false,
    lastsMs,
    missing: () => here(null),
    begin: async ({ pid }) => {
      process.kill(pid, 'SIGSTOP');
      return async () => void process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'stuck',
    where: 'here',
    what: '24 processes in state D on a FUSE file system whose server never answers',
    raises: ['d-state'],
    marks: true,
    lastsMs,
    missing: () => here(existsSync('/dev/fuse') ? null : 'there is no /dev/fuse'),
    begin: async () => {
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
    where: 'here',
    what: 'a CPU quota of half a core over the judgehost',
    raises: ['throttled'],
    marks: true,
    lastsMs,
    missing: () => here(cpuFolder === undefined ? 'no CPU quota can be set here (cgroup v1 only)' : null),
    begin: async ({ reach }) => {
      await reach.quota(0.5);
      return () => reach.quota(null);
    },
  },
  {
    name: 'hogs',
    where: 'here',
    what: 'four busy processes per core, outside our control groups',
    raises: ['load', 'unhealthy', 'gap', 'drift'],
    own: ['unhealthy'],
    marks: true,
    lastsMs: 30_000,
    missing: () => here(null),
    begin: async () => {
      const hogs = new Hogs({ perCore: 4, longestS: 600 });
      return () => hogs[Symbol.asyncDispose]();
    },
  },
  {
    name: 'skewed',
    where: 'here',
    what: 'the judgehost’s clock is 30 s ahead',
    raises: ['clock-skew'],
    marks: false,
    lastsMs,
    missing: () => here(null),
    begin: async ({ reach }) => {
      await reach.skew(30_000);
      return () => reach.skew(0);
    },
  },
];

const oldKernel: FarTrouble = {
  name: 'old-kernel',
  where: 'machine',
  what: 'on Linux 6.1, a judge of the old kind beside ours: a memory group, an IPC and a network namespace for every run',
  // Whichever comes first: what holds up its tasks may hold up its reports as well.
  raises: ['d-state', 'old-figures'],
  marks: true,
  // Programs run thirteen times slower there.
  lastsMs: 60_000,
  async missing() {
    const preparation = await prepareMachine();
    return preparation.ready ? null : preparation.reason;
  },
  begin: async (environment) => {
    await environment.makeUnhealthy();
    return async () => environment.makeHealthy();
  },
};

export const troubles: readonly Trouble[] = [...nearTroubles, oldKernel];

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  end();
  await closed;
}
