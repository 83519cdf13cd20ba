import type { SubmissionDetail } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Verdict, meaningOf, meaningOfSubmission } from '../../components/verdict/verdict.tsx';
import { QueueNote } from './queue-note.tsx';
import styles from './live-verdict.module.css';

const stages = ['queued', 'compiling', 'running'] as const;
const stageNames = { queued: 'Queued', compiling: 'Compiling', running: 'Running' } as const;

/** Where the host is to blame the usual examples of what a program does wrong would mislead. */
const starvedHelp =
  'The host kept the program from running, so this verdict cannot be trusted. Rejudge the submission when the host is healthy again.';

function helpOf(detail: SubmissionDetail): string {
  const { suspect, verdict } = detail;
  return suspect && (verdict === 'TLE' || verdict === 'WTL' || verdict === 'ILE')
    ? starvedHelp
    : meaningOfSubmission(detail).help;
}

/** The head of the submission's page: the way to the verdict while it is judged, then the verdict. */
export function LiveVerdict({ detail }: { detail: SubmissionDetail }): ReactNode {
  const { state, testsDone, testsTotal, waitsForJury } = detail;
  const pending = detail.verdict === null && !waitsForJury && !(detail.late && state === 'done');
  return (
    <span className={styles.head} data-testid="verdict" data-state={state} data-live>
      <span aria-live="polite">
        <Verdict
          verdict={detail.verdict}
          state={state}
          waitsForJury={waitsForJury}
          late={detail.late}
          form="big"
        />
      </span>
      {pending ? (
        <span className={styles.way}>
          {stages.map((stage) => (
            <span key={stage} className={stage === state ? styles.current : styles.stage}>
              {stageNames[stage]}
              {stage === 'running' && state === 'running' && testsDone !== null && testsTotal > 0
                ? ` ${testsDone} of ${testsTotal}`
                : null}
            </span>
          ))}
          {detail.queue === null ? null : <QueueNote place={detail.queue} />}
        </span>
      ) : (
        <span className={styles.help}>{helpOf(detail)}</span>
      )}
      {detail.changed === null ? null : (
        <span className={styles.changed} data-testid="changed-verdict">
          Judged again by the jury: the verdict changed at <Instant at={detail.changed.at} />. It was{' '}
          <strong>{meaningOf(detail.changed.from).name}</strong> before.
        </span>
      )}
    </span>
  );
}
