import type { LanguageDefinition } from '../definition.ts';
import { python3 } from './python3.ts';

const program = { wellKnown: ['/usr/bin/pypy3', '/usr/local/bin/pypy3'], names: ['pypy3'] };

/** Python by another interpreter: chosen by people, never guessed. */
export const pypy3: LanguageDefinition = {
  ...python3,
  id: 'pypy3',
  name: 'PyPy 3',
  guess: { byExtension: false, sign: null, weight: -1 },
  programs: { compiler: program, runtime: program },
  packages: ['pypy3'],
  compile: { ...python3.compile, shown: 'pypy3 -m py_compile *.py' },
  // The just-in-time compiler and its machine code.
  adjustment: { ...python3.adjustment, memoryExtraMiB: 64 },
};
