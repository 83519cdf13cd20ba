/** Who works by keyboard goes on where something was closed, and not at the top of the page. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * @param isOpen what a button opens in its own place
 * @param otherwise called when the button has gone with it, such as after the last step
 * @returns the ref of the button, which has the focus again when that is closed
 */
export function useFocusBack(
  isOpen: boolean,
  otherwise: () => void = () => {},
): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  const focusBack = useEffectEvent(() => {
    // What people have gone on to keeps the focus.
    if (!focusIsNowhere()) return;
    if (opener.current === null) otherwise();
    else opener.current.focus();
  });
  useEffect(() => {
    if (wasOpen.current && !isOpen) focusBack();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/**
 * The ref of a place whose buttons go with what they do, at once or when its answer or the clock has come. Where the button
 * with the focus goes, the heading of its section has the focus, or that of the page; where it was only disabled for a
 * time, the button has it again.
 */
export function keepFocus(place: HTMLElement | null): (() => void) | undefined {
  if (place === null) return undefined;
  let focused: HTMLElement | null = null;
  let section: Element | null = null;
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    section = target.closest('section');
  };
  const onBlur = ({ target }: FocusEvent): void => {
    // Browsers send it before what has the focus is removed or disabled: afterwards it is known why.
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected === true && !focused.matches(':disabled'))
        focused = null;
    });
  };
  const observer = new MutationObserver(() => {
    if (focused === null || !focusIsNowhere()) return;
    if (focused.isConnected) {
      if (!focused.matches(':disabled')) focused.focus();
      return;
    }
    focused = null;
    focusHeading(section);
  });
  place.addEventListener('focusin', onFocus);
  place.addEventListener('focusout', onBlur);
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    place.removeEventListener('focusin', onFocus);
    place.removeEventListener('focusout', onBlur);
  };
}

/** Nothing has it: the next Tab begins at the top of the page. */
export function focusIsNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Focuses what is no control, so that the next Tab goes on from it. */
export function focusPlace(place: HTMLElement | null | undefined): void {
  if (place == null) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus();
}

/**
 * After an item has gone whose place was in sight of nothing else.
 * @param section whose heading is meant; without one, or where it has gone as well: that of the page
 */
export function focusHeading(section: Element | null = null): void {
  const near = section?.isConnected === true ? section.querySelector<HTMLElement>('h2') : null;
  focusPlace(near ?? document.querySelector<HTMLElement>('main h1'));
}
