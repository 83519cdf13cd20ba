import type { Limits } from '@sandglass/contracts';
import { runCommand, type RunCommand } from '@sandglass/languages';
import type { Program } from './program.ts';

const MiB = 1024 * 1024;

/**
 * The command of one run under these limits. A runtime with an option for its heap size gets what the limit leaves
 * beside the memory the runtime needs for itself: the two were added up in the limit.
 * @param args of the test case
 */
export function commandOf(
  program: Program,
  limits: Pick<Limits, 'memoryBytes'>,
  args: readonly string[] = [],
): RunCommand {
  const { language, tools, entryPoint } = program;
  const own = language.adjustment.memoryExtraMiB * MiB;
  return runCommand(language, {
    entryPoint,
    memoryBytes: Math.max(limits.memoryBytes - own, limits.memoryBytes / 4),
    programs: tools,
    args,
  });
}
