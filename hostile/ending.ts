/** How a run ended, in the words of the manifest, and what else is known of it. */
import { constants } from 'node:os';
import type { Limits } from '@sandglass/contracts';
import type { RunResult } from '@sandglass/sandbox';
import type { Ending } from './model.ts';

const mebibyte = 1 << 20;

/** Small, so that the suite is quick; an entry of the manifest raises what it must. */
export const usualLimits: Limits = {
  cpuUs: 400_000,
  wallUs: 800_000,
  memoryBytes: 64 * mebibyte,
  outputBytes: mebibyte,
  fileBytes: 512 * mebibyte,
  processes: 32,
};
export interface Attempt {
  readonly ending: Ending;
  /** All that came out: output, error stream, collected bytes, compiler's and validator's messages. */
  readonly out: string;
  /** What is known beside that, for the message of a failed expectation. */
  readonly detail: string;
  readonly elapsedUs: number;
  /** The wall limits of everything that ran. */
  readonly allowedUs: number;
}

export type Done = Omit<Attempt, 'elapsedUs'>;

export function endingOf({ outcome, exitCode, signal }: RunResult): Ending {
  if (outcome === 'exited') return `exited ${String(exitCode)}`;
  if (outcome === 'signalled') return `signalled ${signalName(signal ?? 0)}`;
  return outcome;
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? String(number);
}

export function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('latin1');
}

export function described(result: RunResult): string {
  const { stdout, stderr, ...rest } = { ...result, collected: result.collected.length };
  return `${JSON.stringify(rest)}\nstdout: ${text(stdout).slice(0, 600)}\nstderr: ${text(stderr).slice(0, 600)}`;
}
