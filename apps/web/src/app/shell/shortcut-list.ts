/** The keys, and who has a use for them. */
import type { Session } from '@sandglass/contracts';
import { isJury, listsSubmissions, mayChange } from '../../features/session/session.ts';
import { submitKey } from '../../lib/submit-key.ts';

export interface Shortcut {
  /** Pressed one after another; `held` ones together. */
  readonly keys: readonly string[];
  readonly held?: boolean;
  readonly meaning: string;
}

type For = 'everybody' | 'submitters' | 'members' | 'jury';

const shortcuts: readonly (Shortcut & { for: For })[] = [
  { for: 'everybody', keys: ['/'], meaning: 'Search or filter on this page' },
  { for: 'submitters', keys: ['u'], meaning: 'Go to the submit panel of this problem' },
  { for: 'submitters', keys: [submitKey, 'Enter'], held: true, meaning: 'Submit, in the submit panel' },
  { for: 'everybody', keys: ['g', 'p'], meaning: 'Go to the problems' },
  { for: 'members', keys: ['g', 's'], meaning: 'Go to the submissions' },
  { for: 'everybody', keys: ['g', 'b'], meaning: 'Go to the scoreboard' },
  { for: 'jury', keys: ['g', 'j'], meaning: 'Go to the judgehosts' },
  { for: 'jury', keys: ['g', 'r'], meaning: 'Go to the rejudgings' },
  { for: 'jury', keys: ['g', 'w'], meaning: 'Go to the wall-time limits' },
  { for: 'everybody', keys: ['j', 'k'], meaning: 'Next and previous row of a list' },
  { for: 'everybody', keys: ['Enter'], meaning: 'Open the row' },
  { for: 'jury', keys: ['x'], meaning: 'Select the row for a rejudging' },
  {
    for: 'jury',
    keys: ['Shift', 'x'],
    held: true,
    meaning: 'Select all rows from the last selected one to this one',
  },
  { for: 'everybody', keys: ['?'], meaning: 'This list' },
];

export function shortcutsOf(session: Session | null): Shortcut[] {
  const is: Record<For, boolean> = {
    everybody: true,
    submitters: session?.user.role === 'contestant' || mayChange(session),
    members: listsSubmissions(session),
    jury: isJury(session),
  };
  return shortcuts.filter((one) => is[one.for]);
}
