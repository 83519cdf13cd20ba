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

const names = { program: 'Program', jury: 'Jury' } as const;

/** Who said what: the jury's lines on the left, the program's on the right, as they followed each other. */
export function Conversation({ said, label }: { said: readonly Utterance[]; label: string }): ReactNode {
  return (
    <ScrollRegion className={styles.scroll} label={label}>
      <ol className={styles.list}>
        {said.map(({ who, text, at }, index) => (
          <li key={index} className={styles[who]}>
            {who === 'note' ? (
              text
            ) : (
              <>
                <VisuallyHidden>{names[who]}: </VisuallyHidden>
                <span className={styles.text}>{text}</span>
                {at === undefined ? null : <span className={styles.at}>{at}</span>}
              </>
            )}
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}
