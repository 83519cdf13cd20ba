import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';
import styles from './conversation.module.css';

export interface Utterance {
  who: 'program' | 'jury' | 'note';
  text: string;
  /** When it was said, in words. */
  at?: string;
}

/** Who said what, as they followed each other: a column for each, a line for each message. */
export function Conversation(props: {
  said: readonly Utterance[];
  label: string;
  /** What the program's column is called. */
  program: string;
  /** All of it, however long; else it scrolls by itself. */
  whole?: boolean;
}): ReactNode {
  const { said, label, program, whole = false } = props;
  const names = { program, jury: 'Jury' } as const;
  const list = (
    <>
      <div className={styles.names} aria-hidden="true">
        <span>{names.program}</span>
        <span>{names.jury}</span>
      </div>
      <ol className={styles.list}>
        {said.map(({ who, text, at }, index) => (
          <li key={index} className={styles[who]}>
            {who === 'note' ? (
              text
            ) : (
              <span className={styles.message}>
                <VisuallyHidden>{names[who]}: </VisuallyHidden>
                <span className={styles.text}>{text}</span>
                {at === undefined ? null : <span className={styles.at}>{at}</span>}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
  return whole ? (
    <section aria-label={label} className={styles.conversation}>
      {list}
    </section>
  ) : (
    <ScrollRegion className={`${styles.conversation} ${styles.scroll}`} label={label}>
      {list}
    </ScrollRegion>
  );
}
