import type { ChangedHostRow, HostGaps, HostRow } from '@sandglass/contracts';

/**
 * The fleet's lines after some have changed, by name; those that did not keep their identity.
 * @param known null: those that changed are all there are
 * @param before where curves that did not change are
 */
export function mergeRows(
  known: readonly HostRow[] | null,
  changed: readonly ChangedHostRow[],
  before: readonly HostRow[],
): readonly HostRow[] {
  if (known !== null && changed.length === 0) return known;
  const curves = new Map(before.map(({ name, gapHistory }) => [name, gapHistory]));
  const news = new Map(
    changed.map((row) => [row.name, { ...row, gapHistory: curveOf(row, curves.get(row.name) ?? noGaps) }]),
  );
  if (known === null) return [...news.values()];
  const rows = known.map((row) => news.get(row.name) ?? row);
  for (const row of known) news.delete(row.name);
  return news.size === 0
    ? rows
    : [...rows, ...news.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

const noGaps: HostGaps = { from: 0, seconds: [], p50Us: [], p95Us: [], p99Us: [] };

/** A curve that is sent again as it was keeps its identity: it is not drawn again. */
function curveOf({ gapHistory: sent }: ChangedHostRow, known: HostGaps): HostGaps {
  if (sent === undefined) return known;
  const same =
    sent.from === known.from &&
    sent.seconds.length === known.seconds.length &&
    sent.seconds.at(-1) === known.seconds.at(-1);
  return same ? known : sent;
}
