import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plural } from '../../lib/format.ts';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

/** What can be done with the submissions chosen in the list; there as long as some are. */
export function SelectionBar({
  contestId,
  selection,
}: {
  contestId: string;
  selection: Selection;
}): ReactNode {
  const navigate = useNavigate();
  const { ids, setAll } = selection;
  if (ids.size === 0) return null;
  return (
    <div className={styles.bar} role="region" aria-label="Selected submissions">
      <span role="status">{plural(ids.size, 'submission')} selected</span>
      <Button
        size="sm"
        onClick={() =>
          void navigate({
            to: '/contests/$contest/rejudgings/new',
            params: { contest: contestId },
            state: { submissions: [...ids] },
          })
        }
      >
        Rejudge these
      </Button>
      <Button size="sm" variant="subtle" onClick={() => setAll(false)}>
        Clear
      </Button>
    </div>
  );
}
