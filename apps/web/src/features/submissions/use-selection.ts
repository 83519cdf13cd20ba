import type { SubmissionSummary } from '@sandglass/contracts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** With shift: everything from the one toggled last to this one becomes as this one does. */
  toggle: (id: string, range?: boolean) => void;
  setAll: (selected: boolean) => void;
}

/**
 * Which submissions of the list are chosen. The key `x` toggles the row that has the focus.
 * One that leaves the list, because a filter changed, is chosen no longer: nobody sees it any more.
 */
export function useSelection(submissions: readonly SubmissionSummary[] | undefined): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const order = useMemo(() => (submissions ?? []).map(({ id }) => id), [submissions]);
  const ids = useMemo(() => {
    const there = new Set(order);
    const still = [...chosen].filter((id) => there.has(id));
    return still.length === chosen.size ? chosen : new Set(still);
  }, [chosen, order]);
  // For good, also where the filter is taken away again; while the list is on its way nothing has left it.
  if (submissions !== undefined && ids !== chosen) setChosen(ids);

  const toggle = useCallback(
    (id: string, range = false): void => {
      // Looked up now: what is given to setChosen may run after `last` has become this one.
      const from = range && last.current !== null ? order.indexOf(last.current) : -1;
      const to = order.indexOf(id);
      setChosen((before) => {
        const next = new Set(before);
        const selected = !before.has(id);
        const span = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
        for (const one of span) {
          if (selected) next.add(one);
          else next.delete(one);
        }
        return next;
      });
      last.current = id;
    },
    [order],
  );
  const setAll = useCallback((selected: boolean) => setChosen(new Set(selected ? order : [])), [order]);

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'x') return;
      const row = document.activeElement?.closest<HTMLElement>('[data-submission]');
      const id = row?.dataset['submission'];
      if (id === undefined) return;
      event.preventDefault();
      toggle(id, event.shiftKey);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [toggle]);

  return useMemo(() => ({ ids, toggle, setAll }), [ids, toggle, setAll]);
}
