// Loaded by every Node of the guest: the TypeScript here came stripped of its types (guest-files.ts), so it is taken
// as it is. Stripping it in the guest would take seconds at every start, and WebAssembly, which the guest's Node lacks.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: readFileSync(fileURLToPath(url)), shortCircuit: true };
  },
});
