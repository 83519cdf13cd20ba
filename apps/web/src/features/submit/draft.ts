import { useEffect, useMemo, useRef, useState } from 'react';
import { recall, remember } from '../../lib/storage.ts';
import { type PanelPlace, keepForm, keptForm } from './kept-form.ts';

const saveAfterMs = 400;

/** Text in the editor, kept in this browser for its account: a closed tab or a dead battery costs nothing. */
export function useDraft(place: PanelPlace): [string, (text: string) => void] {
  const key = `draft.${place.account}.${place.contest}.${place.label}`;
  const [text, setText] = useState(() => {
    const first = keptForm(place).text ?? recall(key) ?? '';
    // What was not touched since the page was loaded is handed over as well.
    if (first !== '') keepForm(place, { text: first });
    return first;
  });
  const saved = useRef(text);

  useEffect(() => {
    if (text === saved.current) return undefined;
    const save = (): void => {
      saved.current = text;
      remember(key, text);
    };
    const timer = setTimeout(save, saveAfterMs);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [key, text]);

  return useMemo(() => {
    const write = (next: string): void => {
      keepForm(place, { text: next });
      setText(next);
    };
    return [text, write];
  }, [place, text]);
}
