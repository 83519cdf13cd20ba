/**
 * Brings the reader to the panel to submit: into the editor, or to the button for files. Where somebody cannot submit, to
 * the place that says why.
 * @returns whether the page has such a place
 */
export function focusSubmitPanel(): boolean {
  const panel = document.querySelector('[data-submit-panel]');
  const target =
    panel?.querySelector<HTMLElement>('.cm-content') ??
    panel?.querySelector<HTMLElement>('[data-first-step], [data-code], button') ??
    document.querySelector<HTMLElement>('#submit');
  if (target == null) return false;
  (panel ?? target).scrollIntoView({ block: 'nearest' });
  target.focus({ preventScroll: true });
  return true;
}
