/** What is held with Enter to submit, as this machine's keyboard calls it. Both keys work everywhere. */
export const submitKey: 'Ctrl' | '⌘' =
  typeof navigator !== 'undefined' && /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';
