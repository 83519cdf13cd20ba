import type { Measurement, RunReport } from '../run.ts';

/** What a small program uses, as measured by the process that runs it. */
export const smallUse = {
  cpuUs: 1000,
  userUs: 800,
  systemUs: 200,
  wallUs: 1200,
  gapUs: 200,
  setupUs: 200,
  teardownUs: 100,
  memoryBytes: 1_000_000,
  voluntarySwitches: 1,
  processesPeak: 1,
} as const satisfies Partial<Measurement>;

/** What a small program used that ended well. */
export function aMeasurement(changes: Partial<Measurement> = {}): Measurement {
  return {
    outcome: 'exited',
    exitCode: 0,
    signal: null,
    ...smallUse,
    runQueueUs: 0,
    blockIoUs: 0,
    sleepUs: null,
    coreWaitUs: null,
    uninterruptibleUs: null,
    idle: false,
    lastWait: null,
    nearMemoryLimit: false,
    processLimitHit: false,
    fileSizeLimitHit: false,
    majorFaults: 0,
    involuntarySwitches: 0,
    stdoutBytes: 2,
    stderrBytes: 0,
    ...changes,
  };
}

/** A run as a judgehost reports it, accepted by default. */
export function aRun(ordinal: number, changes: Partial<RunReport> = {}): RunReport {
  return {
    ...aMeasurement(),
    ordinal,
    verdict: 'AC',
    reason: 'the validator accepted the output',
    slot: 0,
    startedAt: '2026-01-01T00:00:00.000Z',
    outputHead: '',
    stderrHead: '',
    validatorMessage: '',
    teamMessage: '',
    passes: [],
    exchange: null,
    ...changes,
  };
}
