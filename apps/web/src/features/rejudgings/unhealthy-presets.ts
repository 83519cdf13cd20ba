/** The presets of a bad hour: what a judgehost judged while it was unhealthy. */
import type { UnhealthyPeriod, SubmissionFilters } from '@sandglass/contracts';
import { messageOf } from '../../api/api-error.ts';
import { plural } from '../../lib/format.ts';
import { formatInstant } from '../../lib/time.ts';

export interface Preset {
  readonly filters: SubmissionFilters;
  readonly title: string;
  readonly text: string;
}

/** Older ones are found by the general preset, or by filters. */
const maxPeriods = 4;

/** @param known the latest periods; undefined: not here yet. @param error why they cannot be had */
export function unhealthyPresets(known: readonly UnhealthyPeriod[] | undefined, error: unknown): Preset[] {
  const whenever: Preset = {
    filters: { unhealthy: 'yes' },
    title: 'Judged while a host was unhealthy',
    text:
      known !== undefined
        ? known.length === 0
          ? 'No such period is known'
          : 'Any host, any time'
        : error === null
          ? 'Loading the periods…'
          : `Any host, any time. The periods cannot be loaded: ${messageOf(error)}`,
  };
  const periods = (known ?? []).slice(0, maxPeriods);
  return [...periods.map(ofPeriod), whenever];
}

function ofPeriod({ judgehost, from, until, judgedUntil, submissions }: UnhealthyPeriod): Preset {
  return {
    filters: {
      unhealthy: 'yes',
      host: judgehost,
      judgedFrom: from,
      ...(judgedUntil === null ? {} : { judgedUntil }),
    },
    title: `Judged while ${judgehost} was unhealthy`,
    text: `${formatInstant(from, 'minutes')} – ${until === null ? 'now' : formatInstant(until, 'minutes')}, ${plural(submissions, 'submission')}`,
  };
}
