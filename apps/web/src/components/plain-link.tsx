import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

/**
 * A link within the app for lists of thousands: it is never marked as the current page nor loads ahead, so it need
 * not follow where the app is. A user who wants another tab or window gets it from the browser.
 */
export function PlainLink(props: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }): ReactNode {
  const { href, children, ...rest } = props;
  const { history } = useRouter();
  function follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(href);
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
