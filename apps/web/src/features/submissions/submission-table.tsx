import type { SubmissionSummary } from '@sandglass/contracts';
import { type CSSProperties, type ReactNode, memo, useEffect, useRef } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { Name } from '../../components/name.tsx';
import { PlainLink } from '../../components/plain-link.tsx';
import { SubmissionVerdict, verdictInFull } from '../../components/verdict/submission-verdict.tsx';
import { formatBytes, formatContestTime, formatMicroseconds } from '../../lib/format.ts';
import { hostHref, juryHref, problemHref, submissionHref, teamSubmissionsHref } from '../../lib/hrefs.ts';
import { formatInstant, formatInstantFully } from '../../lib/time.ts';
import styles from './submission-table.module.css';
import { useRowHeight } from './use-row-height.ts';
import { useRowWindow } from '../../lib/use-row-window.ts';
import type { Selection } from './use-selection.ts';

/** Plain functions and elements: a row is made while the list is scrolled, within a frame together with ten others. */
interface Column {
  readonly title: string;
  readonly className?: string | undefined;
  readonly cell: (one: SubmissionSummary) => ReactNode;
  /** What the row shows on hover, where the cell is cut off or shows less; null: nothing. */
  readonly whole?: (one: SubmissionSummary) => string | null;
}

const figure = (value: number | null, format: (value: number) => string): ReactNode =>
  value === null ? <span className={styles.nothing}>–</span> : format(value);

/**
 * A link beside that to the submission, which covers the row. By keyboard it is reached from the submission's page: four
 * stops in each of a hundred rows would be in the way.
 */
const aside = (href: string, children: ReactNode): ReactNode => (
  <PlainLink href={href} className={styles.aside} tabIndex={-1}>
    {children}
  </PlainLink>
);

/** On a phone only what identifies a submission and its verdict remains. */
const wide = `${styles.wide} ${styles.short}`;
const wideText = `${styles.wide} ${styles.text}`;

const number: Column = {
  title: 'No.',
  className: `${styles.short} ${styles.number}`,
  cell: (one) => (
    <PlainLink
      href={submissionHref(one.contestId, one.id)}
      className={styles.link}
      aria-label={`#${one.number}, submission of ${one.team.name} to ${one.problem.label} at ${formatContestTime(one.contestTimeMs)}`}
      data-row-link
    >
      #{one.number}
    </PlainLink>
  ),
};
const time: Column = {
  title: 'Time',
  className: `${styles.time} ${styles.short}`,
  cell: (one) => formatContestTime(one.contestTimeMs),
};
const clock: Column = {
  title: 'Clock',
  className: `${wide} ${styles.clock}`,
  cell: ({ submittedAt }) => <time dateTime={submittedAt}>{formatInstant(submittedAt)}</time>,
  whole: ({ submittedAt }) => formatInstantFully(submittedAt),
};
const problem: Column = {
  title: 'Problem',
  className: styles.problem,
  cell: ({ contestId, problem: { label, name, colour } }) =>
    aside(
      problemHref(contestId, label),
      <>
        <Balloon label={label} colour={colour} size={26} />
        <span className={styles.problemName}>{name}</span>
      </>,
    ),
  whole: ({ problem: { name } }) => name,
};
const team: Column = {
  title: 'Team',
  className: styles.text,
  cell: (one) => (
    <>
      {aside(
        one.jury ? juryHref(one.contestId) : teamSubmissionsHref(one.contestId, one.team.id),
        <Name of={one.team.name} />,
      )}{' '}
      {one.jury ? <span className={styles.tag}>jury</span> : null}
    </>
  ),
  whole: (one) => one.team.name,
};
/** Marks of a verdict that may not be the program's fault; while there is none, how far it has come has the room. */
function doubts(one: SubmissionSummary): readonly { mark: string; meaning: string }[] {
  if (one.verdict === null) return [];
  return [
    ...(one.suspect
      ? [{ mark: 'suspect', meaning: 'A run was starved of CPU time: its time cannot be trusted' }]
      : []),
    ...(one.judgedWhileUnhealthy
      ? [{ mark: 'unhealthy', meaning: 'A host was unhealthy while it judged this submission' }]
      : []),
  ];
}
function Doubts({ of: one }: { of: SubmissionSummary }): ReactNode {
  const all = doubts(one);
  if (all.length === 0) return null;
  return (
    <span className={styles.marks}>
      {all.map(({ mark }) => (
        <span key={mark} className={styles.tag}>
          {mark}
        </span>
      ))}
    </span>
  );
}
const language: Column = {
  title: 'Language',
  className: `${styles.text} ${styles.language}`,
  cell: (one) => one.language.name,
  whole: (one) => one.language.name,
};
const verdict: Column = {
  title: 'Verdict',
  className: styles.verdict,
  cell: (one) => (
    <>
      <SubmissionVerdict of={one} />
      <Doubts of={one} />
    </>
  ),
  whole: (one) => [verdictInFull(one), ...doubts(one).map(({ meaning }) => meaning)].join('\n'),
};
/** A team need not know the ids, and looks for this first. */
const verdictInWords: Column = {
  ...verdict,
  cell: (one) => <SubmissionVerdict of={one} inWords />,
};
const measured = (title: string, cell: Column['cell'], place = ''): Column => ({
  title,
  className: `${styles.figure} ${place}`,
  cell,
});
const host: Column = {
  title: 'Host',
  className: wideText,
  cell: ({ judgehost }) =>
    judgehost === null ? <span className={styles.nothing}>–</span> : aside(hostHref(judgehost), judgehost),
  whole: (one) => one.judgehost,
};

