import { Modal } from '@mantine/core';
import type { Session } from '@sandglass/contracts';
import { Fragment, type ReactNode } from 'react';
import { shortcutsOf } from './shortcut-list.ts';
import styles from './shortcut-help.module.css';

/** The list of keys; a chunk of its own, because few people ever open it. */
export function ShortcutHelp(props: { session: Session | null; onClose: () => void }): ReactNode {
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={styles.list}>
        {shortcutsOf(props.session).map(({ keys, held = false, meaning }) => (
          <div key={meaning}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {held && index > 0 ? <span>+</span> : null}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
