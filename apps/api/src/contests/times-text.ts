import type { ContestSummary } from '@sandglass/contracts';
import type { ContestTimes } from '@sandglass/domain';

/** Times as the contracts have them. */
export function timesText(
  times: ContestTimes,
): Pick<
  ContestSummary,
  | 'startsAt'
  | 'endsAt'
  | 'freezesAt'
  | 'thawsAt'
  | 'activatesAt'
  | 'deactivatesAt'
  | 'finalizedAt'
  | 'removedIntervals'
  | 'countdownStoppedAt'
> {
  return {
    startsAt: new Date(times.startsAtMs).toISOString(),
    endsAt: new Date(times.endsAtMs).toISOString(),
    freezesAt: textOf(times.freezesAtMs),
    thawsAt: textOf(times.thawsAtMs),
    activatesAt: textOf(times.activatesAtMs ?? null),
    deactivatesAt: textOf(times.deactivatesAtMs ?? null),
    finalizedAt: textOf(times.finalizedAtMs ?? null),
    removedIntervals: (times.removed ?? []).map(({ fromMs, untilMs }) => ({
      from: new Date(fromMs).toISOString(),
      until: new Date(untilMs).toISOString(),
    })),
    countdownStoppedAt: textOf(times.countdownStoppedAtMs ?? null),
  };
}

export function textOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
