import { submissionBounds } from '@sandglass/contracts';
import { formatBytes } from '../../lib/format.ts';

/** A file chosen for a submission. `text` is null for one that is not text; the api then says why it cannot be used. */
export interface SourceFile {
  name: string;
  bytes: number;
  content: string;
  encoding: 'utf-8' | 'base64';
}

/** Reads what was chosen or dropped. Never throws for odd content: the api explains that per file. */
export async function readSourceFile(file: File): Promise<SourceFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { name: file.name, bytes: bytes.length, content, encoding: 'utf-8' };
  } catch {
    return { name: file.name, bytes: bytes.length, content: toBase64(bytes), encoding: 'base64' };
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  const chunkBytes = 0x8000;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return btoa(binary);
}

/** What is wrong with a choice of files before anything is sent; null when nothing is. */
export function filesProblem(
  files: readonly { name: string; bytes: number }[],
  sourceLimitBytes: number,
): string | null {
  if (files.length === 0) return 'Choose a file, drop one here, or write the program in the editor.';
  if (files.length > submissionBounds.files) {
    return `${files.length} files are too many: at most ${submissionBounds.files} can be submitted.`;
  }
  const seen = new Set<string>();
  for (const { name } of files) {
    if (seen.has(name)) return `Two files are called “${name}”. Remove one of them.`;
    seen.add(name);
  }
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const limit = Math.min(sourceLimitBytes, submissionBounds.bytesTotal);
  if (total > limit) return `${formatBytes(total)} is too large: the limit is ${formatBytes(limit)} in all.`;
  const empty = files.find((file) => file.bytes === 0);
  return empty === undefined ? null : `“${empty.name}” is empty.`;
}
