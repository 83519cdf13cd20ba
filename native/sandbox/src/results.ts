/** From a result as it travels to a result as it is handed out: captured bytes cut out, collected files written. */
import { closeSync, fstatSync, read } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unreadable } from './checks.ts';
import type { RawResult } from './protocol.ts';
import type { CollectedFile, RunResult, RunSpec } from './types.ts';

const readAt = promisify(read);

/** One piece after the other of the payload, wherever it is. */
class Pieces {
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

/** The measurements, without the bytes. */
export function measured(raw: RawResult): RunResult {
  return {
    outcome: raw.outcome,
    exitCode: raw.exitCode,
    signal: raw.signal,
    cpuUs: raw.cpuUs,
    userUs: raw.userUs,
    systemUs: raw.systemUs,
    wallUs: raw.wallUs,
    gapUs: Math.max(0, raw.wallUs - raw.cpuUs),
    setupUs: raw.setupUs,
    teardownUs: raw.teardownUs,
    memoryBytes: raw.memoryBytes,
    oomKills: raw.oomKills,
    runQueueUs: raw.runQueueUs,
    blockIoUs: raw.blockIoUs,
    sleepUs: raw.sleepUs,
    coreWaitUs: raw.coreWaitUs,
    uninterruptibleUs: raw.uninterruptibleUs,
    idle: raw.idle,
    lastWait: raw.lastWait,
    majorFaults: raw.majorFaults,
    minorFaults: raw.minorFaults,
    voluntarySwitches: raw.voluntarySwitches,
    involuntarySwitches: raw.involuntarySwitches,
    processesPeak: raw.processesPeak,
    processLimitHit: raw.processLimitHit,
    fileSizeLimitHit: raw.fileSizeLimitHit,
    nearMemoryLimit: raw.nearMemoryLimit,
    stdoutBytes: raw.stdoutBytes,
    stderrBytes: raw.stderrBytes,
    collected: [],
    startedAtUs: raw.startedAtUs,
  };
}

/** The result of a run that there was not: nothing used, nothing written. */
export function nothingRun(outcome: 'cancelled' | 'exited'): RunResult {
  const nothing: RawResult = {
    outcome,
    exitCode: outcome === 'exited' ? 0 : null,
    signal: null,
    cpuUs: 0,
    userUs: 0,
    systemUs: 0,
    wallUs: 0,
    setupUs: 0,
    teardownUs: 0,
    memoryBytes: 0,
    oomKills: 0,
    runQueueUs: null,
    blockIoUs: null,
    sleepUs: null,
    coreWaitUs: null,
    uninterruptibleUs: null,
    idle: false,
    lastWait: null,
    majorFaults: 0,
    minorFaults: 0,
    voluntarySwitches: 0,
    involuntarySwitches: 0,
    processesPeak: null,
    processLimitHit: false,
    fileSizeLimitHit: false,
    nearMemoryLimit: false,
    stdoutBytes: 0,
    stderrBytes: 0,
    startedAtUs: 0,
    stdoutCaptured: 0,
    stderrCaptured: 0,
    files: [],
    exchange: null,
    transcriptBytes: 0,
    inMemoryFile: false,
    payload: Buffer.alloc(0),
  };
  return measured(nothing);
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
  const result = measured(raw);
  try {
    const pieces = new Pieces(raw, fd);
    const out = await pieces.next(raw.stdoutCaptured);
    const err = await pieces.next(raw.stderrCaptured);
    if (raw.exchange !== null) raw.exchange.transcript = await pieces.next(raw.transcriptBytes);
    if (typeof spec.stdout === 'object' && 'captureBytes' in spec.stdout) result.stdout = out;
    if (typeof spec.stderr === 'object' && 'captureBytes' in spec.stderr) result.stderr = err;
    const destinations = new Map((spec.collect ?? []).map((c) => [c.path, c.to]));
    const named = (spec.collect ?? []).length;
    for (const [i, file] of raw.files.entries()) {
      const fromTree = spec.collectTree !== undefined && (i >= named || !destinations.has(file.path));
      const to = fromTree ? join(spec.collectTree!.to, file.path) : destinations.get(file.path);
      result.collected.push(await take(file, to, pieces));
    }
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
  return result;
}

async function take(
  file: RawResult['files'][number],
  to: string | undefined,
  pieces: Pieces,
): Promise<CollectedFile> {
  if (file.tooLarge) return { ...file };
  const data = await pieces.next(file.bytes);
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
