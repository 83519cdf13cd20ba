import type { Contest, ContestPhase, Session } from '@sandglass/contracts';
import { useOfNow } from '../../lib/use-now.ts';
import { contestTime } from '../contests/contest-time.ts';
import { useSession } from '../session/session.ts';

const pausedText = 'The jury has paused submissions. They open again here.';

/** Why somebody cannot submit in this contest now, in words; null: they can. The api decides again with the submission. */
export function submitRefusal(
  submitsAs: Contest['submitsAs'],
  phase: ContestPhase,
  user: Pick<Session['user'], 'role' | 'teamName'>,
  paused = false,
  acceptsLate = false,
): string | null {
  if (submitsAs === 'jury') return null;
  if (submitsAs === null) {
    if (user.role === 'analyst')
      return 'An analyst sees everything and changes nothing: this account submits nothing.';
    if (user.role === 'printer') return 'This account is for the printer. It submits nothing.';
    if (user.role === 'balloon') return 'This account is for balloons. It submits nothing.';
    if (user.role === 'api-reader') return 'This account only reads. It submits nothing.';
    return user.teamName === null
      ? 'Your account has no team, so it cannot submit. Ask the jury.'
      : `${user.teamName} does not take part in this contest. If it should, ask the jury.`;
  }
  switch (phase) {
    case 'before':
      return 'Submissions open at the start of the contest.';
    case 'ended':
      if (acceptsLate) return paused ? pausedText : null;
      return 'The contest is over: no more submissions are accepted.';
    case 'finalized':
      return 'The contest is over: no more submissions are accepted.';
    case 'running':
    case 'frozen':
      return paused ? pausedText : null;
  }
}

/** Of the person at this page, as the time goes on. `undefined`: not known yet. A visitor is no case of this. */
export function useSubmitRefusal(contest: Contest | null | undefined): string | null | undefined {
  const session = useSession();
  return useOfNow((now) =>
    contest == null || session === null
      ? undefined
      : submitRefusal(
          contest.submitsAs,
          contestTime(contest, now).phase,
          session.user,
          contest.submissionsPaused,
          contest.rules.lateSubmissions !== 'refused',
        ),
  );
}
