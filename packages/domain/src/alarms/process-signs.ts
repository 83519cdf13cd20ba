/** What rules say of a process: of the judgehost's and of the api's alike. */
import type { LagObservation, RestartObservation } from './observation.ts';
import { above, good, seconds, unknown, type Sign } from './rule-parts.ts';

/** A restart is worth an alarm for this long, ms. */
export const restartAlarmMs = 600_000;

/** @param whose the beginning of a sentence */
export function lookAtLag(lag: LagObservation | null, whose: string): Sign {
  if (lag === null) return unknown;
  const worst = Math.max(lag.p99Ms, lag.maxMs / 4);
  return above(
    worst,
    { good: 250, warning: 500, critical: 2_000 },
    () =>
      `${whose} event loop is delayed: p99 ${seconds(lag.p99Ms)}, longest ${seconds(lag.maxMs)}. After a delay of 5 s the process is restarted.`,
  );
}

export function lookAtRestart(restarted: RestartObservation | 'none' | null, whose: string): Sign {
  if (restarted === null) return unknown;
  if (restarted === 'none' || restarted.agoMs >= restartAlarmMs) return good;
  const { at, why } = restarted;
  return {
    sign: 'bad',
    severity: 'warning',
    text: `${whose} was restarted at ${at.slice(11, 19)} UTC: ${why}.`,
    figure: 1,
  };
}
