import type { SubmissionSummary } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, memo, useEffect, useRef } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { SubmissionVerdict } from '../../components/verdict/submission-verdict.tsx';
import { formatBytes, formatContestTime, formatMicroseconds } from '../../lib/format.ts';
import { formatInstant, formatInstantFully } from '../../lib/time.ts';
import styles from './submission-table.module.css';
import type { Selection } from './use-selection.ts';

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, SubmissionSummary>();

const figure = (value: number | null, format: (value: number) => string): ReactNode =>
  value === null ? <span className={styles.nothing}>–</span> : format(value);

const time = helper.display({
  id: 'time',
  header: 'Time',
  cell: ({ row: { original: one } }) => (
    <Link
      to="/contests/$contest/submissions/$submission"
      params={{ contest: one.contestId, submission: one.id }}
      className={styles.link}
      aria-label={`Submission of ${one.team.name} to ${one.problem.label} at ${formatContestTime(one.contestTimeMs)}`}
      data-row-link
      preload={false}
    >
      {formatContestTime(one.contestTimeMs)}
    </Link>
  ),
});
const clock = helper.display({
  id: 'clock',
  header: 'Clock',
  cell: ({ row: { original: one } }) => (
    <time dateTime={one.submittedAt} title={formatInstantFully(one.submittedAt)}>
      {formatInstant(one.submittedAt)}
    </time>
  ),
});
const problem = helper.display({
  id: 'problem',
  header: 'Problem',
  cell: ({ row: { original: one } }) => (
    <span className={styles.problem}>
      <Balloon label={one.problem.label} colour={one.problem.colour} size={26} />
      <span className={styles.problemName}>{one.problem.name}</span>
    </span>
  ),
});
const team = helper.display({
  id: 'team',
  header: 'Team',
  cell: ({ row: { original: one } }) => (
    <span className={styles.team}>
      {one.team.name}
      {one.jury ? <span className={styles.tag}>jury</span> : null}
    </span>
  ),
});
/** Marks of a verdict that may not be the program's fault. */
function Doubts({ of: one }: { of: SubmissionSummary }): ReactNode {
  return (
    <>
      {one.suspect ? (
        <span className={styles.tag} title="A run was starved: its time is not to be believed">
          suspect
        </span>
      ) : null}
      {one.judgedWhileSick ? (
        <span className={styles.tag} title="A host was sick while it judged this">
          sick host
        </span>
      ) : null}
    </>
  );
}
const language = helper.accessor((one) => one.language.name, { id: 'language', header: 'Language' });
const verdict = helper.display({
  id: 'verdict',
  header: 'Verdict',
  cell: ({ row }) => (
    <span className={styles.verdict}>
      <SubmissionVerdict of={row.original} />
      <Doubts of={row.original} />
    </span>
  ),
});
const cpu = helper.display({
  id: 'cpu',
  header: 'CPU',
  cell: ({ row }) => figure(row.original.maxCpuUs, formatMicroseconds),
});
const wall = helper.display({
  id: 'wall',
  header: 'Wall',
  cell: ({ row }) => figure(row.original.maxWallUs, formatMicroseconds),
});
const gap = helper.display({
  id: 'gap',
  header: 'Gap',
  cell: ({ row }) => figure(row.original.maxGapUs, formatMicroseconds),
});
const memory = helper.display({
  id: 'memory',
  header: 'Memory',
  cell: ({ row }) => figure(row.original.maxMemoryBytes, formatBytes),
});
const host = helper.display({
  id: 'host',
  header: 'Host',
  cell: ({ row }) => row.original.judgehost ?? <span className={styles.nothing}>–</span>,
});

const teamColumns = helper.columns([time, clock, problem, language, verdict]);
const juryColumns = helper.columns([
  time,
  clock,
  team,
  problem,
  language,
  verdict,
  cpu,
  wall,
  gap,
  memory,
  host,
]);

