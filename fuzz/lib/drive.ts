/** Drives a target in TypeScript: first the inputs that are kept, then new ones until the time is over. */
import * as fc from 'fast-check';
import { keptInputs, type Kept } from './corpus.ts';
import type { Opened, PropertyTarget } from './target.ts';

/** For the end of what hangs, not for the speed of what works. */
const oneInputMs = 120_000;
/** A found input is made small for this long at most. */
const shrinkMs = 60_000;
const batch = 50;

export interface DriveOptions {
  /** For each seed. */
  readonly milliseconds: number;
  /** Each is the first of a row: every further batch has one more. */
  readonly seeds: readonly number[];
  readonly progress?: (tried: number) => void;
}

export interface Driven {
  readonly tried: number;
  /** Null: everything held. */
  readonly finding: Finding | null;
}

export interface Finding {
  /** The smallest input that was found. */
  readonly input: unknown;
  /** The file it came from; null: it is new. */
  readonly file: string | null;
  readonly seed: number | null;
  readonly reason: string;
}

export async function drive(target: PropertyTarget, options: DriveOptions): Promise<Driven> {
  await using opened = await target.open();
  const kept = keptInputs(target.name);
  const known = await firstBroken(opened, kept);
  if (known !== null) return { tried: kept.length, finding: known };
  let tried = kept.length;
  for (const seed of options.seeds) {
    const { tried: now, finding } = await search(opened, options, seed, tried);
    if (finding !== null) return { tried: now, finding };
    tried = now;
  }
  return { tried, finding: null };
}

/** Tries inputs that are files. @returns the first that breaks something */
export async function replay(target: PropertyTarget, kept: readonly Kept[]): Promise<Finding | null> {
  await using opened = await target.open();
  return await firstBroken(opened, kept);
}

async function firstBroken(opened: Opened<unknown>, kept: readonly Kept[]): Promise<Finding | null> {
  for (const { file, input } of kept) {
    try {
      await opened.check(input);
    } catch (error) {
      return { input, file, seed: null, reason: reasonOf(error) };
    }
  }
  return null;
}

async function search(
  opened: Opened<unknown>,
  { milliseconds, progress }: DriveOptions,
  first: number,
  already: number,
): Promise<Driven> {
  const end = Date.now() + milliseconds;
  let tried = already;
  let broken = false;
  const property = fc.asyncProperty(opened.inputs, async (input) => {
    // What is left of the last batch when the time is over.
    if (!broken && Date.now() >= end) return;
    tried += 1;
    try {
      await opened.check(input);
    } catch (error) {
      broken = true;
      throw error;
    }
  });
  for (let seed = first; Date.now() < end; seed = (seed + 1) | 0) {
    const details = await fc.check(property, {
      seed,
      numRuns: batch,
      timeout: oneInputMs,
      interruptAfterTimeLimit: end - Date.now() + oneInputMs + shrinkMs,
    });
    if (details.failed) {
      const [input] = details.counterexample ?? [];
      const reason = reasonOf(details.errorInstance ?? 'it took too long');
      return { tried, finding: { input, file: null, seed, reason } };
    }
    progress?.(tried);
  }
  return { tried, finding: null };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
