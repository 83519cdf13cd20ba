/**
 * Two slots and a program that says, hears, sleeps and burns as its arguments say: what interactive runs are tested
 * with.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createSlot, runInteractive } from '../src/index.ts';
import type {
  InteractiveResult,
  InteractiveSide,
  InteractiveSpec,
  RunLimits,
  RunOptions,
  Slot,
} from '../src/index.ts';
import { limits, megabyte, Programs, text } from './harness.ts';

export const programOrdinal = 40;
export const interactorOrdinal = 41;

export function slotAt(ordinal: number, cpus?: readonly number[]): Promise<Slot> {
  const box = { bytes: 16 * megabyte, inodes: 256 };
  return createSlot({ ordinal, uidBase: 62_000, box, ...(cpus === undefined ? {} : { cpus }) });
}

/** Who said what, in order. */
export function said({ transcript }: InteractiveResult): string[] {
  return transcript.map(({ from, data }) => `${from}: ${text(data)}`);
}

/** For the tests of the suite that calls it: both slots are made before the first and closed after the last. */
export function withTalkers() {
  const programs = new Programs();
  let talker: string;
  let one: Slot;
  let two: Slot;

  beforeAll(async () => {
    talker = programs.c('talker', readFileSync(join(import.meta.dirname, 'talker.c'), 'utf8'));
    one = await slotAt(programOrdinal);
    two = await slotAt(interactorOrdinal);
  });

  afterAll(async () => {
    await one?.close();
    await two?.close();
    programs[Symbol.dispose]();
  });

  /** A side that does what the words say, one after the other; talker.c knows them. */
  function side(words: string, changes: Partial<RunLimits> = {}): InteractiveSide {
    return {
      argv: [talker, ...words.split(' ')],
      program: { directory: programs.folder },
      stderr: { captureBytes: 1000 },
      limits: { ...limits, ...changes },
    };
  }

  function talk(
    program: InteractiveSide,
    interactor: InteractiveSide,
    changes: Partial<InteractiveSpec> = {},
    options?: RunOptions,
  ): Promise<InteractiveResult> {
    return runInteractive(
      one,
      two,
      { program, interactor, transcriptBytes: 65_536, graceUs: 5_000_000, ...changes },
      options,
    );
  }

  return { programs, side, talk, slots: (): readonly [Slot, Slot] => [one, two] };
}
