import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import styles from './project-warning.module.css';

/** Asked before a hall could see results that the freeze hides. @param since of the freeze; null: nothing is asked */
export function ProjectWarning(props: {
  since: string | null;
  onClose: () => void;
  onChosen: (view: 'public' | 'jury') => void;
}): ReactNode {
  const { since, onClose, onChosen } = props;
  return (
    <Modal
      opened={since !== null}
      onClose={onClose}
      title="Show the jury’s view in full screen?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={styles.words}>
        The public scoreboard is frozen
        {since === null ? null : (
          <>
            {' '}
            since <Instant at={since} precision="minutes" />
          </>
        )}
        . The jury’s view shows the results since then: do not project it in front of teams or spectators.
      </p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => onChosen('jury')}>
          Show the jury’s view
        </Button>
        <Button onClick={() => onChosen('public')} data-autofocus>
          Show the public view
        </Button>
      </div>
    </Modal>
  );
}
