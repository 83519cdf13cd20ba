import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

export interface PageProps {
  /** Of the browser's tab; the page's `h1` unless `heading` says otherwise. */
  title: string;
  heading?: ReactNode;
  /** Small words above the heading: where we are. */
  above?: ReactNode;
  /** Beside the heading, at the right end. */
  actions?: ReactNode;
  /** `reading` keeps lines short; `wide` gives tables the whole window. */
  width?: 'reading' | 'normal' | 'wide';
  children: ReactNode;
}

export function Page({ title, heading, above, actions, width = 'normal', children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Sandglass`;
  }, [title]);
  return (
    <div className={`${styles.page} ${styles[width]}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          {above === undefined ? null : <div className={styles.above}>{above}</div>}
          <h1 className={styles.heading}>{heading ?? title}</h1>
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A titled part of a page. */
export function Section(props: {
  title: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{props.title}</h2>
        {props.actions}
      </header>
      <div className={props.flush === true ? styles.flush : styles.body}>{props.children}</div>
    </section>
  );
}
