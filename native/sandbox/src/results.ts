/** From a result as it travels to a result as it is handed out: captured bytes cut out, collected files written. */
import { closeSync, fstatSync, read } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unreadable } from './checks.ts';
import type { RawResult } from './result-protocol.ts';
import type { CollectedFile, RunResult, RunSpec } from './types.ts';

const readAt = promisify(read);

/** One part after the other of the payload, in memory or in a file. */
class PayloadParts {
  private at = 0;
  private readonly memory: Buffer;
  private readonly fd: number | undefined;
  private readonly size: number;

  /** @throws SandboxError UNREADABLE when the bytes should be in a memory file that did not come */
  constructor({ payload, inMemoryFile }: RawResult, fd: number | undefined) {
    if (inMemoryFile && fd === undefined) throw unreadable('It came without its memory file.');
    this.memory = payload;
    this.fd = inMemoryFile ? fd : undefined;
    this.size = this.fd === undefined ? payload.length : fstatSync(this.fd).size;
  }

  /** @throws SandboxError UNREADABLE when there is not as much left */
  async next(size: number): Promise<Uint8Array> {
    const from = this.at;
    this.at += size;
    if (this.at > this.size) throw unreadable('It holds less than it says.');
    if (this.fd === undefined) return this.memory.subarray(from, this.at);
    const bytes = new Uint8Array(size);
    for (let done = 0; done < size;) {
      const { bytesRead } = await readAt(this.fd, bytes, done, size - done, from + done);
      if (bytesRead === 0) throw unreadable('The memory file holds less than it says.');
      done += bytesRead;
    }
    return bytes;
  }
}

/** True when bytes have to be fetched or written before the result is complete. */
export function hasBytes(spec: RunSpec): boolean {
  const captures = (output: RunSpec['stderr']) => typeof output === 'object' && 'captureBytes' in output;
  return (
    captures(spec.stdout) ||
    captures(spec.stderr) ||
    spec.collect !== undefined ||
    spec.collectTree !== undefined
  );
}

/** Completes a result. Closes `fd`. Rejects when a `to` cannot be written. */
export async function complete(spec: RunSpec, raw: RawResult, fd: number | undefined): Promise<RunResult> {
  const { result } = raw;
  try {
    const parts = new PayloadParts(raw, fd);
    const out = await parts.next(raw.stdoutCaptured);
    const err = await parts.next(raw.stderrCaptured);
    if (raw.exchange !== null) raw.exchange.transcript = await parts.next(raw.transcriptBytes);
    if (typeof spec.stdout === 'object' && 'captureBytes' in spec.stdout) result.stdout = out;
    if (typeof spec.stderr === 'object' && 'captureBytes' in spec.stderr) result.stderr = err;
    const destinations = new Map((spec.collect ?? []).map((c) => [c.path, c.to]));
    const named = (spec.collect ?? []).length;
    for (const [i, file] of raw.files.entries()) {
      const fromTree = spec.collectTree !== undefined && (i >= named || !destinations.has(file.path));
      const to = fromTree ? below(spec.collectTree!.to, file.path) : destinations.get(file.path);
      result.collected.push(await take(file, to, parts));
    }
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
  return result;
}

/** The supervisor lists names of folders as it walks them. @throws SandboxError UNREADABLE when one leads elsewhere */
function below(folder: string, path: string): string {
  const isInside = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  if (!isInside || path.includes('\0'))
    throw unreadable('It names a file outside the folder that was asked for.');
  return join(folder, path);
}

async function take(
  file: RawResult['files'][number],
  to: string | undefined,
  parts: PayloadParts,
): Promise<CollectedFile> {
  if (file.tooLarge) return { ...file };
  const data = await parts.next(file.bytes);
  if (to === undefined) return { ...file, data };
  try {
    await write(to, data);
  } catch (error) {
    // The program chose the names, so those the host cannot have are its fault, not ours.
    if (!impossibleName.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return { ...file, tooLarge: true };
  }
  return { ...file };
}

/** Too long, or a file where a folder is needed (two names may become one when they are not UTF-8). */
const impossibleName = new Set(['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EEXIST']);

async function write(to: string, data: Uint8Array): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  // Executable for all: compiled programs are run by the slots' own users.
  await writeFile(to, data, { mode: 0o755 });
}
