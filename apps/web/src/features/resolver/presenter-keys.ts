import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Resolver } from './use-resolver.ts';

export interface PresenterKey {
  readonly keys: readonly string[];
  readonly meaning: string;
}

export const presenterKeys: readonly PresenterKey[] = [
  { keys: ['Space', '→'], meaning: 'Next step; pressed while a result is being shown, all of it at once' },
  { keys: ['←'], meaning: 'One step back' },
  { keys: ['p'], meaning: 'Play until the next award, and pause' },
  { keys: ['+', '–'], meaning: 'Faster, slower' },
  { keys: ['Number', 'Enter'], meaning: 'Jump to this row, counted from the top' },
  { keys: ['Home', 'End'], meaning: 'To the beginning, to the end' },
  { keys: ['f'], meaning: 'Full screen: only what the hall sees' },
  { keys: ['b'], meaning: 'Blank: show the name of the contest alone' },
  { keys: ['?'], meaning: 'These keys' },
];

export interface KeyActions {
  readonly fullScreen: () => void;
  readonly blank: () => void;
  readonly help: () => void;
}

/** Longest number of a row. */
const digits = 4;

/** Keys of the page while a ceremony is open; they come before those of all pages. @returns the number typed so far */
export function usePresenterKeys(resolver: Resolver, actions: KeyActions): string {
  const [typed, setTyped] = useState('');
  /** Keys may come faster than React draws. */
  const number = useRef('');
  const type = (text: string): void => {
    number.current = text.slice(0, digits);
    setTyped(number.current);
  };

  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    const { key } = event;
    if (/^\d$/.test(key)) {
      type(number.current + key);
      return true;
    }
    const row = number.current;
    if (key === 'Enter' && row !== '') {
      type('');
      resolver.goToRow(Number(row));
      return true;
    }
    if (row !== '') {
      type(key === 'Backspace' ? row.slice(0, -1) : '');
      if (key === 'Backspace' || key === 'Escape') return true;
    }
    const action = actionOf(key, resolver, actions);
    action?.();
    return action !== null;
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || keepsKey(event)) return;
      if (!press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', listener, { capture: true });
    window.addEventListener('click', loseFocus);
    return () => {
      window.removeEventListener('keydown', listener, { capture: true });
      window.removeEventListener('click', loseFocus);
    };
  }, []);
  return typed;
}

function actionOf(key: string, resolver: Resolver, actions: KeyActions): (() => void) | null {
  switch (key) {
    case ' ':
    case 'ArrowRight':
    case 'PageDown':
      return resolver.next;
    case 'ArrowLeft':
    case 'PageUp':
      return resolver.back;
    case 'Home':
      return () => resolver.goTo(0);
    case 'End':
      return () => resolver.goTo(resolver.script.steps.length);
    case 'p':
      return () => resolver.play(!resolver.playing);
    case '+':
      return () => resolver.changeSpeed(1);
    case '-':
      return () => resolver.changeSpeed(-1);
    case 'f':
      return actions.fullScreen;
    case 'b':
      return actions.blank;
    case '?':
      return actions.help;
    default:
      return null;
  }
}

/** Somebody types, or presses the button that has the focus. */
function keepsKey({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) return true;
  return [' ', 'Enter'].includes(key) && target.closest('button, a') !== null;
}

/** A button that was clicked must not take the keys that follow; one that the keyboard pressed keeps them. */
function loseFocus(event: MouseEvent): void {
  if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
}
