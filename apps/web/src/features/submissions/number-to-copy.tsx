import type { SubmissionSummary } from '@sandglass/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { CheckIcon, CopyIcon } from '../../components/icons.tsx';
import { copyText } from '../../lib/clipboard.ts';
import styles from './number-to-copy.module.css';

/** What people call the submission; a press copies it. */
export function NumberToCopy({ of: { number } }: { of: Pick<SubmissionSummary, 'number'> }): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className={styles.number}
      title="Copy this number"
      aria-label={copied ? `#${number} copied` : `#${number}, copy this number`}
      onClick={() => void copyText(`#${number}`).then(setCopied)}
    >
      #{number}
      {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
    </button>
  );
}
