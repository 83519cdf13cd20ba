import type { ReactNode } from 'react';
import { Hourglass } from './hourglass.tsx';
import styles from './empty-state.module.css';

/** In place of an empty list: what it would show, and what to do. */
export function EmptyState(props: { title: string; children?: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.empty}>
      <Hourglass size={44} fallen={0} />
      <p className={styles.title}>{props.title}</p>
      {props.children === undefined ? null : <div className={styles.text}>{props.children}</div>}
      {props.action}
    </div>
  );
}
