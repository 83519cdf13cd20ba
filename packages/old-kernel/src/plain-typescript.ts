import { stripTypeScriptTypes } from 'node:module';

/** Where the guest's Node finds what makes it take this for a program; see guest/plain-typescript.mjs. */
export const loaderPath = '/usr/lib/sandglass/plain-typescript.mjs';

/** A TypeScript file without its types, every line and column where it was. */
export function plainTypeScript(source: string): string {
  const emitWarning = process.emitWarning.bind(process);
  // The function is not declared stable; the warning of that is no help to the reader of a test's output.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
