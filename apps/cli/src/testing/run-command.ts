import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { checkoutRoot } from '../platform/checkout.ts';

export interface CommandOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `./sandglass …` as a script would: its own process, nothing on standard input. */
export async function runCommand(
  argv: readonly string[],
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandOutcome> {
  const child = spawn(
    join(checkoutRoot, 'node_modules/.bin/node'),
    [join(checkoutRoot, 'apps/cli/src/main.ts'), ...argv],
    { stdio: ['ignore', 'pipe', 'pipe'], ...options },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}

/** Why the sandbox cannot be tried by this process; null when it can. Printed, so that a skip has a name. */
export function whyNoSandbox(): string | null {
  if (process.getuid?.() === 0) return null;
  const reason = 'integration tests of judge, verify and doctor are skipped: they need root';
  console.warn(reason);
  return reason;
}
