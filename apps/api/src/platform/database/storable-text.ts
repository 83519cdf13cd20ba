/** PostgreSQL's text has no NUL; programs' output does. */
export function storableText(value: string): string {
  return value.replaceAll('\0', '\u2400');
}
