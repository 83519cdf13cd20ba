/** A burn-in over time as one picture: gap percentiles above, load and stuck tasks below. */
import type { BurnInReport } from './report.ts';

const width = 820;
const left = 64;
const right = 16;
const panelHeight = 190;
const panelTops = [98, 98 + panelHeight + 64];
const height = 98 + 2 * panelHeight + 64 + 132;
const colours = { p50: '#3f6c8a', p95: '#7a8b3d', p99: '#b4622d', load: '#3f6c8a', dState: '#8a4f7d' };

interface Line {
  readonly name: string;
  readonly colour: string;
  readonly values: readonly number[];
}

export function burnInChart(report: BurnInReport): string {
  const { points, recommendation, slots, host } = report;
  const seconds = points.map((point) => point.seconds);
  const gaps: Line[] = (['p50', 'p95', 'p99'] as const).map((key) => ({
    name: key,
    colour: colours[key],
    values: points.map(({ gapMs }) => gapMs[key]),
  }));
  const pressure: Line[] = [
    { name: 'load, 1 min', colour: colours.load, values: points.map(({ load }) => load) },
    { name: 'tasks in D state', colour: colours.dState, values: points.map(({ dState }) => dState) },
  ];
  const advice = `${recommendation.slots} slot${recommendation.slots === 1 ? '' : 's'}, wall limit = ${recommendation.wallFactor} × CPU limit + ${recommendation.wallMarginMs / 1000} s: ${recommendation.rating}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#7d766c">`,
    text(
      12,
      24,
      `Burn-in of ${host.hostname}: ${slots.length} slot${slots.length === 1 ? '' : 's'}, ${report.minutes.toFixed(1)} min, ${report.total.runs} runs`,
      'font-size="16" font-weight="600"',
    ),
    text(
      12,
      44,
      `${host.cpuModel}, Linux ${host.kernel}, ${report.startedAt.slice(0, 16)}Z${report.interrupted ? ', interrupted' : ''}`,
    ),
    panel('wall − CPU of programs that only compute, ms', panelTops[0] ?? 0, seconds, gaps),
    panel('the host', panelTops[1] ?? 0, seconds, pressure),
    text(12, height - 88, advice, 'font-size="14" font-weight="600"'),
    ...recommendation.reasons.slice(0, 4).map((reason, i) => text(12, height - 66 + i * 17, clip(reason))),
    '</svg>\n',
  ].join('\n');
}

function panel(title: string, top: number, seconds: readonly number[], lines: readonly Line[]): string {
  const last = Math.max(seconds.at(-1) ?? 0, 1e-9);
  const most = niceCeiling(Math.max(...lines.flatMap(({ values }) => values), 0.1));
  const x = (at: number): string => (left + (at / last) * (width - left - right)).toFixed(1);
  const y = (value: number): string => (top + panelHeight - (value / most) * panelHeight).toFixed(1);
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(share * most)}" y2="${y(share * most)}" stroke="#7d766c" stroke-opacity="0.3"/>` +
      text(
        left - 8,
        Number(y(share * most)) + 4,
        String(Number((share * most).toPrecision(3))),
        'text-anchor="end"',
      ),
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    text(Number(x(share * last)), top + panelHeight + 18, clock(share * last), 'text-anchor="middle"'),
  );
  const drawn = lines.map(({ name, colour, values }, i) => {
    const places = values.map((value, at) => `${x(seconds[at] ?? 0)},${y(value)}`).join(' ');
    const legend = `<rect x="${left + i * 150}" y="${top - 15}" width="10" height="10" fill="${colour}"/>`;
    return `<polyline points="${places}" fill="none" stroke="${colour}" stroke-width="1.5"/>${legend}${text(left + i * 150 + 15, top - 6, name)}`;
  });
  return [text(12, top - 24, title, 'font-weight="600"'), ...grid, ...ticks, ...drawn].join('');
}

function text(x: number, y: number, content: string, more = ''): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<text x="${x}" y="${y}"${more === '' ? '' : ` ${more}`}>${escaped}</text>`;
}

function clip(reason: string): string {
  return reason.length > 122 ? `${reason.slice(0, 121)}…` : reason;
}

function clock(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${(seconds / 60).toFixed(1)} min`;
}

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= value) ?? 10);
}
