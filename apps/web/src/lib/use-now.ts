import { useSyncExternalStore } from 'react';
import { serverNow } from './time.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let now = 0;

/** One timer for every clock on the page, aligned to the server's whole second. */
function tick(): void {
  now = Math.floor(serverNow() / 1000) * 1000;
  for (const listener of listeners) listener();
  timer = setTimeout(tick, 1000 - (serverNow() % 1000) + 5);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearTimeout(timer);
      timer = null;
    }
  };
}

function snapshot(): number {
  if (now === 0) now = Math.floor(serverNow() / 1000) * 1000;
  return now;
}

/** What follows from the server's time: drawn again only when it changes. @param of of the time in ms, a primitive value */
export function useOfNow<Value extends string | number | boolean | null | undefined>(
  of: (nowMs: number) => Value,
): Value {
  return useSyncExternalStore(subscribe, () => of(snapshot()));
}

/** The server's time in ms, renewed every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot);
}
