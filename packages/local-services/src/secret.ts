import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { OrdinaryUser } from './ordinary-user.ts';

/** Keeps a generated secret in a file only its owner reads; the same secret at every start. */
export function rememberSecret(file: string, make: () => string, owner?: OrdinaryUser): string {
  // A power cut may have left the name and not the bytes: an empty secret is none.
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() === '') {
    // Whole or not at all: on a full disk an empty secret would be left, and be believed at the next start.
    const draft = `${file}.${process.pid}.new`;
    try {
      writeFileSync(draft, `${make()}\n`, { mode: 0o600, flag: 'wx', flush: true });
      if (owner !== undefined && process.getuid?.() === 0) chownSync(draft, owner.uid, owner.gid);
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}
