export type Cell = string | number;

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Columns for a terminal, as wide as their widest cell. */
export function textTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const widths = columns.map(({ title }, i) =>
    Math.max(title.length, ...rows.map((row) => String(row[i] ?? '').length)),
  );
  const line = (cells: readonly Cell[]): string =>
    columns
      .map(({ align }, i) => {
        const text = String(cells[i] ?? '');
        return align === 'right' ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0);
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join('\n');
}

/** "123.4" of 123 400 µs. */
export function milliseconds(us: number): string {
  return (us / 1000).toFixed(1);
}

/** "12.3" of bytes in MiB. */
export function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
