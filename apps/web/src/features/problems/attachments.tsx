import type { ProblemPage } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { FileIcon } from '../../components/icons.tsx';
import { formatBytes } from '../../lib/format.ts';
import styles from './attachments.module.css';

export function Attachments({ attachments }: { attachments: ProblemPage['attachments'] }): ReactNode {
  if (attachments.length === 0) return null;
  return (
    <section className={styles.attachments} aria-labelledby="attachments">
      <h2 id="attachments">Attachments</h2>
      <ul>
        {attachments.map((attachment) => (
          <li key={attachment.name}>
            <a href={attachment.url} download>
              <FileIcon size={16} />
              {attachment.name}
            </a>{' '}
            <span>{formatBytes(attachment.bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
