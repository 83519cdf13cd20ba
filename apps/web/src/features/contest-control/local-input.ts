/** What an input of date and time has: an instant in the viewer's zone, to the second. */

/** `2026-11-28T09:00:00`. @param iso an instant */
export function localInput(iso: string): string {
  const date = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

/** Null: it is incomplete. */
export function instantOfInput(text: string): string | null {
  const ms = Date.parse(text);
  return text === '' || Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** Of two inputs. */
export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
