/** Tools that the checks of the native code use where they can be had: clang with libFuzzer, valgrind. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const setup = fileURLToPath(new URL('../../../scripts/setup/debian-packages.sh', import.meta.url));

/** Installs them when this is root on Debian. Without them g++ and blind mutation do: that is said, and no failure. */
export async function toolsForChecks(): Promise<void> {
  await run(setup, ['checks']).catch((error: unknown) => {
    const printed = (error as { stderr?: string }).stderr ?? String(error);
    console.warn(`clang or valgrind cannot be had here: ${printed.trim().split('\n').at(-1) ?? ''}`);
  });
}
