/**
 * What a definition changes of a contest that is there: its times and its rules of penalties. The same is asked as where
 * they are changed by hand, because a definition that was read before such a change would take it back.
 */
import { withRules, type ReadContestDefinition } from '@sandglass/contracts';
import { carryingThaw, keepingActive, type ContestTimes } from '@sandglass/domain';
import { ApiError } from '../platform/errors/api-error.ts';
import { consequences } from './consequences.ts';
import type { ContestModel } from './contest-model.ts';
import { differenceOf, stateView, type State } from './contest-state.ts';
import { confirmText, type Confirmed } from './definition-confirm.ts';

/** What a definition leaves out stays as it is. @param present null: the contest is new */
export function newTimes(
  definition: ReadContestDefinition,
  present: ContestTimes | null,
  nowMs: number,
): ContestTimes {
  const at = (text: string | null | undefined, stays: number | null = null): number | null => {
    if (text === undefined) return stays;
    return text === null ? null : Date.parse(text);
  };
  const startsAtMs = Date.parse(definition.startsAt);
  // Who sets another start has decided it.
  const isStopKept = present?.startsAtMs === startsAtMs;
  const times = {
    startsAtMs,
    endsAtMs: Date.parse(definition.endsAt),
    freezesAtMs: at(definition.freezesAt, present?.freezesAtMs),
    thawsAtMs: at(definition.thawsAt, present?.thawsAtMs),
    finalizedAtMs: present?.finalizedAtMs ?? null,
    removed: present?.removed ?? [],
    countdownStoppedAtMs: isStopKept ? (present.countdownStoppedAtMs ?? null) : null,
    activatesAtMs: at(definition.activatesAt, present?.activatesAtMs),
    deactivatesAtMs: at(definition.deactivatesAt, present?.deactivatesAtMs),
  };
  const active = keepingActive(times, {
    activation: definition.activatesAt === undefined,
    deactivation: definition.deactivatesAt === undefined,
  });
  return present === null || definition.thawsAt !== undefined ? active : carryingThaw(present, active, nowMs);
}

/** The contest as the definition would have it; its teams and problems are asked for apart. */
export function redefined(before: State, definition: ReadContestDefinition, times: ContestTimes): State {
  return {
    ...before,
    name: definition.name,
    shortName: shortNameOf(definition),
    penaltyMinutes: definition.penaltyMinutes ?? before.penaltyMinutes,
    chargeCompileErrors: definition.chargeCompileErrors ?? before.chargeCompileErrors,
    isPublic: definition.public ?? before.isPublic,
    image: definition.image === undefined ? before.image : definition.image,
    rules: withRules(before.rules, definition.rules),
    times,
  };
}

export function shortNameOf({ name, shortName }: ReadContestDefinition): string {
  return shortName ?? name.slice(0, 64);
}

/**
 * @returns for the audit log: before and after, where they are not the same
 * @throws ApiError CONTEST_CHANGE_DANGEROUS
 */
export function refuseDangers(
  contest: ContestModel,
  before: State,
  after: State,
  { confirmed, nowMs }: { readonly confirmed: Confirmed; readonly nowMs: number },
): object {
  const difference = differenceOf(stateView(before), stateView(after));
  if (Object.keys(difference.after).length === 0) return {};
  const { dangers, version } = consequences(contest, before, after, nowMs);
  if (dangers.length > 0 && confirmed.dangers !== '' && confirmed.dangers !== version)
    throw new ApiError(
      'CONTEST_CHANGE_DANGEROUS',
      { contest: contest.id, dangers: dangers.join(' ') },
      {
        fields: dangers.map((message) => ({ path: 'confirm', message })),
        confirm: confirmText({ ...confirmed, dangers: version }),
      },
    );
  return difference;
}
