/** All hostile programs. The tests and the table in docs/hostile-programs.md are made from this list. */
import { bombs } from './manifest/bombs.ts';
import { compile } from './manifest/compile.ts';
import { compileLanguages } from './manifest/compile-languages.ts';
import { disk } from './manifest/disk.ts';
import { interaction } from './manifest/interaction.ts';
import { kernel } from './manifest/kernel.ts';
import { languages } from './manifest/languages.ts';
import { leftovers } from './manifest/leftovers.ts';
import { network } from './manifest/network.ts';
import { oldKernelCore } from './manifest/old-kernel.ts';
import { output } from './manifest/output.ts';
import { privileges } from './manifest/privileges.ts';
import { processes } from './manifest/processes.ts';
import { spying } from './manifest/spying.ts';
import { validator } from './manifest/validator.ts';
import type { HostileProgram } from './model.ts';

export const hostilePrograms: readonly HostileProgram[] = [
  ...bombs,
  ...output,
  ...disk,
  ...processes,
  ...privileges,
  ...kernel,
  ...network,
  ...spying,
  ...leftovers,
  ...languages,
  ...compile,
  ...compileLanguages,
  ...validator,
  ...interaction,
];

/** Those that are also run on the old kernel: of the core, the first entry of each program. */
export const oldKernelPrograms: readonly HostileProgram[] = oldKernelCore.map((file) => {
  const found = hostilePrograms.find((program) => program.file === file);
  if (found === undefined)
    throw new RangeError(`the core of the suite names ${file}, which is no program of it`);
  return found;
});
