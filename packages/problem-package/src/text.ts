/** Text of a package file: UTF-8, nothing else, of bounded size. */
import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { makeIssue, refusal } from './issue.ts';
import type { Issue } from './model.ts';
import type { PackageTree } from './tree.ts';

export interface PackageText {
  text: string;
  issues: Issue[];
}

function foreignMark(bytes: Buffer): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'it begins with the mark of UTF-16 little-endian';
  if (first === 0xfe && second === 0xff) return 'it begins with the mark of UTF-16 big-endian';
  return null;
}

/** Decodes bytes; a UTF-8 byte-order mark is dropped with a warning. */
export function decodeText(bytes: Buffer, file: string): PackageText {
  const mark = foreignMark(bytes);
  if (mark !== null) throw refusal('text-encoding', file, { found: mark });
  const zero = bytes.indexOf(0);
  if (zero !== -1) throw refusal('text-encoding', file, { found: `there is a zero byte at offset ${zero}` });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusal('text-encoding', file, { found: 'some bytes are no UTF-8 sequence' });
  }
  if (!text.startsWith('\uFEFF')) return { text, issues: [] };
  return { text: text.slice(1), issues: [makeIssue('text-bom', file)] };
}

/**
 * Reads a file of the tree as text.
 * @throws PackageError `text-encoding`, `yaml-too-large`.
 */
export async function readText(tree: PackageTree, path: string, limitBytes: number): Promise<PackageText> {
  const file = tree.get(path);
  if (file === undefined) throw refusal('package-not-found', path, { reason: 'no such file in the package' });
  if (file.sizeBytes > limitBytes) throw refusal('yaml-too-large', path, { limit: limitBytes });
  return decodeText(await readFile(file.absolute), path);
}

const beginningBytes = 20_000;

/** The first bytes of a file of the tree, text or not, for a guess at what it is; '' where it cannot be read. */
export function beginningOf(tree: PackageTree, path: string): string {
  const file = tree.get(path);
  if (file === undefined) return '';
  try {
    const buffer = Buffer.alloc(Math.min(file.sizeBytes, beginningBytes));
    const descriptor = openSync(file.absolute, 'r');
    try {
      return buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
