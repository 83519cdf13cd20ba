/**
 * A judgehost reports instants by its own clock, which may be wrong. The host measures by how much (the round trips of
 * its heartbeats), and here its instants are corrected, so that what is stored of all hosts has one clock: the api's.
 */
import type { ClockFigures, HostCondition } from '@sandglass/contracts';

/** @returns how far the host's clock is certainly ahead, ms: nothing where the measurement's error is as great as the skew */
export function certainSkewMs(clock: ClockFigures | null): number {
  return clock === null || Math.abs(clock.skewMs) <= clock.roundTripMs / 2 ? 0 : clock.skewMs;
}

/** @param instant by the host's clock @returns the same by the api's */
export function byOurClock(instant: string, clock: ClockFigures | null): string {
  const skewMs = certainSkewMs(clock);
  return skewMs === 0 ? instant : new Date(Date.parse(instant) - skewMs).toISOString();
}

/** Every instant in what a host says of itself. */
export function conditionByOurClock(condition: HostCondition): HostCondition {
  const { clock, calibration, lastError, restarted } = condition;
  return {
    ...condition,
    since: byOurClock(condition.since, clock),
    calibration: calibration && { ...calibration, lastAt: byOurClock(calibration.lastAt, clock) },
    lastError: lastError && { ...lastError, at: byOurClock(lastError.at, clock) },
    restarted: restarted && { ...restarted, at: byOurClock(restarted.at, clock) },
  };
}
