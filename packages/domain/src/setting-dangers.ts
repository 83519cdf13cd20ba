/** Which settings of a contest are changed so gravely that they are asked for twice, besides its times. */
import { hasEnded, hasStarted, isActive, type ContestTimes } from './contest-clock.ts';

/** What of a contest is compared. */
export interface SettingFacts {
  readonly times: ContestTimes;
  readonly isPublic: boolean;
  readonly image: string | null;
  readonly problems: readonly { readonly id: string; readonly label: string }[];
  readonly teamIds: ReadonlySet<string>;
}

export interface SettingChange {
  readonly before: SettingFacts;
  readonly after: SettingFacts;
  readonly nowMs: number;
  /** Of a team's submissions: which problem, which team. */
  readonly submissions: readonly { readonly problemId: string; readonly teamId: string }[];
  /** Of {@link SettingFacts.problems}: how many were judged under other limits than those of the change. */
  readonly otherLimits: readonly { readonly label: string; readonly submissions: number }[];
}

/** Why the change is asked for twice, as sentences; none: it is not. */
export function settingDangers(change: SettingChange): string[] {
  const { before, after, nowMs, submissions, otherLimits } = change;
  const runs = hasStarted(before.times, nowMs) && !hasEnded(before.times, nowMs);
  const dangers: string[] = [];
  if (isActive(before.times, nowMs) && !isActive(after.times, nowMs))
    dangers.push('Teams and visitors no longer see the contest.');
  else if (runs && before.isPublic && !after.isPublic)
    dangers.push('Visitors and teams of other contests no longer see the contest.');
  if (!before.isPublic && after.isPublic && isActive(after.times, nowMs))
    dangers.push('Everybody sees that there is the contest.');
  dangers.push(...problemDangers(change));
  const left = [...before.teamIds].filter((id) => !after.teamIds.has(id));
  const lost = new Set(left);
  const ofLost = submissions.filter(({ teamId }) => lost.has(teamId)).length;
  if (ofLost > 0) dangers.push(`Teams are taken out, with ${ofLost} ${plural(ofLost, 'submission')}.`);
  else if (runs && left.length > 0) dangers.push('Teams are taken out of a contest that runs.');
  if (hasStarted(before.times, nowMs) && before.image !== after.image)
    dangers.push('From now on, submissions are compiled and run by other compilers than before.');
  for (const { label, submissions: count } of otherLimits)
    if (count > 0)
      dangers.push(
        `Problem ${label}: ${count} ${plural(count, 'submission')} judged under other limits than these.`,
      );
  return dangers;
}

function problemDangers({ before, after, nowMs, submissions }: SettingChange): string[] {
  const labels = new Map(after.problems.map(({ id, label }) => [id, label]));
  const dangers: string[] = [];
  for (const { id, label } of before.problems) {
    if (labels.has(id)) continue;
    const count = submissions.filter(({ problemId }) => problemId === id).length;
    if (count > 0)
      dangers.push(`Problem ${label} is taken out, with ${count} ${plural(count, 'submission')}.`);
    else if (hasStarted(before.times, nowMs))
      dangers.push(`Problem ${label} is taken out, and teams have seen it.`);
  }
  if (hasStarted(before.times, nowMs)) {
    if (before.problems.some(({ id, label }) => labels.has(id) && labels.get(id) !== label))
      dangers.push('Problems get other labels than those that teams know.');
    const known = new Set(before.problems.map(({ id }) => id));
    if (!hasEnded(before.times, nowMs) && after.problems.some(({ id }) => !known.has(id)))
      dangers.push('Teams see a problem more while the contest runs.');
  }
  return dangers;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
