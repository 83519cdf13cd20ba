/** What the conformance tests share: programs compiled for the test, one slot per file, generous limits. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSlot, sandboxExecutable, slotUsers } from '../src/index.ts';
import type { RunLimits, RunOptions, RunResult, RunSpec, Slot, SlotOptions } from '../src/index.ts';

/** Why the sandbox cannot be tried here; undefined when it can. */
export const obstacle: string | undefined =
  process.geteuid?.() !== 0
    ? 'the sandbox needs root'
    : !existsSync(sandboxExecutable)
      ? 'the native sandbox is not built (native/sandbox/build.sh)'
      : undefined;
if (obstacle !== undefined) console.warn(`sandbox tests are skipped: ${obstacle}`);

export const megabyte = 1024 * 1024;
/** Other than the slots of a judgehost that may run beside the tests. */
export const testUidBase = 62000;

export const limits: RunLimits = {
  cpuUs: 2_000_000,
  wallUs: 8_000_000,
  memoryBytes: 256 * megabyte,
  processes: 32,
};

/** Of bench/ending/worst.c: enough for some seconds of the kernel's work. */
export const dying: RunLimits = {
  cpuUs: 20_000_000,
  wallUs: 6_000_000,
  memoryBytes: 2048 * megabyte,
  processes: 16,
};

/** A folder with compiled programs and files, thrown away afterwards. */
export class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'sandglass-test-'));

  constructor() {
    execFileSync('chmod', ['755', this.folder]);
  }

  /** Compiles C and returns the path inside the sandbox. */
  c(name: string, source: string, ...flags: string[]): string {
    const file = join(this.folder, `${name}.c`);
    writeFileSync(file, source);
    execFileSync('gcc', ['-O1', '-w', '-pthread', '-o', join(this.folder, name), file, ...flags]);
    return `/program/${name}`;
  }

  file(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A slot and its programs. */
export class Bench {
  readonly programs = new Programs();
  private readonly slot: Slot;

  private constructor(slot: Slot) {
    this.slot = slot;
  }

  static async open(options: Partial<SlotOptions> = {}): Promise<Bench> {
    return new Bench(await createSlot({ ordinal: 0, uidBase: testUidBase, ...options }));
  }

  get rebuilds(): number {
    return this.slot.rebuilds;
  }

  get handovers(): number {
    return this.slot.handovers;
  }

  run(argv: string[], spec: Partial<RunSpec> = {}, options?: RunOptions): Promise<RunResult> {
    const full: RunSpec = {
      argv,
      program: { directory: this.programs.folder },
      stdout: { captureBytes: megabyte },
      stderr: { captureBytes: megabyte },
      limits,
      ...spec,
    };
    return this.slot.run(full, options);
  }

  /** Compiles and runs. */
  async c(
    name: string,
    source: string,
    spec: Partial<RunSpec> = {},
    argv: string[] = [],
  ): Promise<RunResult> {
    return this.run([this.programs.c(name, source), ...argv], spec);
  }

  sh(script: string, spec: Partial<RunSpec> = {}): Promise<RunResult> {
    return this.run(['/bin/sh', '-c', script], spec);
  }

  async close(): Promise<void> {
    await this.slot.close();
    this.programs[Symbol.dispose]();
  }
}

export function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? new Uint8Array()).toString('utf8');
}

/** Host processes whose real user is one of the slots'. */
export function strangers(ordinal = 0): string {
  const users = slotUsers(ordinal, testUidBase).join();
  return execFileSync('sh', ['-c', `ps -o pid=,args= -U ${users} || true`], { encoding: 'utf8' }).trim();
}

/** Process numbers of supervisors whose slot belongs to the broker started by process `parent`. */
export function supervisors(parent: number): number[] {
  return childrenOf(parent, 'sandglass-brok').flatMap((broker) => childrenOf(broker, 'sandglass-slot'));
}

/** The supervisor of this process's only slot, once an earlier one has taken apart what its last run left. */
export async function onlySupervisor(): Promise<number> {
  for (;;) {
    const [first, ...others] = supervisors(process.pid);
    if (first !== undefined && others.length === 0) return first;
    await delay(10);
  }
}

/** Waits until no process of the test's slots is left: after a handover the last run may still be taken apart. */
export async function noStrangers(): Promise<void> {
  let left = strangers();
  for (let tries = 0; tries < 1000 && left !== ''; tries++) {
    await delay(10);
    left = strangers();
  }
  if (left !== '') throw new Error(`processes of a run are left: ${left}`);
}

export function childrenOf(parent: number, name: string): number[] {
  return execFileSync('sh', ['-c', `pgrep -P ${String(parent)} -x ${name} || true`], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
}
