/** What the page of a rejudging says of its state. */
import type { Rejudging } from '@sandglass/contracts';
import { formatCount } from '../../lib/format.ts';
import { formatDuration } from './rejudging-state.tsx';

type State = Rejudging['state'];

const lines: Record<Rejudging['priority'], string> = {
  rejudging: 'Team submissions are judged first.',
  jury: 'It has the priority of jury submissions.',
  live: 'It has the priority of team submissions.',
};

/** How long it will take, or what it waits for while that is not known. */
export function paceText({ judgings, priority }: Pick<Rejudging, 'judgings' | 'priority'>): string {
  return judgings.etaMs === null ? lines[priority] : `About ${formatDuration(judgings.etaMs)} left.`;
}

export function effectsTitle(state: State): string {
  if (state === 'applied') return 'What changed';
  return state === 'cancelled' ? 'Results' : 'What would change';
}

/** Null: it will never change the scoreboard. */
export function boardTitle(state: State): string | null {
  if (state === 'cancelled') return null;
  return state === 'applied' ? 'On the scoreboard' : 'On the scoreboard, if applied';
}

/** Of submissions without a new verdict. */
export function pendingText(count: number, state: State): string {
  if (count === 0) return '';
  const ended = state === 'applied' || state === 'cancelled';
  return `, ${formatCount(count)} not judged${ended ? '' : ' yet'}`;
}

/** The link from a submission's repeats to their rejudging. @param state undefined: not known yet */
export function repeatsLink(state: State | undefined): string {
  if (state === 'applied') return 'Applied: see what changed';
  if (state === 'cancelled') return 'Cancelled: see the results';
  return 'Apply or cancel';
}
