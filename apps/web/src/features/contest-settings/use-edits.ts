import { useState } from 'react';

export interface Edits<Values extends object> {
  /** What is there, with what was typed over it. */
  readonly values: Values;
  readonly set: (edits: Partial<Values>) => void;
  /** Fields that are not as they are there. */
  readonly changed: Partial<Values>;
  readonly isChanged: boolean;
  readonly forget: () => void;
}

/** What a form has typed into it. A field that nobody has touched follows what others save; one that was is kept. */
export function useEdits<Values extends object>(present: Values): Edits<Values> {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const changed: Partial<Values> = {};
  for (const name of Object.keys(edits) as (keyof Values)[])
    if (!isSame(edits[name], present[name])) changed[name] = edits[name];
  return {
    values: { ...present, ...edits },
    set: (more) => setEdits((before) => ({ ...before, ...more })),
    changed,
    isChanged: Object.keys(changed).length > 0,
    forget: () => setEdits({}),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
