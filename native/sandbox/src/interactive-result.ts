/** What came of two runs joined by pipes. */
import { decodeTranscript, stops, type RawExchange, type RawShare } from './exchange-protocol.ts';
import type { ExchangeShare, InteractiveResult, TranscriptEntry } from './interactive-types.ts';
import type { RunResult } from './types.ts';

/** @param raw of the exchange; undefined: it never began */
export function resultOf(
  program: RunResult,
  interactor: RunResult,
  raw: RawExchange | undefined,
): InteractiveResult {
  if (raw === undefined) return neverStarted(program, interactor);
  const has = (stop: number): boolean => (raw.stops & stop) !== 0;
  const outcome = has(stops.interactorOutput)
    ? 'output-limit'
    : has(stops.interactorWall)
      ? 'wall-limit'
      : interactor.outcome;
  const transcript = transcriptOf(raw.transcript);
  const omitted = {
    beforeEntry: raw.headEntries,
    messages: raw.omittedMessages,
    bytes: raw.omittedBytes,
  };
  return {
    program: { ...program, stdoutBytes: raw.program.bytes },
    interactor: { ...interactor, outcome, stdoutBytes: raw.interactor.bytes },
    endedFirst: raw.programFirst ? 'program' : 'interactor',
    deadlock: has(stops.deadlock),
    exchange: { program: shareOf(raw.program), interactor: shareOf(raw.interactor) },
    transcript,
    transcriptOmitted: omitted.bytes === 0 ? null : omitted,
  };
}

/** Cancelled before the program was started. */
function neverStarted(program: RunResult, interactor: RunResult): InteractiveResult {
  const nothing: ExchangeShare = {
    chargedWallUs: 0,
    waitedUs: 0,
    messages: 0,
    bytes: 0,
    outputEndedAtUs: null,
    brokenPipeAtUs: null,
  };
  return {
    program,
    interactor,
    endedFirst: 'program',
    deadlock: false,
    exchange: { program: nothing, interactor: { ...nothing } },
    transcript: [],
    transcriptOmitted: null,
  };
}

function shareOf(raw: RawShare): ExchangeShare {
  return {
    chargedWallUs: raw.chargedUs,
    waitedUs: Math.max(0, raw.presentUs - raw.chargedUs),
    messages: raw.messages,
    bytes: raw.bytes,
    outputEndedAtUs: raw.endedAtUs,
    brokenPipeAtUs: raw.brokenAtUs,
  };
}

function transcriptOf(bytes: Uint8Array): TranscriptEntry[] {
  return decodeTranscript(bytes).map(({ fromProgram, atUs, data }) => ({
    from: fromProgram ? 'program' : 'interactor',
    atUs,
    data,
  }));
}
