/** Ways to make a judgehost sick for real, each with its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlarmRuleId } from '@sandglass/contracts';
import { prepareMachine } from '@sandglass/old-kernel';
import { openFarWard } from './machine.ts';
import { cpuFolder } from './reach.ts';
import { openNearWard, type NearWard, type Ward } from './ward.ts';

/** One way to be sick. It is tried in a ward of its own, so that their order does not matter. */
export interface Trouble {
  readonly name: string;
  readonly what: string;
  /** One of these must ring. */
  readonly rings: readonly AlarmRuleId[];
  /** How long it lasts at least, so that verdicts are given meanwhile, ms. */
  readonly lastsMs: number;
  /** Why it cannot be made here; null: it can. */
  readonly missing: () => Promise<string | null>;
  readonly admit: (progress: (line: string) => void) => Promise<AdmittedWard>;
}

/** A ward whose host is well until it is made sick. */
export interface AdmittedWard extends Ward {
  /** @returns what ends the trouble */
  begin(): Promise<() => Promise<void>>;
}

function near(begin: (ward: NearWard) => Promise<() => Promise<void>>): Trouble['admit'] {
  return async () => {
    const ward = await openNearWard();
    return { ...ward, begin: () => begin(ward) };
  };
}

const here = (missing: string | null): Promise<string | null> => Promise.resolve(missing);
const lastsMs = 15_000;

export const troubles: readonly Trouble[] = [
  {
    name: 'frozen',
    what: 'the judgehost’s process stands still (SIGSTOP)',
    rings: ['silent-host'],
    lastsMs,
    missing: () => here(null),
    admit: near(async ({ pid }) => {
      process.kill(pid, 'SIGSTOP');
      return async () => void process.kill(pid, 'SIGCONT');
    }),
  },
  {
    name: 'stuck',
    what: '24 processes in state D on a FUSE file system whose server never answers',
    rings: ['d-state'],
    lastsMs,
    missing: () => here(existsSync('/dev/fuse') ? null : 'there is no /dev/fuse'),
    admit: near(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sandglass-stall-'));
      const stall = spawn('python3', [join(import.meta.dirname, 'stall.py'), folder, '24'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(stall.stdout, 'data');
      return async () => {
        await ended(stall, () => stall.stdin.end());
        await rm(folder, { recursive: true, force: true });
      };
    }),
  },
  {
    name: 'throttled',
    what: 'a CPU quota of half a core over the judgehost',
    rings: ['throttled'],
    lastsMs,
    missing: () => here(cpuFolder === undefined ? 'no CPU quota can be set here (cgroup v1 only)' : null),
    admit: near(async ({ reach }) => {
      await reach.quota(0.5);
      return () => reach.quota(null);
    }),
  },
  {
    name: 'hogs',
    what: 'eight busy processes per core, outside our control groups',
    rings: ['load', 'sick', 'gap', 'drift'],
    // Busy is not sick at once: the calibration program's medians are of ten seconds, and must stay bad for eight.
    lastsMs: 45_000,
    missing: () => here(null),
    admit: near(async () => {
      const hogs = Array.from({ length: 8 * availableParallelism() }, () =>
        spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
      );
      return async () => {
        await Promise.all(hogs.map((hog) => ended(hog, () => hog.kill('SIGKILL'))));
      };
    }),
  },
  {
    name: 'skewed',
    what: 'the judgehost’s clock is 30 s ahead',
    rings: ['clock-skew'],
    lastsMs,
    missing: () => here(null),
    admit: near(async ({ reach }) => {
      await reach.skew(30_000);
      return () => reach.skew(0);
    }),
  },
  {
    name: 'old-kernel',
    what: 'on Linux 6.1, a judge of the old kind beside ours: a memory group, an IPC and a network namespace for every run',
    // Whichever comes first: what holds up its tasks may hold up its reports as well.
    rings: ['d-state', 'old-figures'],
    // Programs run thirteen times slower there.
    lastsMs: 60_000,
    async missing() {
      const preparation = await prepareMachine();
      return preparation.ready ? null : preparation.reason;
    },
    async admit(progress) {
      const ward = await openFarWard(progress);
      return {
        ...ward,
        async begin() {
          ward.makeSick();
          return async () => ward.makeWell();
        },
      };
    },
  },
];

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  end();
  await closed;
}
