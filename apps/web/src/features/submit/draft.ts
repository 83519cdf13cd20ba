import { useEffect, useMemo, useRef, useState } from 'react';
import { recall, remember } from '../../lib/storage.ts';

const saveAfterMs = 400;

/** Text in the editor, kept in this browser: a closed tab or a dead battery costs nothing. */
export function useDraft(contestId: string, label: string): [string, (text: string) => void] {
  const key = `draft.${contestId}.${label}`;
  const [text, setText] = useState(() => recall(key) ?? '');
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

  return useMemo(() => [text, setText], [text]);
}
