import type { Judging } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import styles from './judging-picker.module.css';

/** When a submission was judged more than once: which of the judgings is looked at. */
export function JudgingPicker(props: {
  judgings: readonly Judging[];
  shown: Judging | null;
  onShow: (id: string) => void;
}): ReactNode {
  const { judgings, shown, onShow } = props;
  if (judgings.length < 2) return null;
  return (
    <div className={styles.picker} role="group" aria-label="Judgings">
      {judgings.map((judging) => (
        <button
          key={judging.id}
          type="button"
          className={judging.id === shown?.id ? styles.current : styles.judging}
          aria-pressed={judging.id === shown?.id}
          onClick={() => onShow(judging.id)}
        >
          <Verdict verdict={judging.verdict} state={judging.state} />
          <span className={styles.rest}>
            <Instant at={judging.createdAt} />
            {judging.judgehost === null ? '' : ` · ${judging.judgehost}`}
            {judging.valid ? ' · counts' : ''}
          </span>
        </button>
      ))}
    </div>
  );
}
