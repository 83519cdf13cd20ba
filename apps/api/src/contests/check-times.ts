/** Whether the times of a contest make sense. */
import type { FieldError } from '@sandglass/contracts';
import { lengthMs, type ContestTimes } from '@sandglass/domain';

const farthestMs = Date.parse('9000-01-01T00:00:00Z');

export function checkTimes(times: ContestTimes): FieldError[] {
  const { startsAtMs, endsAtMs, freezesAtMs, thawsAtMs } = times;
  const errors: FieldError[] = [];
  if (endsAtMs <= startsAtMs) errors.push({ path: 'endsAt', message: 'must be after startsAt' });
  else if (lengthMs(times) <= 0)
    errors.push({ path: 'endsAt', message: 'must be after startsAt: all time between them is removed' });
  // Later instants have no text of the usual form.
  if (Math.max(endsAtMs, thawsAtMs ?? 0) >= farthestMs)
    errors.push({ path: 'endsAt', message: 'must be before the year 9000, and so must thawsAt' });
  if (freezesAtMs !== null && (freezesAtMs < startsAtMs || freezesAtMs > endsAtMs))
    errors.push({ path: 'freezesAt', message: 'must be between startsAt and endsAt' });
  const { activatesAtMs = null, deactivatesAtMs = null } = times;
  if (activatesAtMs !== null && activatesAtMs > startsAtMs)
    errors.push({ path: 'activatesAt', message: 'must not be after startsAt' });
  if (deactivatesAtMs !== null && deactivatesAtMs < endsAtMs)
    errors.push({ path: 'deactivatesAt', message: 'must not be before endsAt' });
  if (deactivatesAtMs !== null && deactivatesAtMs >= farthestMs)
    errors.push({ path: 'deactivatesAt', message: 'must be before the year 9000' });
  if (thawsAtMs !== null && freezesAtMs === null)
    errors.push({ path: 'thawsAt', message: 'has a meaning only with freezesAt' });
  if (thawsAtMs !== null && freezesAtMs !== null && thawsAtMs < freezesAtMs)
    errors.push({ path: 'thawsAt', message: 'must not be before freezesAt' });
  return errors;
}
