import type { LanguageDefinition } from '../definition.ts';

const node = {
  wellKnown: ['/var/cache/sandglass/node/bin/node', '/usr/local/bin/node', '/usr/bin/node'],
  names: ['node'],
};

/** What the languages that Node runs have in common. */
export const onNode = {
  programs: { compiler: node, runtime: node },
  packages: ['nodejs'],
  version: { of: 'runtime', arguments: ['--version'] },
  hostPaths: [],
  prepare: null,
  // V8, its code and its young generation.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 96, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['JavaScript heap out of memory'],
} satisfies Partial<LanguageDefinition>;

/**
 * A bigger stack for deep recursion (KiB, hence the zeros); without an option V8 takes the machine's size.
 * @param program its path with the placeholders of a command
 */
export function runOnNode(program: string): LanguageDefinition['run'] {
  return {
    argv: ['{runtime}', '--stack-size={stackMiB}000', '--max-old-space-size={heapMiB}', program],
    env: {},
  };
}
