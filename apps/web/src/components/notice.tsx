import type { ReactNode } from 'react';
import { messageOf } from '../api/api-error.ts';
import { InfoIcon, WarningIcon } from './icons.tsx';
import styles from './notice.module.css';

/** A message in the page. `error` is announced by screen readers at once. */
export function Notice(props: {
  kind: 'info' | 'warning' | 'error';
  title?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div
      className={`${styles.notice} ${styles[props.kind]}`}
      role={props.kind === 'error' ? 'alert' : 'status'}
    >
      {props.kind === 'info' ? <InfoIcon /> : <WarningIcon />}
      <div className={styles.words}>
        {props.title === undefined ? null : <strong>{props.title}</strong>}
        <div>{props.children}</div>
      </div>
    </div>
  );
}

/** What went wrong, beside the button that was pressed; nothing where nothing did. */
export function ErrorLine({ error }: { error: unknown }): ReactNode {
  if (error === null) return null;
  return (
    <span className={styles.line} role="alert">
      {messageOf(error)}
    </span>
  );
}

export function ErrorNotice({ error, title }: { error: unknown; title?: string }): ReactNode {
  return (
    <Notice kind="error" title={title}>
      {messageOf(error)}
    </Notice>
  );
}
