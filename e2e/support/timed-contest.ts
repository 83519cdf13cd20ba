/** Contests that begin and end at some minutes from now. */
import type { Login } from '@sandglass/client';
import type { TestStack } from '@sandglass/testing';

const minute = 60_000;

/** Minutes from now; negative: ago. */
export interface ContestMinutes {
  readonly from: number;
  readonly to: number;
  readonly freeze?: number;
}

/** A contest with one problem and one team. */
export async function makeTimedContest(
  stack: TestStack,
  team: Login,
  id: string,
  { from, to, freeze }: ContestMinutes,
  name = `Contest ${id}`,
): Promise<void> {
  await stack.admin.defineContest({
    id,
    name,
    startsAt: minutesFromNow(from),
    endsAt: minutesFromNow(to),
    freezesAt: freeze === undefined ? null : minutesFromNow(freeze),
    problems: [{ label: 'A', problem: 'sum', colour: '#f2c14e' }],
    teams: [{ id: team.username, name: 'The Team' }],
  });
}

/** ISO 8601. */
export function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * minute).toISOString();
}
