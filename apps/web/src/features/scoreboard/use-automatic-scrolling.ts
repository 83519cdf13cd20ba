import { useEffect, useEffectEvent } from 'react';
import { nextTop } from './automatic-scrolling.ts';

/** Long enough to read a screenful of teams. */
const screenfulMs = 12_000;
/** With these a user scrolls. */
const keys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' ']);

/** Scrolls the page a screenful further every few seconds. @param onTaken called when a user scrolls: it is theirs then */
export function useAutomaticScrolling(enabled: boolean, onTaken: () => void): void {
  const taken = useEffectEvent(onTaken);
  useEffect(() => {
    if (!enabled) return undefined;
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    const timer = setInterval(() => {
      const row = document.querySelector('[role=row][data-team]');
      const head = document.querySelector('[role=rowgroup]');
      if (row === null || head === null) return;
      const end = document.documentElement.scrollHeight - window.innerHeight;
      const inView = window.innerHeight - Math.max(0, head.getBoundingClientRect().bottom);
      const top = nextTop({ top: window.scrollY, inView, end, rowPx: row.getBoundingClientRect().height });
      window.scrollTo({ top, behavior });
    }, screenfulMs);
    const byKey = ({ key, target }: KeyboardEvent): void => {
      if (keys.has(key) && !(target instanceof HTMLButtonElement)) taken();
    };
    const byHand = (): void => taken();
    window.addEventListener('wheel', byHand, { passive: true });
    window.addEventListener('touchmove', byHand, { passive: true });
    window.addEventListener('keydown', byKey);
    return () => {
      clearInterval(timer);
      window.removeEventListener('wheel', byHand);
      window.removeEventListener('touchmove', byHand);
      window.removeEventListener('keydown', byKey);
    };
  }, [enabled]);
}
