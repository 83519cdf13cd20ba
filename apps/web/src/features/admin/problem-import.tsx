import { Progress } from '@mantine/core';
import { type ImportProblemAnswer, importProblemAnswerSchema } from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { upload } from '../../api/upload.ts';
import { Notice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';
import { FileDrop } from '../submit/file-drop.tsx';
import { adminProblemsQuery } from '../../api/problems-query.ts';
import styles from './admin-page.module.css';

interface Import {
  name: string;
  share: number;
  answer: ImportProblemAnswer | null;
  error: unknown;
}

/** Zips are sent one after another; each shows what the reader reported. */
export function ProblemImport(): ReactNode {
  const client = useQueryClient();
  const [imports, setImports] = useState<readonly Import[]>([]);

  function patch(name: string, change: Partial<Import>): void {
    setImports((all) => all.map((one) => (one.name === name ? { ...one, ...change } : one)));
  }

  async function send(files: readonly File[]): Promise<void> {
    setImports(files.map(({ name }) => ({ name, share: 0, answer: null, error: null })));
    for (const file of files) {
      const form = new FormData();
      form.append('file', file);
      try {
        const answer = await upload(importProblemAnswerSchema, '/api/admin/problems', form, (share) =>
          patch(file.name, { share }),
        );
        patch(file.name, { answer, share: 1 });
      } catch (error) {
        patch(file.name, { error });
      }
    }
    await client.invalidateQueries({ queryKey: adminProblemsQuery.queryKey });
  }

  return (
    <div className={styles.stack}>
      <FileDrop
        label="Problem packages"
        files={[]}
        onAdd={(files) => void send(files)}
        onRemove={() => {}}
        accept=".zip,application/zip"
        hint="or drop them here: ICPC packages as zip, legacy or 2025-09"
      />
      {imports.map((one) => (
        <ImportResult key={one.name} of={one} />
      ))}
    </div>
  );
}

function ImportResult({ of: { name, share, answer, error } }: { of: Import }): ReactNode {
  if (error !== null) {
    const fields = error instanceof ApiError ? error.fields : [];
    return (
      <Notice kind="error" title={`${name} was not imported`}>
        {/* The message repeats the first of them. */}
        {fields.length === 0 ? (
          messageOf(error)
        ) : (
          <ul className={styles.issues}>
            {fields.map((field) => (
              <li key={`${field.path}${field.message}`}>
                <code>{field.path}</code> {field.message}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    );
  }
  if (answer === null) {
    return (
      <div>
        {name}: {share < 1 ? `${Math.round(share * 100)} % sent` : 'being checked'}
        <Progress value={share * 100} animated={share === 1} aria-label={`Upload of ${name}`} mt={4} />
      </div>
    );
  }
  return (
    <Notice
      kind={answer.warnings.length === 0 ? 'info' : 'warning'}
      title={
        answer.unchanged ? `${answer.name}: unchanged` : `${answer.name}: version ${answer.version} imported`
      }
    >
      {plural(answer.testCount, 'test')}, {plural(answer.jurySubmissionCount, 'jury submission')}
      {answer.warnings.length === 0 ? null : (
        <ul className={styles.issues}>
          {answer.warnings.map((issue) => (
            <li key={`${issue.file}${issue.code}${issue.message}`}>
              <code>{issue.file || 'package'}</code> {issue.message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
