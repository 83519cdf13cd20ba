import type { Judging } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import textStyles from './text-block.module.css';
import styles from './submission-page.module.css';

/** What failed on our side. The log keeps every try, also of a judging that another host brought to a verdict. */
export function JudgingError({ of: judging }: { of: Judging }): ReactNode {
  if (judging.error === null) return null;
  const log = <pre className={styles.log}>{judging.error}</pre>;
  if (judging.valid && judging.verdict === 'JE')
    return (
      <Notice kind="error" title="The judging failed on our side. Teams see the submission as pending.">
        {log}
      </Notice>
    );
  return (
    <Section title="Tries that failed">
      <details>
        <summary className={textStyles.summary}>What the judgehosts said</summary>
        {log}
      </details>
    </Section>
  );
}
