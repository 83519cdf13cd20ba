/** Why the process before this one was ended, as its starter or its own watcher left it. */
import { readFileSync, rmSync } from 'node:fs';

export interface RestartNote {
  /** ISO 8601. */
  readonly at: string;
  /** "its event loop was blocked for 5.1 s", "exit status 1". */
  readonly why: string;
}

/** A starter that knows says it here; it takes the place of the file. */
export const restartVariable = 'SANDGLASS_RESTARTED_BECAUSE';

const longestWhy = 500;

export function restartNote(note: RestartNote): string {
  return JSON.stringify(note);
}

/** Read once: the file is gone afterwards. @returns null: this is no restart, as far as is known */
export function takeRestartNote(environment: NodeJS.ProcessEnv, noteFile: string): RestartNote | null {
  let fromFile: RestartNote | null = null;
  try {
    fromFile = parse(readFileSync(noteFile, 'utf8'));
    rmSync(noteFile, { force: true });
  } catch {
    // There is none, which is usual.
  }
  return parse(environment[restartVariable] ?? '') ?? fromFile;
}

function parse(text: string): RestartNote | null {
  if (text === '') return null;
  try {
    const { at, why } = JSON.parse(text) as Partial<RestartNote>;
    if (typeof at !== 'string' || typeof why !== 'string' || Number.isNaN(Date.parse(at))) return null;
    return { at: new Date(at).toISOString(), why: why.slice(0, longestWhy) };
  } catch {
    return null;
  }
}
