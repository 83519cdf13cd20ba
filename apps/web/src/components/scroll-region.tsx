import type { ReactNode } from 'react';

/**
 * A part of the page that scrolls by itself. It can be focused, because otherwise somebody
 * without a mouse could not see its end.
 */
export function ScrollRegion(props: { label: string; className?: string; children: ReactNode }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason is above
    <section className={props.className} tabIndex={0} aria-label={props.label}>
      {props.children}
    </section>
  );
}

/** The same for a text as it was printed. */
export function ScrollText(props: { label: string; className?: string; children: string }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason is above
    <pre className={props.className} tabIndex={0} aria-label={props.label} role="region">
      {props.children}
    </pre>
  );
}
