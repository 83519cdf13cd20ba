/** What was measured of the runs of a contest: histograms of wall, CPU and gap, and the hosts' part of the gap. */
import type { TimeHistogram, WallMeasurements } from '@sandglass/contracts';
import { usualTimeBins, type HostGap, type TimeBins } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';

/** What the host is to blame for: without a core, or inside the kernel; of all threads where it was looked at. */
const hostGapUs = `(coalesce(r.core_wait_us, r.run_queue_us, 0) + coalesce(r.uninterruptible_us, r.block_io_us, 0))`;

export interface MeasuredRuns {
  readonly contestId: string;
  readonly problemId?: string | undefined;
  readonly languageId?: string | undefined;
  /** Of judgings that ended since; omitted: all. */
  readonly since?: Date;
}

const kinds = ['wall', 'cpu', 'gap'] as const;
type Kind = (typeof kinds)[number];

/** The runs of the judgings that count, the last attempt of each test; `$1`… as {@link valuesOf} gives them. */
const runs = `
  SELECT r.judgehost, s.problem_id, r.suspect, r.wall_us, r.cpu_us, greatest(r.gap_us, 0) AS gap_us, ${hostGapUs} AS host_gap_us,
    r.outcome, CASE WHEN r.verdict = 'AC' THEN 'accepted' WHEN r.outcome = 'wall-limit' THEN 'killed' ELSE 'other' END AS end
  FROM submission s JOIN judging j ON j.submission_id = s.id AND j.valid JOIN run r ON r.judging_id = j.id
  WHERE s.contest_id = $1 AND ($2::text IS NULL OR s.problem_id = $2) AND ($3::text IS NULL OR s.language_id = $3)
    AND ($4::timestamptz IS NULL OR j.ended_at >= $4)
    AND NOT EXISTS (SELECT 1 FROM run later
      -- Few tests are run again: those are found first.
      WHERE later.attempt > 1 AND later.judging_id = r.judging_id AND later.ordinal = r.ordinal
        AND later.attempt > r.attempt)`;

function valuesOf({ contestId, problemId, languageId, since }: MeasuredRuns): unknown[] {
  return [contestId, problemId ?? null, languageId ?? null, since ?? null];
}

interface BinRow {
  readonly kind: Kind;
  readonly end: 'accepted' | 'killed' | 'other';
  readonly bin: number;
  readonly count: number;
}

interface QuantileRow {
  readonly kind: Kind;
  readonly quantiles: number[] | null;
  readonly max: number | null;
}

/** Of runs `m`: how many, and the hosts' part of their gap. */
const gapColumns = `count(*)::int AS runs, (count(*) FILTER (WHERE m.suspect))::int AS suspect,
  percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY m.host_gap_us)::float8[] AS quantiles`;

interface GapRow {
  readonly name: string;
  readonly runs: number;
  readonly suspect: number;
  readonly quantiles: readonly number[] | null;
  readonly maxUs: number | null;
}

interface MeasuredRow {
  readonly counts: readonly BinRow[];
  readonly quantiles: readonly QuantileRow[];
  readonly hosts: readonly GapRow[];
}

const nothing: MeasuredRow = { counts: [], quantiles: [], hosts: [] };

/** All of it at once: the runs, which may be hundreds of thousands, are read a single time. */
export async function wallMeasurements(sql: Sql, of: MeasuredRuns): Promise<WallMeasurements> {
  const bins = usualTimeBins;
  const all = (select: string): string => `(SELECT coalesce(json_agg(x), '[]') FROM (${select}) AS x)`;
  const [row] = await sql.query<MeasuredRow>(
    `WITH m AS MATERIALIZED (${runs}),
       k AS MATERIALIZED (SELECT k.kind, m."end", k.us FROM m
         CROSS JOIN LATERAL (VALUES ('wall', m.wall_us), ('cpu', m.cpu_us), ('gap', m.gap_us)) AS k(kind, us))
     SELECT
       ${all(`SELECT k.kind, k."end",
         least(greatest(width_bucket(ln(greatest(k.us, 1)::float8), ln($5::float8), ln($6::float8), $7), 1), $7) - 1 AS bin,
         count(*)::int AS count FROM k GROUP BY 1, 2, 3`)} AS counts,
       ${all(`SELECT k.kind, percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY k.us)::float8[] AS quantiles,
         max(k.us)::float8 AS max FROM k GROUP BY 1`)} AS quantiles,
       ${all(`SELECT m.judgehost AS name, ${gapColumns}, max(m.host_gap_us)::float8 AS "maxUs" FROM m GROUP BY 1`)} AS hosts`,
    [...valuesOf(of), bins.fromUs, bins.toUs, bins.count],
  );
  return measurementsOf(row ?? nothing);
}

