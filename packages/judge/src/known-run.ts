/**
 * Known programs to set against one that breaks its slot (slot-breaker.ts): a language's own trial programs, run as a
 * contestant's are. No contestant is blamed for them: every failure of a known program is the host's.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { effectiveLimits } from '@sandglass/domain';
import { compileCommand, sandboxPaths } from '@sandglass/languages';
import { trialProgram, type TrialKind } from '@sandglass/languages/trial';
import type { Slot } from '@sandglass/sandbox';
import { commandOf } from './commands.ts';
import { compileWith } from './compiler-run.ts';
import { messageOf } from './errors.ts';
import type { Program } from './program.ts';
import type { KnownRun } from './slot-breaker.ts';
import type { WorkFolder } from './work-folder.ts';

/** As long as the broken run, within these: a host is to be met by its trouble, and a contest is not to wait. */
const shortestMs = 300;
const longestMs = 10_000;
/** Enough for every language's run-time system. */
const memoryMiB = 512;
const outputBytes = 4096;

/** What a language's programs are made and run with. */
type Tools = Pick<Program, 'language' | 'tools'>;

/** A program of the language that computes until it is killed. */
export function knownProgram(
  slot: Slot,
  work: WorkFolder,
  tools: Tools,
  signal: AbortSignal | undefined,
): KnownRun {
  return {
    troubleAfter: (lastedMs) =>
      inFolder(work, async (folder) => {
        const made = await compiled(slot, tools, 'burn', folder, signal);
        if (typeof made === 'string') return made;
        const timeLimitMs = Math.round(Math.min(longestMs, Math.max(shortestMs, lastedMs)));
        const { run: limits } = effectiveLimits({ timeLimitMs, memoryMiB }, tools.language.adjustment);
        const command = commandOf(made, limits);
        const { outcome } = await slot.run(
          {
            argv: command.argv,
            env: command.env,
            program: { directory: folder },
            cwd: sandboxPaths.program,
            stdin: 'empty',
            stdout: { path: work.output, maxBytes: outputBytes },
            stderr: { captureBytes: outputBytes, maxBytes: outputBytes },
            limits,
          },
          { signal },
        );
        return outcome === 'cpu-limit' || outcome === 'wall-limit' ? null : `a known program: ${outcome}`;
      }),
  };
}

/** The compilation of a program of the language. */
export function knownCompilation(
  slot: Slot,
  work: WorkFolder,
  tools: Tools,
  signal: AbortSignal | undefined,
): KnownRun {
  return {
    troubleAfter: () =>
      inFolder(work, async (folder) => {
        const made = await compiled(slot, tools, 'sum', folder, signal);
        return typeof made === 'string' ? made : null;
      }),
  };
}

/** Removes everything in the folder, and not the folder: that one may be mounted, or be waited for. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function inFolder(
  work: WorkFolder,
  tryIn: (folder: string) => Promise<string | null>,
): Promise<string | null> {
  try {
    const folder = await work.runFolder();
    try {
      return await tryIn(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** @returns why there is none where it is a text */
async function compiled(
  slot: Slot,
  { language, tools }: Tools,
  kind: TrialKind,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<Program | string> {
  const { compile: limits } = effectiveLimits({ timeLimitMs: 1000, memoryMiB }, language.adjustment);
  const { name, text } = trialProgram(language, kind);
  const command = compileCommand(language, {
    files: [{ name, text, included: false }],
    entryPoint: null,
    memoryBytes: limits.memoryBytes,
    programs: tools,
  });
  const program: Program = { language, tools, directory, entryPoint: command.entryPoint };
  const made = await compileWith(
    async (spec) => ({ kind: 'result', result: await slot.run(spec, { signal }) }),
    { files: [{ name, data: Buffer.from(text) }], limits },
    command,
    program,
  );
  return made.kind === 'compiled' ? made.program : `a known program does not compile: ${made.output}`;
}
