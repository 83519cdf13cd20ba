import { Select, Tabs } from '@mantine/core';
import type { SubmissionDetail } from '@sandglass/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LazyCodeDiff } from '../../components/code/lazy-code-diff.tsx';
import { LazyCodeEditor } from '../../components/code/lazy-code-editor.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DownloadIcon } from '../../components/icons.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatBytes, formatContestTime } from '../../lib/format.ts';
import { submissionQuery, submissionsQuery } from './submission-queries.ts';
import styles from './source-view.module.css';

type SourceFile = SubmissionDetail['files'][number];

/** The files as they were submitted; for the jury also what changed since an earlier try of the team. */
export function SourceView({ detail, jury }: { detail: SubmissionDetail; jury: boolean }): ReactNode {
  const { files, language } = detail;
  const [name, setName] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<string | null>(null);
  const file = files.find((one) => one.name === name) ?? files[0];
  if (file === undefined) return null;
  const extension = /\.([^.]+)$/.exec(file.name)?.[1] ?? language.id;
  const lines = file.text === null ? 0 : file.text.split('\n').length;
  return (
    <Section
      title="Source"
      actions={
        <span className={styles.tools}>
          {jury && !detail.jury ? (
            <EarlierTries detail={detail} value={earlier} onChange={setEarlier} />
          ) : null}
          <span className={styles.size}>
            {files.length === 1 ? `${file.name}, ` : ''}
            {formatBytes(file.bytes)}
          </span>
          <span className={styles.take}>
            {file.text === null ? null : <CopyButton text={file.text} what={file.name} />}
            <a href={file.url} download className={styles.download} aria-label={`Download ${file.name}`}>
              <DownloadIcon size={16} />
            </a>
          </span>
        </span>
      }
    >
      {files.length < 2 ? null : (
        <Tabs value={file.name} onChange={setName} mb="xs">
          <Tabs.List>
            {files.map((one) => (
              <Tabs.Tab key={one.name} value={one.name}>
                {one.name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {file.text === null ? (
        <p className={styles.binary}>Not text: download it to look at it.</p>
      ) : earlier === null ? (
        <div className={styles.code} style={{ height: `min(${Math.max(lines, 4) * 1.37 + 1}rem, 70vh)` }}>
          <LazyCodeEditor
            key={file.name}
            value={file.text}
            mode={extension}
            label={`Source file ${file.name}`}
          />
        </div>
      ) : (
        <Difference contestId={detail.contestId} earlier={earlier} file={file} mode={extension} />
      )}
    </Section>
  );
}

/** The team's tries at the same problem before this one, newest first. */
function EarlierTries(props: {
  detail: SubmissionDetail;
  value: string | null;
  onChange: (id: string | null) => void;
}): ReactNode {
  const { detail, value, onChange } = props;
  const query = useInfiniteQuery(
    submissionsQuery(detail.contestId, { team: detail.team.id, problem: detail.problem.label }),
  );
  const tries = (query.data?.pages ?? [])
    .flatMap((page) => page.submissions)
    .filter((one) => one.id < detail.id)
    .map((one) => ({
      value: one.id,
      label: `${formatContestTime(one.contestTimeMs)} ${one.verdict ?? 'pending'}, ${one.language.name}`,
    }));
  if (tries.length === 0) return null;
  return (
    <Select
      size="xs"
      className={styles.tries}
      placeholder="Compare with an earlier try"
      aria-label="Compare with an earlier try"
      data={tries}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': 'Show only this source', tabIndex: 0 }}
    />
  );
}

function Difference(props: {
  contestId: string;
  earlier: string;
  file: SourceFile;
  mode: string;
}): ReactNode {
  const { contestId, earlier, file, mode } = props;
  const query = useQuery(submissionQuery(contestId, earlier));
  return (
    <QueryView query={query}>
      {(before) => {
        // Renamed from try to try: where there is but one file each, they are compared all the same.
        const same = before.files.find((one) => one.name === file.name);
        const old = same ?? (before.files.length === 1 ? before.files[0] : undefined);
        if (old?.text == null)
          return <p className={styles.binary}>The earlier try has no text file {file.name}.</p>;
        return (
          <>
            <p className={styles.binary}>
              {old.text === file.text
                ? 'The two sources are identical.'
                : `Left ${formatContestTime(before.contestTimeMs)} (${before.verdict ?? 'pending'}), right this one.`}
            </p>
            <LazyCodeDiff
              key={`${earlier} ${file.name}`}
              before={old.text}
              after={file.text ?? ''}
              mode={mode}
              label={`Changes in ${file.name}`}
            />
          </>
        );
      }}
    </QueryView>
  );
}