/** As of no runs. */
export const nothingMeasured = (): WallMeasurements => measurementsOf(nothing);

function measurementsOf({ counts, quantiles, hosts: gaps }: MeasuredRow): WallMeasurements {
  const bins = usualTimeBins;
  const hosts = worstFirst(gaps);
  const histogram = (kind: Kind): TimeHistogram => {
    const row = quantiles.find((one) => one.kind === kind);
    const [p50Us = 0, p95Us = 0, p99Us = 0] = row?.quantiles ?? [];
    const end = (name: BinRow['end']) => fill(counts, kind, name, bins);
    return {
      accepted: end('accepted'),
      killed: end('killed'),
      other: end('other'),
      p50Us,
      p95Us,
      p99Us,
      maxUs: row?.max ?? 0,
    };
  };
  return {
    runs: hosts.reduce((sum, host) => sum + host.runs, 0),
    suspect: hosts.reduce((sum, host) => sum + host.suspect, 0),
    bins: { ...bins },
    wall: histogram('wall'),
    cpu: histogram('cpu'),
    gap: histogram('gap'),
    hosts: hosts.map(({ name: judgehost, p50Us: _p50, ...host }) => ({ judgehost, ...host })),
  };
}

function fill(rows: readonly BinRow[], kind: Kind, end: BinRow['end'], { count }: TimeBins): number[] {
  const bins = Array<number>(count).fill(0);
  for (const row of rows) if (row.kind === kind && row.end === end) bins[row.bin] = row.count;
  return bins;
}

export interface HostGaps extends HostGap {
  readonly judgehost: string;
}

/** The host's part of the gap by judgehost, worst first. */
export async function hostGaps(sql: Sql, of: MeasuredRuns): Promise<HostGaps[]> {
  return (await gapsBy(sql, 'judgehost', of)).map(({ name, ...gaps }) => ({ judgehost: name, ...gaps }));
}

/** The hosts' part of the gap by problem, worst first: some wait more than others, for memory or files. */
export async function problemGaps(
  sql: Sql,
  of: MeasuredRuns,
): Promise<(HostGap & { readonly problemId: string })[]> {
  return (await gapsBy(sql, 'problem_id', of)).map(({ name, ...gaps }) => ({ problemId: name, ...gaps }));
}

async function gapsBy(
  sql: Sql,
  column: 'judgehost' | 'problem_id',
  of: MeasuredRuns,
): Promise<(HostGap & { readonly name: string })[]> {
  return worstFirst(
    await sql.query<GapRow>(
      `SELECT m.${column} AS name, ${gapColumns}, max(m.host_gap_us)::float8 AS "maxUs" FROM (${runs}) AS m GROUP BY 1`,
      valuesOf(of),
    ),
  );
}

function worstFirst(rows: readonly GapRow[]): (HostGap & { readonly name: string })[] {
  return rows.map(gapOf).toSorted((a, b) => b.suspect - a.suspect || b.p99Us - a.p99Us);
}

function gapOf<Row extends Omit<GapRow, 'name'>>({ quantiles, maxUs, ...row }: Row) {
  const [p50Us = 0, p95Us = 0, p99Us = 0] = quantiles ?? [];
  return { ...row, p50Us, p95Us, p99Us, maxUs: maxUs ?? 0 };
}

/** The host's part of the gap over all hosts; the longest is that of runs the clock did not kill. */
export async function overallGap(sql: Sql, of: MeasuredRuns): Promise<HostGap> {
  const [row] = await sql.query<Omit<GapRow, 'name'>>(
    `SELECT ${gapColumns}, (max(m.host_gap_us) FILTER (WHERE m.outcome <> 'wall-limit'))::float8 AS "maxUs"
     FROM (${runs}) AS m`,
    valuesOf(of),
  );
  return gapOf(row ?? { runs: 0, suspect: 0, quantiles: null, maxUs: null });
}
