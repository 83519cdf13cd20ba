import { Tooltip } from '@mantine/core';
import type { JudgingState, SubmissionSummary, Verdict as VerdictId } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import {
  type VerdictMeaning,
  lateMeaning,
  pendingMeaning,
  verdictMeanings,
  waitingMeaning,
} from './verdict-classes.ts';
import { VerdictIcon } from './verdict-icon.tsx';
import styles from './verdict.module.css';

const stateNames: Record<JudgingState, string> = {
  queued: 'Queued',
  compiling: 'Compiling',
  running: 'Running',
  done: 'Pending',
  cancelled: 'Cancelled',
};

export function meaningOf(verdict: VerdictId | null, state: JudgingState = 'done'): VerdictMeaning {
  return verdict === null ? { ...pendingMeaning, name: stateNames[state] } : verdictMeanings[verdict];
}

/** What a submission has come to, in a word. */
export function meaningOfSubmission(
  of: Pick<SubmissionSummary, 'verdict' | 'state' | 'waitsForJury'> & { late?: boolean },
): VerdictMeaning {
  if (of.verdict !== null || of.state === 'cancelled') return meaningOf(of.verdict, of.state);
  if (of.waitsForJury) return waitingMeaning;
  return of.late === true && of.state === 'done' ? lateMeaning : meaningOf(null, of.state);
}

/** The class that sets `--verdict-colour`, for things that are coloured like a verdict. */
export function verdictColourClass(verdict: VerdictId | null): string {
  return styles[meaningOf(verdict).className] ?? '';
}

export interface VerdictProps {
  /** Null while there is none. */
  verdict: VerdictId | null;
  /** What is happening while there is none. */
  state?: JudgingState;
  /** There is none because our judging failed. */
  waitsForJury?: boolean;
  /** There is none because it came after the end. */
  late?: boolean;
  /** `short`: icon and id, the name on hover; `long`: icon and name; `big`: for the head of a page. */
  form?: 'short' | 'long' | 'big';
  /** In lists of thousands: the name on hover by the browser itself, which costs nothing. */
  light?: boolean;
}

/**
 * The one way a verdict is shown: shape, text and colour together, so that each is enough by itself.
 */
export function Verdict(props: VerdictProps): ReactNode {
  const {
    verdict,
    state = 'done',
    waitsForJury = false,
    late = false,
    form = 'short',
    light = false,
  } = props;
  const meaning = meaningOfSubmission({ verdict, state, waitsForJury, late });
  const className = [styles.verdict, styles[meaning.className], form === 'big' ? styles.big : '']
    .filter(Boolean)
    .join(' ');
  const icon = <VerdictIcon of={meaning.className} size={form === 'big' ? 30 : 16} />;
  if (form !== 'short' || verdict === null) {
    return (
      <span className={className} data-verdict={verdict ?? 'pending'}>
        {icon}
        {meaning.name}
      </span>
    );
  }
  const short = (
    <span className={className} data-verdict={verdict} {...(light ? { title: meaning.name } : {})}>
      {icon}
      <span className={styles.short} aria-hidden="true">
        {verdict}
      </span>
      <span className={styles.name}>{meaning.name}</span>
    </span>
  );
  return light ? short : <Tooltip label={meaning.name}>{short}</Tooltip>;
}
