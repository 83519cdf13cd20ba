import { useEffect } from 'react';

/** Read by the style of what stays above the keyboard of a phone. */
const variable = '--sg-keyboard';

/**
 * Keeps how much of the window's bottom the keyboard of a phone covers, px: it changes the visual viewport alone, and what
 * sticks to the bottom of the window would be behind it.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return undefined;
    const root = document.documentElement;
    const measure = (): void => {
      // Somebody who has zoomed in sees less of the page without a keyboard too.
      const covered = viewport.scale > 1.01 ? 0 : root.clientHeight - viewport.height - viewport.offsetTop;
      root.style.setProperty(variable, `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      root.style.removeProperty(variable);
    };
  }, []);
}
