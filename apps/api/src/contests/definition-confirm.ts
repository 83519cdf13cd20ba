/** What a person has agreed to before a definition is written: the query's `confirm`, and that of a refusal. */

export interface Confirmed {
  /** How many submissions may be left out with their teams and problems; Infinity: any number. */
  readonly submissions: number;
  /** Those of this version of the change; an empty text: any; null: none. */
  readonly dangers: string | null;
}

const nothing: Confirmed = { submissions: 0, dangers: null };

/** @param text such as "removal:3,dangers:0a1b2c3d4e5f6789", of the form that the contract checks */
export function confirmedBy(text: string | undefined): Confirmed {
  return (text ?? '').split(',').reduce((confirmed, part) => {
    const [what, value] = part.split(':');
    if (what === 'removal')
      return { ...confirmed, submissions: value === undefined ? Infinity : Number(value) };
    return what === 'dangers' ? { ...confirmed, dangers: value ?? '' } : confirmed;
  }, nothing);
}

/** The text that {@link confirmedBy} reads. */
export function confirmText({ submissions, dangers }: Confirmed): string {
  const parts = [
    ...(submissions === 0 ? [] : [submissions === Infinity ? 'removal' : `removal:${submissions}`]),
    ...(dangers === null ? [] : [dangers === '' ? 'dangers' : `dangers:${dangers}`]),
  ];
  return parts.join(',');
}
