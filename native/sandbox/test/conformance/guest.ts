/**
 * What runs inside the machine with the old kernel:
 *   guest.ts conformance PROGRAMS                 all cases; where groups are those of v2, the end of a run that is left
 *   guest.ts limits PROGRAMS                      only those about limits
 *   guest.ts quota PROGRAMS LIVE-NAMESPACES       many quick runs while the kernel allows only few IPC namespaces
 * Prints one JSON object a line, a `GuestLine` each.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createSlot, probe, SandboxError } from '../../src/index.ts';
import type { ProbeReport, Slot } from '../../src/index.ts';
import { cases } from './cases.ts';
import { limitCases } from './limit-cases.ts';
import { Workbench } from './workbench.ts';
import type { Case } from './workbench.ts';

export type GuestLine =
  | { readonly kind: 'probe'; readonly probe: ProbeReport; readonly uid: number; readonly group: string }
  | {
      readonly kind: 'case';
      readonly name: string;
      readonly ms: number;
      readonly failure?: string | undefined;
    }
  | {
      readonly kind: 'quota';
      readonly runs: number;
      readonly noSpace: number;
      readonly failed: readonly string[];
      readonly slots: number;
      /** Namespaces made since boot that the kernel has not freed. */
      readonly live: { readonly ipc: number; readonly net: number };
      /** Memory groups, those included that are removed but not yet freed; before and after. */
      readonly memoryGroups: readonly [number, number];
    }
  /** The control groups of the two who free what a run has left; missing where they are in none of a slot. */
  | {
      readonly kind: 'burial';
      readonly supervisor?: string | undefined;
      readonly caretaker?: string | undefined;
    };

const quota = 64;
const runs = 300;
/** Emulation, and other tests beside it. */
const slowness = 15;
const [part = '', programs = '', liveNamespaces = ''] = process.argv.slice(2);
const uid = process.getuid?.() ?? -1;
const scratch = `/tmp/scratch-${String(uid)}`;

await mkdir(scratch, { recursive: true });
const host = await probe();
report({ kind: 'probe', probe: host, uid, group: await readFile('/proc/self/cgroup', 'utf8') });
if (part === 'quota') await runUnderQuota();
else await runCases(part === 'limits' ? limitCases : cases);
if (part === 'conformance' && host.cgroup.mode === 'v2') await leaveFiles();

async function runCases(cases: readonly Case[]): Promise<void> {
  const slot = await createSlot({ ordinal: 0 });
  const bench = new Workbench({ slot, programs, scratch, slowness });
  for (const { name, check } of cases) {
    const began = performance.now();
    const failure = await check(bench).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    report({ kind: 'case', name, ms: Math.round(performance.now() - began), failure });
  }
  await slot.close();
}

async function runUnderQuota(): Promise<void> {
  const slots = await Promise.all([createSlot({ ordinal: 0 }), createSlot({ ordinal: 1 })]);
  await writeFile('/proc/sys/user/max_ipc_namespaces', String(quota));
  const before = await memoryGroups();
  let noSpace = 0;
  const failed: string[] = [];
  const perSlot = async (slot: Slot): Promise<void> => {
    const bench = new Workbench({ slot, programs, scratch, slowness });
    for (let i = 0; i < runs / slots.length; i++) {
      try {
        const { outcome } = await bench.run('exit 0');
        if (outcome !== 'exited') failed.push(outcome);
      } catch (error) {
        if (error instanceof SandboxError && error.errno === 28) noSpace += 1;
        else failed.push(String(error));
      }
    }
  };
  await Promise.all(slots.map(perSlot));
  const after = await memoryGroups();
  const { stdout } = await promisify(execFile)(liveNamespaces);
  const live = JSON.parse(stdout) as { ipc: number; net: number };
  report({ kind: 'quota', runs, noSpace, failed, slots: slots.length, live, memoryGroups: [before, after] });
  await Promise.all(slots.map((slot) => slot.close()));
}

/** Beside no other slot. First its processes keep the kernel busy, then its files; mostly long enough to be seen. */
async function leaveFiles(): Promise<void> {
  const slot = await createSlot({ ordinal: 0 });
  const program = { directory: programs };
  const limits = { cpuUs: 60e6, wallUs: 8e6, memoryBytes: 600 << 20, processes: 8 };
  const both = '/program/worst sparse-files & exec /program/worst mappings-of-all';
  let seen: { supervisor?: string | undefined; caretaker?: string | undefined } = {};
  for (let tries = 0; tries < 4 && (seen.supervisor === undefined || seen.caretaker === undefined); tries++) {
    await slot.run({ argv: ['/bin/sh', '-c', both], program, limits });
    const next = { isAnswered: false };
    const answer = slot.run({ argv: ['/program/actor', 'exit', '0'], program, limits }).finally(() => {
      next.isAnswered = true;
    });
    // Then there is the slot's own supervisor and, until it has ended, the one of the run that was left.
    for (let alive = 2; !next.isAnswered || alive > 1;) {
      const supervisors = await groupsOf('sandglass-slot');
      const caretakers = await groupsOf('sandglass-care');
      alive = supervisors.length;
      const isInside = (group: string): boolean => /\/sandglass-\d/.test(group);
      seen = {
        supervisor: supervisors.find(isInside) ?? seen.supervisor,
        caretaker: caretakers.find(isInside) ?? seen.caretaker,
      };
    }
    await answer;
  }
  report({ kind: 'burial', ...seen });
  await slot.close();
}

/** The control groups of all processes of this name. */
async function groupsOf(name: string): Promise<string[]> {
  const groups: string[] = [];
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const read = async (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    if ((await read('comm')).trim() === name) groups.push((await read('cgroup')).trim());
  }
  return groups;
}

async function memoryGroups(): Promise<number> {
  return Number(/^memory\s+\d+\s+(\d+)/m.exec(await readFile('/proc/cgroups', 'utf8'))?.[1]);
}

function report(line: GuestLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
