import { machineLine } from './machine.ts';
import type { BenchReport } from './report.ts';

/** The report as Markdown that also reads well in a terminal: machine, rows, figures. */
export function table(report: BenchReport): string {
  const lines = [`# bench ${report.name}`, '', machineLine(report.machine), ''];
  if (report.rows.length > 0) lines.push(...grid(report.rows), '');
  lines.push(...grid(Object.entries(report.figures).map(([figure, value]) => ({ figure, value }))));
  return lines.join('\n');
}

function grid(rows: readonly Readonly<Record<string, string | number>>[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  const widths = columns.map((column, i) =>
    Math.max(column.length, 3, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const numeric = columns.map((column) => rows.every((row) => typeof (row[column] ?? 0) === 'number'));
  const line = (values: readonly string[]): string =>
    `| ${values.map((value, i) => (numeric[i] === true ? value.padStart(widths[i] ?? 0) : value.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (numeric[i] === true ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(columns), rule, ...cells.map(line)];
}