const cpu = measured('CPU', (one) => figure(one.maxCpuUs, formatMicroseconds), styles.cpu);
const memory = measured('Memory', (one) => figure(one.maxMemoryBytes, formatBytes), styles.memory);

const teamColumns: readonly Column[] = [number, time, verdictInWords, problem, language, cpu, memory, clock];
const juryColumns: readonly Column[] = [
  number,
  time,
  clock,
  team,
  problem,
  language,
  verdict,
  cpu,
  measured('Wall', (one) => figure(one.maxWallUs, formatMicroseconds)),
  measured('Gap', (one) => figure(one.maxGapUs, formatMicroseconds)),
  memory,
  host,
];

/** Rows before the end at which the next page is asked for: it should be there before its first row is drawn. */
const nearEnd = 75;

/**
 * Thousands of rows are there to be scrolled through and searched by keyboard, but only those near the window are
 * drawn: the rest is two empty rows of their height.
 */
export function SubmissionTable(props: {
  submissions: SubmissionSummary[];
  jury: boolean;
  /** Null: nothing can be chosen. */
  selection: Selection | null;
  /** Called when the end comes near and, while it is, whenever it is another function: it is to be a stable one. */
  onNearEnd: () => void;
}): ReactNode {
  const { submissions, jury, selection, onNearEnd } = props;
  const columns = jury ? juryColumns : teamColumns;
  const body = useRef<HTMLTableSectionElement>(null);
  const rowPx = useRowHeight();
  const { first, end } = useRowWindow(body, submissions.length, rowPx);
  const atEnd = first > 0 && end > submissions.length - nearEnd;
  useEffect(() => {
    if (atEnd) onNearEnd();
  }, [atEnd, onNearEnd]);

  return (
    <div className={styles.frame} data-live>
      <table
        className={`${styles.table} ${jury ? styles.jury : styles.team} ${selection === null ? '' : styles.choosing}`}
        style={{ '--row': `${rowPx}px` } as CSSProperties}
        aria-rowcount={submissions.length + 1}
      >
        <thead>
          <tr>
            {selection === null ? null : (
              <th scope="col" className={styles.choose}>
                <input
                  type="checkbox"
                  aria-label="Select all loaded submissions"
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
        <tbody ref={body}>
          <Space height={first * rowPx} />
          {submissions.slice(first, end).map((one, index) => (
            <Row
              key={one.id}
              one={one}
              index={first + index}
              columns={columns}
              chosen={selection?.ids.has(one.id) === true}
              toggle={selection?.toggle ?? null}
            />
          ))}
          <Space height={(submissions.length - end) * rowPx} />
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
}): ReactNode {
  const { one, index, columns, chosen, toggle } = props;
  return (
    <tr
      data-submission={one.id}
      aria-rowindex={index + 2}
      className={chosen ? styles.chosen : undefined}
      // The link covers the cells: of what is in a row only the row itself is hovered. Looked up then, so that nobody
      // hears every row twice.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = columns.flatMap(({ whole }) => whole?.(one) ?? []).join('\n');
      }}
    >
      {toggle === null ? null : (
        <td className={styles.choose}>
          <input
            type="checkbox"
            aria-label={`Select submission #${one.number} of ${one.team.name}`}
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
