export interface Series {
  readonly name: string;
  /** [x, y], in the order of x. */
  readonly points: readonly (readonly [number, number])[];
}

export interface LineChart {
  readonly title: string;
  /** What the horizontal axis counts. */
  readonly x: string;
  /** Unit of the vertical axis. */
  readonly y: string;
  readonly series: readonly Series[];
}

const colours = ['#b4622d', '#8a4f7d', '#3f6c8a', '#7a8b3d'];
const box = { width: 720, height: 380, left: 70, right: 20, top: 78, bottom: 46 };

/** Lines over a common axis that begins at zero, as an SVG that reads on white and on dark paper. */
export function lineChart({ title, x, y, series }: LineChart): string {
  const points = series.flatMap((one) => one.points);
  const xs = points.map(([at]) => at);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const top = niceCeiling(Math.max(...points.map(([, value]) => value), Number.MIN_VALUE));
  const atX = (value: number): number =>
    box.left + ((value - least) / Math.max(most - least, 1e-9)) * (box.width - box.left - box.right);
  const atY = (value: number): number =>
    box.height - box.bottom - (value / top) * (box.height - box.top - box.bottom);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const line = atY(share * top).toFixed(1);
    return (
      `<line x1="${box.left}" x2="${box.width - box.right}" y1="${line}" y2="${line}" stroke="#7d766c" stroke-opacity="0.25"/>` +
      `<text x="${box.left - 8}" y="${Number(line) + 4}" text-anchor="end">${number(share * top)}</text>`
    );
  });
  const ticks = [...new Set(xs)].map(
    (value) =>
      `<text x="${atX(value).toFixed(1)}" y="${box.height - box.bottom + 18}" text-anchor="middle">${number(value)}</text>`,
  );
  const lines = series.map(({ name, points: own }, i) => {
    const colour = colours[i % colours.length] ?? '#888';
    const path = own.map(([at, value]) => `${atX(at).toFixed(1)},${atY(value).toFixed(1)}`);
    const dots = path.map((place) => {
      const [cx, cy] = place.split(',');
      return `<circle cx="${String(cx)}" cy="${String(cy)}" r="3" fill="${colour}"/>`;
    });
    const legend = `<rect x="${box.left + (i % 3) * 215}" y="${36 + Math.floor(i / 3) * 18}" width="10" height="10" fill="${colour}"/><text x="${box.left + (i % 3) * 215 + 15}" y="${45 + Math.floor(i / 3) * 18}">${escape(name)}</text>`;
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${legend}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box.width} ${box.height}" font-family="system-ui, sans-serif" font-size="12" fill="#7d766c">`,
    `<text x="12" y="22" font-size="15" font-weight="600">${escape(title)}</text>`,
    ...grid,
    ...ticks,
    `<text x="${(box.left + box.width - box.right) / 2}" y="${box.height - 8}" text-anchor="middle">${escape(x)}</text>`,
    `<text x="${box.left - 8}" y="${box.top - 10}" text-anchor="end">${escape(y)}</text>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** The next of 1, 2, 2.5, 5 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= value) ?? 10);
}

function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
