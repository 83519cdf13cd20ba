import type { ReactNode } from 'react';
import { useSilence } from '../live/silence.ts';

/** Whether what is shown beside it is kept current, in two or three words. */
export function UpdatesLive(): ReactNode {
  return useSilence() === null ? 'updates live' : 'updates have stopped';
}
