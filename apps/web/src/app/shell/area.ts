/** Which entry of the main navigation a page belongs to that has no entry of its own. */
export type Area = 'problems' | 'submissions' | 'judgehosts' | 'admin';

const pages: readonly (readonly [RegExp, Area])[] = [
  [/^\/contests\/[^/]+\/problems\//, 'problems'],
  [/^\/contests\/[^/]+\/(?:submit|rejudgings|wall-limits|control|resolver)(?:\/|$)/, 'submissions'],
  [/^\/bound-accounts(?:\/|$)/, 'submissions'],
  [/^\/(?:alarms|timeline)(?:\/|$)/, 'judgehosts'],
  [/^\/people(?:\/|$)/, 'admin'],
];

/** @param path of the address @returns null: the page has its own entry, or belongs to none */
export function areaOf(path: string): Area | null {
  return pages.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
