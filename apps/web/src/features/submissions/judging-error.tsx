import type { Judging } from '@sandglass/contracts';
import { causeOfJudgingError } from '@sandglass/domain';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import textStyles from './text-block.module.css';
import styles from './submission-page.module.css';

/** What counts is a failure of ours, and its cause is above everything: it is not said again. */
export function isJudgingError({ valid, verdict, error }: Judging): boolean {
  return valid && verdict === 'JE' && error !== null;
}

/** What failed on our side. The log keeps every try, also of a judging that another host brought to a verdict. */
export function JudgingError({ of: judging }: { of: Judging }): ReactNode {
  const { error, tests } = judging;
  if (error === null) return null;
  const log = (
    <details>
      <summary className={textStyles.summary}>Messages of the judgehosts</summary>
      <pre className={styles.log}>{error}</pre>
    </details>
  );
  if (!isJudgingError(judging)) return <Section title="Failed attempts">{log}</Section>;
  const cause = causeOfJudgingError(judging) ?? '';
  const said = tests.find(({ verdict }) => verdict === 'JE')?.validatorMessage?.trim() ?? '';
  return (
    <Notice kind="error" title={`${cause.charAt(0).toUpperCase()}${cause.slice(1)}`}>
      {said === '' ? null : <pre className={styles.log}>{said}</pre>}
      <p className={styles.note}>
        The judging failed on our side. Its team sees “Waiting for the jury” until the submission is judged
        again.
      </p>
      {log}
    </Notice>
  );
}
