import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isAlive, type ProcessIdentity, type Restart } from '@sandglass/local-services';

/** What `up` writes beside its data, so that `status` and `down` act on exactly what it started. */
export interface RunningStack {
  readonly url: string;
  readonly dataFolder: string;
  readonly startedAt: string;
  readonly supervisor: ProcessIdentity;
  readonly processes: readonly { readonly name: string; readonly identity: ProcessIdentity }[];
  /** The latest, oldest first; absent: of an older version. */
  readonly restarts?: readonly Restart[];
}

function stateFile(dataFolder: string): string {
  return join(dataFolder, 'running.json');
}

/** The stack of a data folder if any of its processes lives, else undefined. */
export function readRunningStack(dataFolder: string): RunningStack | undefined {
  const file = stateFile(dataFolder);
  if (!existsSync(file)) return undefined;
  const stack = parse(readFileSync(file, 'utf8'));
  if (stack === null) return undefined;
  const anyAlive = isAlive(stack.supervisor) || stack.processes.some(({ identity }) => isAlive(identity));
  return anyAlive ? stack : undefined;
}

/** A power cut may have left the file without its bytes; what it named does not run any more. */
function parse(text: string): RunningStack | null {
  try {
    const stack = JSON.parse(text) as Partial<RunningStack> | null;
    const whole = typeof stack?.supervisor === 'object' && Array.isArray(stack.processes);
    return whole ? (stack as RunningStack) : null;
  } catch {
    return null;
  }
}

export function writeRunningStack(stack: Omit<RunningStack, 'supervisor'>): void {
  const supervisor = identify(process.pid);
  if (supervisor === undefined) throw new Error('/proc is not mounted: processes cannot be distinguished');
  const file = stateFile(stack.dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...stack, supervisor }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

export function forgetRunningStack(dataFolder: string): void {
  rmSync(stateFile(dataFolder), { force: true });
}
