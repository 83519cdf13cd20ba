import { useNavigate } from '@tanstack/react-router';
import type { Session } from '@sandglass/contracts';
import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react';
import { isJury } from '../../features/session/session.ts';
import { loadCode } from '../../lib/load-code.ts';
import { focusSubmitPanel } from './focus-submit-panel.ts';

const ShortcutHelp = lazy(async () => ({
  default: (await loadCode(() => import('./shortcut-help.tsx'))).ShortcutHelp,
}));

/** How long the second key of a pair is waited for, ms. */
const pairMs = 1200;

/** A box of a row that was ticked by hand is no field to type in. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** Whether the row is in the window as a whole, and not behind what stays at its edges. */
function isInWindow(link: HTMLElement): boolean {
  const row = link.closest('tr, li') ?? link;
  const { top, bottom } = row.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) return false;
  const { left, width } = link.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(left + width / 2, y)));
}

/**
 * Moves the focus in a list of rows marked `data-row-link`; where none has it, to the first or last in the window: a
 * long list has some drawn beyond it.
 */
function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const focus = document.activeElement;
  const inRow = focus?.closest('[data-submission]') ?? null;
  const at = rows.findIndex((row) => row === focus || inRow?.contains(row) === true);
  const start = (): HTMLElement | undefined =>
    step > 0 ? (rows.find(isInWindow) ?? rows[0]) : (rows.findLast(isInWindow) ?? rows.at(-1));
  const next = at < 0 ? start() : rows[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

export interface ShortcutsProps {
  contestId: string | null;
  session: Session | null;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Keys that work on every page as long as nobody is typing. */
export function Shortcuts({ contestId, session, open, onOpen }: ShortcutsProps): ReactNode {
  const navigate = useNavigate();
  const pendingG = useRef(0);

  useEffect(() => {
    const contest = contestId;
    const places: Record<string, () => Promise<void>> = {
      ...(contest === null
        ? {}
        : {
            p: () => navigate({ to: '/contests/$contest', params: { contest } }),
            s: () => navigate({ to: '/contests/$contest/submissions', params: { contest } }),
            b: () => navigate({ to: '/contests/$contest/scoreboard', params: { contest } }),
          }),
      ...(isJury(session) ? { j: () => navigate({ to: '/judgehosts' }) } : {}),
      ...(contest !== null && isJury(session)
        ? {
            r: () => navigate({ to: '/contests/$contest/rejudgings', params: { contest } }),
            w: () => navigate({ to: '/contests/$contest/wall-limits', params: { contest } }),
          }
        : {}),
    };

    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const place = Date.now() - pendingG.current < pairMs ? places[event.key] : undefined;
      pendingG.current = event.key === 'g' ? Date.now() : 0;
      if (place !== undefined) {
        event.preventDefault();
        void place();
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('[data-search]');
        if (search === null) return;
        event.preventDefault();
        search.focus();
      } else if (event.key === 'j') moveInRows(1);
      else if (event.key === 'k') moveInRows(-1);
      else if (event.key === 'u') {
        if (focusSubmitPanel()) event.preventDefault();
      } else if (event.key === '?') onOpen(true);
    }

    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [contestId, navigate, onOpen, session]);

  return open ? (
    <Suspense fallback={null}>
      <ShortcutHelp session={session} onClose={() => onOpen(false)} />
    </Suspense>
  ) : null;
}
