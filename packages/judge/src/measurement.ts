import type { Measurement } from '@sandglass/contracts';
import type { RunResult } from '@sandglass/sandbox';

/** What the sandbox measured, as it is reported and stored. */
export function measurementOf(result: RunResult): Measurement {
  return {
    outcome: result.outcome,
    exitCode: result.exitCode,
    signal: result.signal,
    cpuUs: result.cpuUs,
    userUs: result.userUs,
    systemUs: result.systemUs,
    wallUs: result.wallUs,
    // Recomputed: the report keeps the sign, which tells that several threads ran at once.
    gapUs: result.wallUs - result.cpuUs,
    setupUs: result.setupUs,
    teardownUs: result.teardownUs,
    memoryBytes: result.memoryBytes,
    runQueueUs: result.runQueueUs,
    blockIoUs: result.blockIoUs,
    sleepUs: result.sleepUs,
    coreWaitUs: result.coreWaitUs,
    uninterruptibleUs: result.uninterruptibleUs,
    idle: result.idle,
    lastWait: result.lastWait,
    nearMemoryLimit: result.nearMemoryLimit,
    processLimitHit: result.processLimitHit,
    fileSizeLimitHit: result.fileSizeLimitHit,
    majorFaults: result.majorFaults,
    voluntarySwitches: result.voluntarySwitches,
    involuntarySwitches: result.involuntarySwitches,
    processesPeak: result.processesPeak,
    stdoutBytes: result.stdoutBytes,
    stderrBytes: result.stderrBytes,
  };
}

/** The wall-clock instant of a CLOCK_MONOTONIC reading, taken through the two clocks' present difference. */
export function instantOfMonotonic(monotonicUs: number): string {
  const nowMonotonicUs = Number(process.hrtime.bigint() / 1000n);
  return new Date(Date.now() - (nowMonotonicUs - monotonicUs) / 1000).toISOString();
}
