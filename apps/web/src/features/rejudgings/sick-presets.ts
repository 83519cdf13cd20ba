/** The presets of a bad hour: what a judgehost judged while it was sick. */
import type { SickPeriod, SubmissionFilters } from '@sandglass/contracts';
import { messageOf } from '../../api/api-error.ts';
import { plural } from '../../lib/format.ts';
import { formatInstant } from '../../lib/time.ts';

export interface Preset {
  readonly filters: SubmissionFilters;
  readonly title: string;
  readonly text: string;
}

/** Older ones are found by the general preset, or by filters. */
const periodsAtMost = 4;

/** @param known the latest periods; undefined: not here yet. @param error why they cannot be had */
export function sickPresets(known: readonly SickPeriod[] | undefined, error: unknown): Preset[] {
  const whenever: Preset = {
    filters: { sick: 'yes' },
    title: 'Judged while a host was sick',
    text:
      known !== undefined
        ? known.length === 0
          ? 'Nothing was, as far as is known'
          : 'Whichever host, whenever'
        : error === null
          ? 'Asking when hosts were sick…'
          : `Whichever host, whenever; when that was cannot be told: ${messageOf(error)}`,
  };
  const periods = (known ?? []).slice(0, periodsAtMost);
  return [...periods.map(ofPeriod), whenever];
}

function ofPeriod({ judgehost, from, until, judgedUntil, submissions }: SickPeriod): Preset {
  return {
    filters: {
      sick: 'yes',
      host: judgehost,
      judgedFrom: from,
      ...(judgedUntil === null ? {} : { judgedUntil }),
    },
    title: `Judged while ${judgehost} was sick`,
    text: `${formatInstant(from, 'minutes')} – ${until === null ? 'now' : formatInstant(until, 'minutes')}, ${plural(submissions, 'submission')}`,
  };
}
