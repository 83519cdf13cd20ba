/**
 * Is a name from an archive or a folder safe to use as a path below the package's root?
 * Names are judged by their raw bytes, before anything is written.
 */
import { refusal } from './issue.ts';

const maximumPartBytes = 255;
const maximumNameBytes = 1024;

/** Bytes shown to a person when they are not UTF-8. */
function showBytes(raw: Buffer): string {
  return raw.toString('latin1');
}

function decode(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw refusal('path-encoding', showBytes(raw));
  }
}

/**
 * The name as a relative path without a trailing slash.
 * @throws PackageError `path-…` with the name and the reason.
 */
export function checkEntryName(raw: Buffer, depthLimit: number): string {
  const name = decode(raw);
  if (raw.length > maximumNameBytes) throw refusal('path-too-long', name);
  for (const byte of raw) {
    if (byte < 0x20 || byte === 0x7f) {
      throw refusal('path-control', name, { byte: byte.toString(16).padStart(2, '0') });
    }
  }
  if (name.includes('\\')) throw refusal('path-backslash', name);
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw refusal('path-absolute', name);

  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  const parts = path.split('/');
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') throw refusal('path-traversal', name, { part });
    if (Buffer.byteLength(part) > maximumPartBytes) throw refusal('path-too-long', name);
  }
  if (parts.length > depthLimit) throw refusal('path-too-deep', name, { limit: depthLimit });
  return path;
}

/** Equal for names that fall together on a file system that ignores case or normalises Unicode. */
export function caseKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Names the format allows; others it wants treated as if they were not there. */
export function isFormatName(part: string): boolean {
  return /^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}$/.test(part);
}
