import type { SubmissionDetail } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Verdict, meaningOf } from '../../components/verdict/verdict.tsx';
import { QueueNote } from './queue-note.tsx';
import styles from './live-verdict.module.css';

const stages = ['queued', 'compiling', 'running'] as const;
const stageNames = { queued: 'Queued', compiling: 'Compiling', running: 'Running' } as const;

/** Where the host is to blame the usual examples of what a program does wrong would mislead. */
const starvedHelp =
  'The host kept the program from running, so this verdict cannot be trusted: judge it again once the host is well.';

function helpOf({ suspect, verdict }: SubmissionDetail): string {
  return suspect && (verdict === 'TLE' || verdict === 'WTL' || verdict === 'ILE')
    ? starvedHelp
    : meaningOf(verdict).help;
}

/** The head of the submission's page: the way to the verdict while it is judged, then the verdict. */
export function LiveVerdict({ detail }: { detail: SubmissionDetail }): ReactNode {
  const pending = detail.verdict === null;
  const { state, testsDone, testsTotal } = detail;
  return (
    <span className={styles.head} data-testid="verdict" data-state={state}>
      <span aria-live="polite">
        <Verdict verdict={detail.verdict} state={state} form="big" />
      </span>
      {pending ? (
        <span className={styles.way}>
          {stages.map((stage) => (
            <span key={stage} className={stage === state ? styles.current : styles.stage}>
              {stageNames[stage]}
              {stage === 'running' && state === 'running' && testsTotal > 0
                ? ` ${testsDone} of ${testsTotal}`
                : null}
            </span>
          ))}
          {detail.queue === null ? null : <QueueNote place={detail.queue} />}
        </span>
      ) : (
        <span className={styles.help}>{helpOf(detail)}</span>
      )}
    </span>
  );
}
