import type { SubmissionSummary } from '@sandglass/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, memo, useEffect, useRef } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { PlainLink } from '../../components/plain-link.tsx';
import { SubmissionVerdict } from '../../components/verdict/submission-verdict.tsx';
import { formatBytes, formatContestTime, formatMicroseconds } from '../../lib/format.ts';
import { formatInstant, formatInstantFully } from '../../lib/time.ts';
import styles from './submission-table.module.css';
import type { Selection } from './use-selection.ts';

/** Plain functions and elements: a row is made while the list is scrolled, within a frame together with ten others. */
interface Column {
  readonly title: string;
  readonly className?: string | undefined;
  readonly cell: (one: SubmissionSummary) => ReactNode;
}

const figure = (value: number | null, format: (value: number) => string): ReactNode =>
  value === null ? <span className={styles.nothing}>–</span> : format(value);

/** On a phone only what identifies a submission and its verdict remains. */
const wide = `${styles.wide} ${styles.short}`;

const time: Column = {
  title: 'Time',
  className: styles.short,
  cell: (one) => (
    <PlainLink
      href={`/contests/${encodeURIComponent(one.contestId)}/submissions/${encodeURIComponent(one.id)}`}
      className={styles.link}
      aria-label={`Submission of ${one.team.name} to ${one.problem.label} at ${formatContestTime(one.contestTimeMs)}`}
      data-row-link
    >
      {formatContestTime(one.contestTimeMs)}
    </PlainLink>
  ),
};
const clock: Column = {
  title: 'Clock',
  className: wide,
  cell: ({ submittedAt }) => (
    <time
      dateTime={submittedAt}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatInstantFully(submittedAt);
      }}
    >
      {formatInstant(submittedAt)}
    </time>
  ),
};
const problem: Column = {
  title: 'Problem',
  cell: ({ problem: { label, name, colour } }) => (
    <span className={styles.problem}>
      <Balloon label={label} colour={colour} size={26} />
      <span className={styles.problemName}>{name}</span>
    </span>
  ),
};
const team: Column = {
  title: 'Team',
  cell: (one) => (
    <span className={styles.team}>
      {one.team.name}
      {one.jury ? <span className={styles.tag}>jury</span> : null}
    </span>
  ),
};
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
const language: Column = { title: 'Language', className: wide, cell: (one) => one.language.name };
const verdict: Column = {
  title: 'Verdict',
  cell: (one) => (
    <span className={styles.verdict}>
      <SubmissionVerdict of={one} />
      <Doubts of={one} />
    </span>
  ),
};
const measured = (title: string, cell: Column['cell']): Column => ({ title, className: styles.figure, cell });
const host: Column = {
  title: 'Host',
  className: wide,
  cell: (one) => one.judgehost ?? <span className={styles.nothing}>–</span>,
};

const teamColumns: readonly Column[] = [time, clock, problem, language, verdict];
const juryColumns: readonly Column[] = [
  time,
  clock,
  team,
  problem,
  language,
  verdict,
  measured('CPU', (one) => figure(one.maxCpuUs, formatMicroseconds)),
  measured('Wall', (one) => figure(one.maxWallUs, formatMicroseconds)),
  measured('Gap', (one) => figure(one.maxGapUs, formatMicroseconds)),
  measured('Memory', (one) => figure(one.maxMemoryBytes, formatBytes)),
  host,
];

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
  const columns = jury ? juryColumns : teamColumns;
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this app
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: submissions.length,
    estimateSize: () => rowPx,
    overscan,
    scrollMargin: frame.current?.offsetTop ?? 0,
    getItemKey: (index) => submissions[index]?.id ?? index,
    // Asked for a row that was just made, the browser would have to lay out the whole page at once, and again for
    // the frame: its size is told after that, when it is known anyway.
    measureElement: (row, entry, { measurementsCache }) => {
      const told = entry?.borderBoxSize[0]?.blockSize;
      if (told !== undefined) return Math.round(told);
      return measurementsCache[Number(row.dataset['index'])]?.size ?? rowPx;
    },
    // Known before the first frame, which then has its rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const above = first === undefined ? 0 : first.start - virtualizer.options.scrollMargin;
  const below =
    last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - virtualizer.options.scrollMargin);
  const atEnd =
    last !== undefined && last.index >= submissions.length - nearEnd && submissions.length > nearEnd;
  useEffect(() => {
    if (atEnd && window.scrollY > 0) onNearEnd();
  }, [atEnd, onNearEnd, submissions.length]);

  return (
    <div className={styles.frame} ref={frame}>
      <table
        className={`${styles.table} ${jury ? styles.jury : ''} ${selection === null ? '' : styles.choosing}`}
        aria-rowcount={submissions.length + 1}
      >
        <thead>
          <tr>
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
            {columns.map(({ title, className }) => (
              <th key={title} scope="col" className={className}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {items.map(({ index }) => {
            const one = submissions[index];
            if (one === undefined) return null;
            return (
              <Row
                key={one.id}
                one={one}
                index={index}
                columns={columns}
                chosen={selection?.ids.has(one.id) === true}
                toggle={selection?.toggle ?? null}
                measure={virtualizer.measureElement}
              />
            );
          })}
          <Space height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** While the list is scrolled only the rows that come into it are made. */
const Row = memo(function Row(props: {
  one: SubmissionSummary;
  index: number;
  columns: readonly Column[];
  chosen: boolean;
  toggle: Selection['toggle'] | null;
  measure: (row: HTMLTableRowElement | null) => void;
}): ReactNode {
  const { one, index, columns, chosen, toggle, measure } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      data-submission={one.id}
      aria-rowindex={index + 2}
      className={chosen ? styles.chosen : undefined}
    >
      {toggle === null ? null : (
        <td className={styles.choose}>
          <input
            type="checkbox"
            aria-label={`Choose the submission of ${one.team.name} at ${formatContestTime(one.contestTimeMs)}`}
            checked={chosen}
            onClick={(event) => toggle(one.id, event.shiftKey)}
            readOnly
          />
        </td>
      )}
      {columns.map(({ title, className, cell }) => (
        <td key={title} className={className}>
          {cell(one)}
        </td>
      ))}
    </tr>
  );
});

function Space({ height }: { height: number }): ReactNode {
  if (height <= 0) return null;
  return <tr aria-hidden="true" className={styles.space} style={{ height }} />;
}
