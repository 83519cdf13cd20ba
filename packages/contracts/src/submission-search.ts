/** What people type to find a submission. */

/** "#12", "12" or several of them; anything else is a part of a team's name. */
const numbers = /^#?\d{1,9}(?:[\s,]+#?\d{1,9}){0,99}$/;

/** @returns numbers of submissions, or a part of a team's name */
export function readSubmissionSearch(
  search: string,
): { readonly numbers: readonly number[] } | { readonly team: string } {
  const text = search.trim();
  if (!numbers.test(text)) return { team: text };
  return { numbers: [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)) };
}

/** One submission: by its number, or by its id or the end of it. */
export type NamedSubmission = { readonly number: number } | { readonly idEnd: string };

/** @returns null where it names none (yet): it is being typed */
export function readSubmissionName(name: string): NamedSubmission | null {
  const text = name.trim().toLowerCase();
  if (/^#?\d{1,9}$/.test(text)) return { number: Number(text.replace('#', '')) };
  return /^[0-9a-f-]{4,36}$/.test(text) ? { idEnd: text } : null;
}

/** @param contest whose number it is; undefined: of any */
export function isNamed(
  of: { readonly submissionId: string; readonly submissionNumber: number; readonly contestId: string },
  name: NamedSubmission,
  contest: string | undefined,
): boolean {
  if ('idEnd' in name) return of.submissionId.endsWith(name.idEnd);
  return of.submissionNumber === name.number && (contest === undefined || of.contestId === contest);
}
