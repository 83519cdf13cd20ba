/** What the conformance cases work with: a slot, and a program of many parts to run in it. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunLimits, RunOptions, RunResult, RunSpec, Slot } from '../../src/index.ts';

export const mebibyte = 1 << 20;

/** Where the cases run. */
export interface Place {
  readonly slot: Slot;
  /** Folder with the static program `actor`, readable by the slot's user. */
  readonly programs: string;
  /** How many times slower than real hardware this machine is; stretches every bound in time. */
  readonly slowness: number;
  /** Folder for files on the caller's side. */
  readonly scratch: string;
}

/** One promise of the sandbox; it is kept when `check` ends without throwing. */
export interface Case {
  readonly name: string;
  readonly check: (bench: Workbench) => Promise<void>;
}

export interface Wishes {
  readonly cpuMs?: number;
  readonly wallMs?: number;
  readonly memoryMiB?: number;
  readonly limits?: Partial<RunLimits>;
  readonly spec?: Partial<RunSpec>;
  readonly options?: RunOptions;
}

export class Workbench {
  readonly place: Place;

  constructor(place: Place) {
    this.place = place;
  }

  /** The request that runs one part of the actor; limits are generous unless wished otherwise. */
  request(part: string, wishes: Wishes = {}): RunSpec {
    return {
      argv: ['/program/actor', ...part.split(' ')],
      program: { directory: this.place.programs },
      stdout: { captureBytes: 65_536 },
      stderr: { captureBytes: 65_536 },
      ...wishes.spec,
      limits: {
        cpuUs: (wishes.cpuMs ?? 10_000) * 1000,
        wallUs: (wishes.wallMs ?? 20_000) * 1000,
        memoryBytes: (wishes.memoryMiB ?? 128) * mebibyte,
        processes: 64,
        ...wishes.limits,
      },
    };
  }

  run(part: string, wishes: Wishes = {}): Promise<RunResult> {
    return this.place.slot.run(this.request(part, wishes), wishes.options);
  }

  /** Runs a part that must succeed, and gives what it printed. */
  async say(part: string, wishes: Wishes = {}): Promise<string> {
    const result = await this.run(part, wishes);
    assert.deepEqual(ended(result), { outcome: 'exited', exitCode: 0, signal: null }, shown(result));
    return text(result.stdout);
  }

  /** Time that something may take here, in ms, when real hardware takes this long at most. */
  within(milliseconds: number): number {
    return milliseconds * this.place.slowness;
  }
}

export function ended(result: RunResult): Pick<RunResult, 'outcome' | 'exitCode' | 'signal'> {
  return { outcome: result.outcome, exitCode: result.exitCode, signal: result.signal };
}

export function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString();
}

/** A result in one line, for the message of a failed expectation. */
export function shown(result: RunResult): string {
  const { stdout, stderr, ...rest } = result;
  return `${JSON.stringify(rest)} stdout=${text(stdout).slice(0, 200)} stderr=${text(stderr).slice(0, 200)}`;
}

export function atMost(what: string, value: number, bound: number): void {
  assert.ok(value <= bound, `${what} is ${String(value)}, at most ${String(bound)} was expected`);
}

export function atLeast(what: string, value: number, bound: number): void {
  assert.ok(value >= bound, `${what} is ${String(value)}, at least ${String(bound)} was expected`);
}

export { assert, delay };
