import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './shortcut-help.module.css';

const help: readonly [string, string][] = [
  ['/', 'Search or filter on this page'],
  ['g p', 'Go to the problems'],
  ['g s', 'Go to the submissions'],
  ['g b', 'Go to the scoreboard'],
  ['g j', 'Go to the judgehosts (jury)'],
  ['j k', 'Next and previous row of a list'],
  ['Enter', 'Open the row'],
  ['x', 'Choose the row, for a rejudging (jury)'],
  ['Shift x', 'Choose all from the last one chosen to this (jury)'],
  ['g r', 'Go to the rejudgings (jury)'],
  ['g w', 'Go to the wall-time limits (jury)'],
  ['?', 'This list'],
];

/** The list of keys; its own piece of code, because few people ever open it. */
export function ShortcutHelp({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={styles.list}>
        {help.map(([keysText, meaning]) => (
          <div key={keysText}>
            <dt>
              {keysText.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