/** Figures stand right; on a phone only what identifies a submission and its verdict remains. */
const columnClass: Record<string, string | undefined> = {
  time: styles.short,
  clock: `${styles.wide} ${styles.short}`,
  language: `${styles.wide} ${styles.short}`,
  host: `${styles.wide} ${styles.short}`,
  cpu: styles.figure,
  wall: styles.figure,
  gap: styles.figure,
  memory: styles.figure,
};

/** Rows above and below the window that are drawn, too: more than a wheel's turn shows at once. */
const overscan = 8;
const rowPx = 43;
/** Rows before the end at which the next page is asked for. */
const nearEnd = 25;

/**
 * Thousands of rows are there to be scrolled through and searched by keyboard, but only those near the window are
 * drawn: the rest is two empty rows of their height.
 */
export function SubmissionTable(props: {
  submissions: SubmissionSummary[];
  jury: boolean;
  /** Null: nothing can be chosen. */
  selection: Selection | null;
  onNearEnd: () => void;
}): ReactNode {
  const { submissions, jury, selection, onNearEnd } = props;
  const table = useTable({
    features,
    columns: jury ? juryColumns : teamColumns,
    data: submissions,
    getRowId: (one: SubmissionSummary) => one.id,
  });
  const frame = useRef<HTMLDivElement>(null);
  const { rows } = table.getRowModel();
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this app
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan,
    scrollMargin: frame.current?.offsetTop ?? 0,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const above = first === undefined ? 0 : first.start - virtualizer.options.scrollMargin;
  const below =
    last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - virtualizer.options.scrollMargin);
  const atEnd = last !== undefined && last.index >= rows.length - nearEnd && rows.length > nearEnd;
  useEffect(() => {
    if (atEnd && window.scrollY > 0) onNearEnd();
  }, [atEnd, onNearEnd, rows.length]);
  const width = (jury ? juryColumns : teamColumns).length + (selection === null ? 0 : 1);

  return (
    <div className={styles.frame} ref={frame}>
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection === null ? null : (
                <th scope="col" className={styles.choose}>
                  <input
                    type="checkbox"
                    aria-label="Choose all that are loaded"
                    checked={selection.ids.size > 0 && selection.ids.size === submissions.length}
                    ref={(box) => {
                      if (box !== null)
                        box.indeterminate = selection.ids.size > 0 && selection.ids.size < submissions.length;
                    }}
                    onChange={(event) => selection.setAll(event.currentTarget.checked)}
                  />
                </th>
              )}
              {group.headers.map((header) => (
                <th key={header.id} scope="col" className={columnClass[header.column.id]}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          <Space height={above} columns={width} />
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Row
                key={row.id}
                row={row}
                index={index}
                table={table}
                chosen={selection?.ids.has(row.id) === true}
                toggle={selection?.toggle ?? null}
                measure={virtualizer.measureElement}
              />
            );
          })}
          <Space height={below} columns={width} />
        </tbody>
      </table>
    </div>
  );
}

type Table = ReturnType<typeof useTable<typeof features, SubmissionSummary>>;

/** While the list is scrolled only the rows that come into it are made. */
const Row = memo(function Row(props: {
  row: ReturnType<Table['getRowModel']>['rows'][number];
  index: number;
  table: Table;
  chosen: boolean;
  toggle: Selection['toggle'] | null;
  measure: (row: HTMLTableRowElement | null) => void;
}): ReactNode {
  const { row, index, table, chosen, toggle, measure } = props;
  const { team: whose, contestTimeMs } = row.original;
  return (
    <tr
      ref={measure}
      data-index={index}
      data-submission={row.id}
      aria-rowindex={index + 2}
      className={chosen ? styles.chosen : undefined}
    >
      {toggle === null ? null : (
        <td className={styles.choose}>
          <input
            type="checkbox"
            aria-label={`Choose the submission of ${whose.name} at ${formatContestTime(contestTimeMs)}`}
            checked={chosen}
            onClick={(event) => toggle(row.id, event.shiftKey)}
            readOnly
          />
        </td>
      )}
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={columnClass[cell.column.id]}>
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
});

function Space({ height, columns }: { height: number; columns: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
