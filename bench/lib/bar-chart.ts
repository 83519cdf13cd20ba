export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Bars of one series share a colour. */
  readonly series: string;
}

const colours = ['#b4622d', '#3f6c8a', '#7a8b3d', '#8a4f7d'];
const width = 720;
const rowHeight = 26;
const left = 190;

/** The bars of a table's rows, those of a row beside each other. @param label the column that names a row @param series by column, what its bars are called */
export function barsOf(
  rows: readonly Readonly<Record<string, string | number>>[],
  label: string,
  series: Readonly<Record<string, string>>,
): Bar[] {
  return rows.flatMap((row) =>
    Object.entries(series).map(([column, name]) => ({
      label: String(row[label]),
      value: Number(row[column]),
      series: name,
    })),
  );
}

/** A horizontal bar chart as an SVG that reads on white and on dark paper. */
export function barChart(title: string, unit: string, bars: readonly Bar[]): string {
  const series = [...new Set(bars.map((bar) => bar.series))];
  const most = Math.max(...bars.map((bar) => bar.value), Number.MIN_VALUE);
  const height = 70 + bars.length * rowHeight + 24;
  const colourOf = (name: string): string => colours[series.indexOf(name) % colours.length] ?? '#888';
  const body = bars.map((bar, i) => {
    const y = 60 + i * rowHeight;
    const length = (bar.value / most) * (width - left - 110);
    return [
      `<text x="${left - 8}" y="${y + 15}" text-anchor="end">${escape(bar.label)}</text>`,
      `<rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="${rowHeight - 8}" rx="2" fill="${colourOf(bar.series)}"/>`,
      `<text x="${left + length + 6}" y="${y + 15}">${format(bar.value)} ${escape(unit)}</text>`,
    ].join('');
  });
  const legend = series.map(
    (name, i) =>
      `<rect x="${left + i * 150}" y="36" width="10" height="10" fill="${colourOf(name)}"/><text x="${left + i * 150 + 15}" y="45">${escape(name)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#7d766c">`,
    `<text x="12" y="22" font-size="15" font-weight="600">${escape(title)}</text>`,
    ...legend,
    ...body,
    '</svg>\n',
  ].join('\n');
}

function format(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
