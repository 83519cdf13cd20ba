import type { RejudgingSelection } from '@sandglass/contracts';
import { plural } from '../../lib/format.ts';

/**
 * What the button says and whether it may be pressed: only with the count of the very filter it sends. While another
 * one is counted, the one before stays on the screen, and is not what would be judged.
 * @param selection undefined: not known yet
 */
export function judgeButton(
  selection: Pick<RejudgingSelection, 'count'> | undefined,
  isOfFilterBefore: boolean,
): { readonly label: string; readonly disabled: boolean } {
  if (isOfFilterBefore) return { label: 'Counting…', disabled: true };
  const count = selection?.count ?? 0;
  if (count === 0) return { label: 'Nothing to rejudge', disabled: true };
  return { label: `Rejudge ${plural(count, 'submission')}`, disabled: false };
}
