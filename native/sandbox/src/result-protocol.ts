/** The result of a run as the native side sends it; the other half is core/broker/supervisor.cc. */
import type { Measurement } from '@sandglass/contracts';
import { unreadable } from './checks.ts';
import type { Decoder } from './encoder.ts';
import { decodeExchange, type RawExchange } from './exchange-protocol.ts';
import type { RunResult } from './types.ts';

/** By their number in an answer. */
const outcomes: readonly Measurement['outcome'][] = [
  'exited',
  'signalled',
  'cpu-limit',
  'wall-limit',
  'memory-limit',
  'output-limit',
  'cancelled',
];

/** A result, and how its bytes come: captured and collected ones follow one another in `payload` or in a memory file. */
export interface RawResult {
  result: RunResult;
  /** The supervisor takes no other run: it waits until this one has been taken apart. */
  isLast: boolean;
  stdoutCaptured: number;
  stderrCaptured: number;
  files: { path: string; bytes: number; tooLarge: boolean }[];
  /** Null when the run was no program of an exchange. */
  exchange: RawExchange | null;
  transcriptBytes: number;
  inMemoryFile: boolean;
  payload: Buffer;
}

/** @throws SandboxError UNREADABLE when the bytes are no result */
export function decodeResult(d: Decoder): RawResult {
  const outcome = decodeOutcome(d);
  const exitCode = d.i32();
  const signal = d.i32();
  const usage = {
    cpuUs: d.u64(),
    userUs: d.u64(),
    systemUs: d.u64(),
    wallUs: d.u64(),
    setupUs: d.u64(),
    teardownUs: d.u64(),
    memoryBytes: d.u64(),
    oomKills: d.u64(),
    runQueueUs: d.u64OrNull(),
    blockIoUs: d.u64OrNull(),
    majorFaults: d.u64(),
    minorFaults: d.u64(),
    voluntarySwitches: d.u64(),
    involuntarySwitches: d.u64(),
    processesPeak: d.u64OrNull(),
  };
  const processLimitHit = d.byte() !== 0;
  const fileSizeLimitHit = d.byte() !== 0;
  const nearMemoryLimit = d.byte() !== 0;
  const isLast = d.byte() !== 0;
  const raw: RawResult = {
    result: {
      outcome,
      exitCode: exitCode < 0 ? null : exitCode,
      signal: signal < 0 ? null : signal,
      ...usage,
      // The one definition of the gap.
      gapUs: usage.wallUs - usage.cpuUs,
      processLimitHit,
      fileSizeLimitHit,
      nearMemoryLimit,
      sleepUs: d.u64OrNull(),
      coreWaitUs: d.u64OrNull(),
      uninterruptibleUs: d.u64OrNull(),
      idle: d.byte() !== 0,
      lastWait: d.text() || null,
      stdoutBytes: d.u64(),
      stderrBytes: d.u64(),
      startedAtUs: d.u64(),
      collected: [],
    },
    isLast,
    stdoutCaptured: d.u32(),
    stderrCaptured: d.u32(),
    files: decodeFiles(d),
    exchange: decodeExchange(d),
    transcriptBytes: d.u32(),
    inMemoryFile: d.byte() !== 0,
    payload: d.block(),
  };
  d.finish();
  return raw;
}

/** The result of a run that there was not: nothing used, nothing written. */
export function nothingRun(outcome: 'cancelled' | 'exited'): RunResult {
  return {
    outcome,
    exitCode: outcome === 'exited' ? 0 : null,
    signal: null,
    cpuUs: 0,
    userUs: 0,
    systemUs: 0,
    wallUs: 0,
    gapUs: 0,
    setupUs: 0,
    teardownUs: 0,
    memoryBytes: 0,
    oomKills: 0,
    runQueueUs: null,
    blockIoUs: null,
    majorFaults: 0,
    minorFaults: 0,
    voluntarySwitches: 0,
    involuntarySwitches: 0,
    processesPeak: null,
    processLimitHit: false,
    fileSizeLimitHit: false,
    nearMemoryLimit: false,
    sleepUs: null,
    coreWaitUs: null,
    uninterruptibleUs: null,
    idle: false,
    lastWait: null,
    stdoutBytes: 0,
    stderrBytes: 0,
    startedAtUs: 0,
    collected: [],
  };
}

/** A number nobody knows must not become a verdict. */
function decodeOutcome(d: Decoder): Measurement['outcome'] {
  const number = d.byte();
  const outcome = outcomes[number];
  if (outcome === undefined) throw unreadable(`There is no outcome ${String(number)}.`);
  return outcome;
}

function decodeFiles(d: Decoder): RawResult['files'] {
  const count = d.u32();
  const files: RawResult['files'] = [];
  for (let i = 0; i < count; i++) {
    files.push({ path: d.text(), bytes: d.u64(), tooLarge: d.byte() !== 0 });
  }
  return files;
}
