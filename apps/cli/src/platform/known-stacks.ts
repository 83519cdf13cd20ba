/** The data folders that `up` was used with since the machine started, so that `status` and `down` can name them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRunningStack } from './running-stack.ts';

/** One file per data folder, which holds its path. */
const notes = '/run/sandglass/stacks';

/** Remembers a data folder until the machine stops or the folder is gone. */
export function noteStack(dataFolder: string): void {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  try {
    mkdirSync(notes, { recursive: true, mode: 0o755 });
    writeFileSync(join(notes, name), `${dataFolder}\n`);
  } catch {
    // It is a help for people; nothing depends on it.
  }
}

/** The noted data folders that are still there, in order. */
export function notedStacks(): string[] {
  const names = existsSync(notes) ? readdirSync(notes) : [];
  const folders = names.flatMap((name) => {
    const file = join(notes, name);
    try {
      const folder = readFileSync(file, 'utf8').trim();
      if (existsSync(folder)) return [folder];
      rmSync(file, { force: true });
    } catch {
      // Another command has just removed it, or it is somebody else's.
    }
    return [];
  });
  return folders.sort();
}

/** The message for a user who named no data folder while nothing runs in the default one. */
export function otherStacks(dataFolder: string): string {
  const others = notedStacks().filter((folder) => folder !== dataFolder);
  const lines = others.map((folder) => {
    const stack = readRunningStack(folder);
    return `  ${folder}  ${stack === undefined ? 'not running' : `running at ${stack.url}`}`;
  });
  return lines.length === 0
    ? 'Another data folder is named with --data DIR.'
    : `Another data folder is named with --data DIR; used on this machine since it started:\n${lines.join('\n')}`;
}
