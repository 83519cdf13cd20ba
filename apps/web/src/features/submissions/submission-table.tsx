import type { SubmissionSummary } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { Instant } from '../../components/instant.tsx';
import { SubmissionVerdict } from '../../components/verdict/submission-verdict.tsx';
import { formatBytes, formatContestTime, formatMicroseconds } from '../../lib/format.ts';
import styles from './submission-table.module.css';

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
  cell: ({ row: { original: one } }) => <Instant at={one.submittedAt} />,
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
const language = helper.accessor((one) => one.language.name, { id: 'language', header: 'Language' });
const verdict = helper.display({
  id: 'verdict',
  header: 'Verdict',
  cell: ({ row }) => <SubmissionVerdict of={row.original} />,
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

export function SubmissionTable(props: {
  contestId: string;
  submissions: SubmissionSummary[];
  jury: boolean;
}): ReactNode {
  const { submissions, jury } = props;
  const table = useTable({
    features,
    columns: jury ? juryColumns : teamColumns,
    data: submissions,
    getRowId: (one: SubmissionSummary) => one.id,
  });
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" className={columnClass[header.column.id]}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={columnClass[cell.column.id]}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
