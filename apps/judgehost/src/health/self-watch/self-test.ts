/**
 * Whether a slot's sandbox can be trusted: programs whose verdicts are known must get them, with measurements that are
 * possible. It is asked at the start and after a slot had to be rebuilt, never for how fast the host is: the bounds are
 * those no working sandbox leaves even on a machine that is starved.
 */
import type { RunResult, Slot } from '@sandglass/sandbox';
import { endOf, runCalibration, wrongWith, type CalibrationRequest } from './calibration-program.ts';

interface Trial {
  readonly request: CalibrationRequest;
  /** In words, or null when all is well. */
  readonly wrong: (result: RunResult) => string | null;
}

const mebibyte = 1024 * 1024;

const trials: readonly Trial[] = [
  {
    request: { kind: 'work' },
    wrong: (result) =>
      wrongWith(result) ??
      within('CPU time', result.cpuUs, 500, 5_000_000, 'µs') ??
      // One thread: it cannot compute for longer than it lives. The kernel counts CPU time in ticks on some machines.
      within('wall time', result.wallUs, result.cpuUs * 0.8 - 10_000, 30_000_000, 'µs'),
  },
  {
    request: { kind: 'touch', mebibytes: 32, limitMebibytes: 256 },
    wrong: (result) =>
      ends(result, 'a program within its memory limit', 'exited') ??
      within('memory of 32 MiB', result.memoryBytes, 31 * mebibyte, 64 * mebibyte, 'bytes'),
  },
  {
    request: { kind: 'touch', mebibytes: 128, limitMebibytes: 64 },
    wrong: (result) => ends(result, 'a program beyond its memory limit', 'memory-limit'),
  },
  {
    request: { kind: 'spin', cpuUs: 100_000 },
    wrong: (result) =>
      ends(result, 'an endless loop', 'cpu-limit') ??
      within('CPU time at a limit of 100 ms', result.cpuUs, 90_000, 2_000_000, 'µs'),
  },
  {
    request: { kind: 'sleep', wallUs: 150_000 },
    wrong: (result) =>
      ends(result, 'a program that sleeps', 'wall-limit') ??
      within('wall time at a limit of 150 ms', result.wallUs, 140_000, 10_000_000, 'µs') ??
      within('CPU time of a sleeper', result.cpuUs, 0, 100_000, 'µs'),
  },
];

/** What was wrong must be wrong thrice in a row: one odd run is no reason to close a host. */
const tries = 3;

/**
 * @returns what cannot be trusted, in words; null: nothing
 * @throws SandboxError when the slot cannot run anything: it is broken, which is another matter
 */
export async function selfTest(slot: Slot, program: string): Promise<string | null> {
  for (const { request, wrong } of trials) {
    let found: string | null = null;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      found = wrong(await runCalibration(slot, program, request));
      if (found === null) break;
    }
    if (found !== null) return `slot ${String(slot.ordinal)}: ${found}`;
  }
  return null;
}

function ends(result: RunResult, who: string, outcome: RunResult['outcome']): string | null {
  return result.outcome === outcome ? null : `${who} ${endOf(result)}`;
}

function within(what: string, value: number, least: number, most: number, unit: string): string | null {
  if (value >= least && value <= most) return null;
  return `${what} was measured as ${String(value)} ${unit}; possible is ${String(Math.round(least))} to ${String(most)}`;
}
