/** The part of the byte format that joins two runs; the other half is core/wire/protocol.cc and core/exchange/exchange.cc. */
import { unreadable, whole } from './checks.ts';
import type { Decoder, Encoder } from './encoder.ts';
import { openAs } from './native.ts';

const kind = { inspect: 4, interactorWaits: 5 } as const;

/** Where a message's descriptors are listed. */
interface Descriptors {
  add(path: string, as: number): number;
}

/**
 * How a run is joined to another. `pipes`: its standard input and output are these descriptors of this process.
 * `exchange`: it is the program, and its supervisor moves its words through these to the interactor and back.
 */
export type Joint =
  | { readonly pipes: { readonly input: number; readonly output: number } }
  | { readonly exchange: ExchangeJoint };

export interface ExchangeJoint {
  readonly toInteractor: number;
  readonly fromInteractor: number;
  readonly transcriptBytes: number;
  readonly interactorWallUs: number;
  readonly interactorOutputBytes: number;
  readonly graceUs: number;
}

export const mostTranscriptBytes = 8 * 1024 * 1024;

export function descriptor(paths: Descriptors, fd: number): number {
  return paths.add(String(fd), openAs.descriptor);
}

export function encodeExchange(e: Encoder, paths: Descriptors, x: ExchangeJoint): void {
  e.byte(1);
  e.u32(descriptor(paths, x.toInteractor));
  e.u32(descriptor(paths, x.fromInteractor));
  e.u64(whole(x.transcriptBytes, 'transcriptBytes', 0));
  e.u64(whole(x.interactorWallUs, 'interactor.limits.wallUs', 1));
  e.u64(x.interactorOutputBytes);
  e.u64(whole(x.graceUs, 'graceUs', 0));
}

export function encodeInspect(e: Encoder, id: number): void {
  e.reset();
  e.u32(kind.inspect);
  e.u32(id);
}

/** The interactor of run `id` waited for input when `serial` messages had passed. */
export function encodeInteractorWaits(e: Encoder, id: number, serial: number, surely: boolean): void {
  e.reset();
  e.u32(kind.interactorWaits);
  e.u32(id);
  e.u64(serial);
  e.byte(surely ? 1 : 0);
}

/** Why the exchange stopped the program, in the order of the bits; the numbers are those of core/exchange/exchange.h. */
export const stops = {
  programOutput: 1 << 1,
  programWall: 1 << 2,
  deadlock: 1 << 3,
  interactorOutput: 1 << 4,
  interactorWall: 1 << 5,
  grace: 1 << 6,
} as const;

export interface RawShare {
  chargedUs: number;
  /** From the program's start to its end, or to the interactor's. */
  presentUs: number;
  messages: number;
  bytes: number;
  endedAtUs: number | null;
  brokenAtUs: number | null;
}

export interface RawExchange {
  stops: number;
  programFirst: boolean;
  program: RawShare;
  interactor: RawShare;
  headEntries: number;
  omittedMessages: number;
  omittedBytes: number;
  /** Written by core/exchange/transcript.cc; filled in when the payload has been fetched. */
  transcript: Uint8Array;
}

function decodeShare(d: Decoder): RawShare {
  return {
    chargedUs: d.u64(),
    presentUs: d.u64(),
    messages: d.u64(),
    bytes: d.u64(),
    endedAtUs: d.u64OrNull(),
    brokenAtUs: d.u64OrNull(),
  };
}

/** @throws SandboxError UNREADABLE */
export function decodeExchange(d: Decoder): RawExchange | null {
  if (d.u32() === 0) return null;
  return {
    stops: d.byte(),
    programFirst: d.byte() !== 0,
    program: decodeShare(d),
    interactor: decodeShare(d),
    headEntries: d.u64(),
    omittedMessages: d.u64(),
    omittedBytes: d.u64(),
    transcript: new Uint8Array(),
  };
}

/** One thing said, as core/exchange/transcript.cc writes it: party, µs, length, bytes. */
export interface RawEntry {
  readonly fromProgram: boolean;
  readonly atUs: number;
  readonly data: Uint8Array;
}

const entryHead = 13;

/** @throws SandboxError UNREADABLE when the bytes end in the middle of an entry */
export function decodeTranscript(bytes: Uint8Array): RawEntry[] {
  const entries: RawEntry[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    const from = at + entryHead;
    if (from > bytes.length) throw unreadable('The transcript ends early.');
    const to = from + view.getUint32(at + 9, true);
    if (to > bytes.length) throw unreadable('The transcript ends early.');
    entries.push({
      fromProgram: view.getUint8(at) === 0,
      atUs: Number(view.getBigUint64(at + 1, true)),
      data: bytes.subarray(from, to),
    });
    at = to;
  }
  return entries;
}
