import { Tabs } from '@mantine/core';
import type { SubmissionDetail } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { LazyCodeEditor } from '../../components/code/lazy-code-editor.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DownloadIcon } from '../../components/icons.tsx';
import { Section } from '../../components/page.tsx';
import { formatBytes } from '../../lib/format.ts';
import styles from './source-view.module.css';

/** The files as they were submitted. */
export function SourceView({
  files,
  languageId,
}: {
  files: SubmissionDetail['files'];
  languageId: string;
}): ReactNode {
  const [name, setName] = useState<string | null>(null);
  const file = files.find((one) => one.name === name) ?? files[0];
  if (file === undefined) return null;
  const extension = /\.([^.]+)$/.exec(file.name)?.[1] ?? languageId;
  const lines = file.text === null ? 0 : file.text.split('\n').length;
  return (
    <Section
      title="Source"
      actions={
        <span className={styles.tools}>
          <span className={styles.size}>
            {files.length === 1 ? `${file.name}, ` : ''}
            {formatBytes(file.bytes)}
          </span>
          {file.text === null ? null : <CopyButton text={file.text} what={file.name} />}
          <a href={file.url} download className={styles.download} aria-label={`Download ${file.name}`}>
            <DownloadIcon size={16} />
          </a>
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
      ) : (
        <div className={styles.code} style={{ height: `min(${Math.max(lines, 4) * 1.37 + 1}rem, 70vh)` }}>
          <LazyCodeEditor
            key={file.name}
            value={file.text}
            mode={extension}
            label={`Source file ${file.name}`}
          />
        </div>
      )}
    </Section>
  );
}
