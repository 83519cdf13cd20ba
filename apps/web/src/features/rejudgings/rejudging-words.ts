/** What the page of a rejudging says of its state. */
import type { Rejudging } from '@sandglass/contracts';
import { formatCount } from '../../lib/format.ts';
import { formatDuration } from './rejudging-state.tsx';

type State = Rejudging['state'];

const lines: Record<Rejudging['priority'], string> = {
  rejudging: 'The teams’ own submissions go first.',
  jury: 'It lines up with the jury’s tests.',
  live: 'It lines up with the teams’ submissions.',
};

/** How long it will take, or whom it waits for while that cannot be told. */
export function paceWords({ judgings, priority }: Pick<Rejudging, 'judgings' | 'priority'>): string {
  return judgings.etaMs === null ? lines[priority] : `About ${formatDuration(judgings.etaMs)} left.`;
}

export function effectsTitle(state: State): string {
  if (state === 'applied') return 'What changed';
  return state === 'cancelled' ? 'What it found' : 'What would change';
}

/** Null: it will never change the scoreboard. */
export function boardTitle(state: State): string | null {
  if (state === 'cancelled') return null;
  return state === 'applied' ? 'On the scoreboard' : 'On the scoreboard, if it is applied';
}

/** Of submissions without a new verdict. */
export function openWords(count: number, state: State): string {
  if (count === 0) return '';
  const ended = state === 'applied' || state === 'cancelled';
  return `, ${formatCount(count)} not judged${ended ? '' : ' yet'}`;
}

/** The link from a submission's repeats to their rejudging. @param state undefined: not known yet */
export function repeatsLink(state: State | undefined): string {
  if (state === 'applied') return 'Applied: see what changed';
  if (state === 'cancelled') return 'Cancelled: see what it found';
  return 'Apply or cancel';
}
