import type { ContestChangeAnswer, ContestState } from '@sandglass/contracts';

/** A contest as it is, line by line. */
export function linesOf(state: ContestState): string[] {
  const paused = [
    ...(state.allowSubmit ? [] : ['submissions']),
    ...(state.allowJudging ? [] : ['judging']),
    ...[...state.problems, ...state.languages].flatMap(({ id, allowSubmit, allowJudging }) => [
      ...(allowSubmit ? [] : [`submissions of ${id}`]),
      ...(allowJudging ? [] : [`judging of ${id}`]),
    ]),
  ];
  return [
    `start   ${state.countdownStoppedAt === null ? state.startsAt : 'delayed'}`,
    `freeze  ${state.freezesAt ?? 'none'}`,
    `end     ${state.endsAt}`,
    `thaw    ${state.thawsAt ?? 'by hand'}`,
    ...(state.activatesAt === null ? [] : [`active  from ${state.activatesAt}`]),
    ...(state.deactivatesAt === null ? [] : [`active  until ${state.deactivatesAt}`]),
    ...(state.public ? [] : ['private']),
    ...(state.archivedAt === null ? [] : [`archived since ${state.archivedAt}`]),
    ...(state.finalizedAt === null ? [] : [`final   since ${state.finalizedAt}`]),
    ...state.removedIntervals.map(({ from, until }) => `removed ${from} – ${until}`),
    ...state.extraTimes.map(({ team, minutes }) => `extra   ${team}: ${String(minutes)} minutes`),
    ...(paused.length === 0 ? [] : [`paused  ${paused.join(', ')}`]),
    ...(state.lockedAt === null ? [] : [`locked  since ${state.lockedAt}`]),
  ];
}

/** What a change does, or would do. */
export function changeLines({ applied, dangers, after, submissions, ranks }: ContestChangeAnswer): string[] {
  const { added, dropped, moved } = submissions;
  return [
    applied ? 'done' : 'nothing was changed; this would be:',
    ...dangers,
    ...linesOf(after),
    ...(added + dropped + moved === 0
      ? []
      : [
          `submissions: ${String(added)} count from now on, ${String(dropped)} no longer, ${String(moved)} moved`,
        ]),
    ...ranks.map(
      ({ team, before, after: now }) =>
        `${team.name}: rank ${before.rank ?? 'guest'} → ${now.rank ?? 'guest'}, penalty ${String(before.penalty)} → ${String(now.penalty)}`,
    ),
  ];
}
