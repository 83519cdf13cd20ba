import type { ContestControl } from '@sandglass/contracts';

const words: Readonly<Record<string, string>> = {
  'contest.define': 'Definition saved',
  'contest.change': 'Settings changed',
  'contest.visibility': 'Who sees the contest changed',
  'contest.clone': 'Made as a copy',
  'contest.archive': 'Archived',
  'contest.restore': 'Restored from the archive',
  'contest.delete': 'An earlier contest with this id was deleted',
  'contest.start-now': 'Started by hand',
  'contest.stop-countdown': 'Start delayed',
  'contest.resume-countdown': 'Countdown goes on',
  'contest.set-start': 'Start moved',
  'contest.freeze-now': 'Frozen by hand',
  'contest.thaw': 'Thawed by hand',
  'contest.end-now': 'Ended by hand',
  'contest.remove-interval': 'Time removed',
  'contest.restore-interval': 'Time restored',
  'contest.lock': 'Locked',
  'contest.unlock': 'Unlocked',
  'contest.award': 'Award changed',
  'contest.award-rules': 'Medals changed',
  'contest.certificate-template': 'Template of certificates changed',
  'contest.finalise': 'Results made final',
  'contest.reopen': 'Reopened: results may change',
};

/** A line of the history in words; an action that has none is called as it is. */
export function wordsOf({ action, details }: ContestControl['history'][number]): string {
  const { minutes, team, allowed, problem, language } = details;
  const where = [problem, language].filter((one) => typeof one === 'string').join(' ');
  if (action === 'contest.extend') return `Extended by ${String(minutes)} minutes`;
  if (action === 'contest.extra-time') return `Extra time of ${String(team)}: ${String(minutes)} minutes`;
  if (action === 'contest.submissions' || action === 'contest.judging') {
    const what = action === 'contest.judging' ? 'Judging' : 'Submissions';
    return `${what}${where === '' ? '' : ` of ${where}`} ${allowed === true ? 'resumed' : 'paused'}`;
  }
  return words[action] ?? action;
}
