/**
 * The account that the browser is logged in with by now, where that is not the page's: another tab has logged in. The
 * page's reader decides how to go on.
 */
import type { Session } from '@sandglass/contracts';
import { useSyncExternalStore } from 'react';

let changedTo: Session | null = null;
const listeners = new Set<() => void>();

export const accountChange = {
  get: (): Session | null => changedTo,
  set(session: Session | null): void {
    if (changedTo === session) return;
    changedTo = session;
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null: the page's own account is logged in, or nobody. */
export function useAccountChange(): Session | null {
  return useSyncExternalStore(subscribe, accountChange.get);
}
