/**
 * Search parameters of an address are text, as typed: a team named 42 is no number. Each page's schema says what else
 * it wants them to be.
 */
export function parseSearch(search: string): Record<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) found.set(name, unquoted(value));
  return Object.fromEntries(found);
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Addresses made by earlier versions have digits in quotes. */
function unquoted(value: string): string {
  return /^"[^"\\]*"$/.test(value) ? value.slice(1, -1) : value;
}
