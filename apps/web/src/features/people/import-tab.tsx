/** Files of people: dropped, shown as a difference, then imported as they are shown; and the way back. */
import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import {
  exportPeopleAnswerSchema,
  type ImportedFile,
  type ImportPeopleAnswer,
  importPeopleAnswerSchema,
} from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { plural } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { contestsQuery } from '../contests/contest-queries.ts';
import { FileDrop } from '../submit/file-drop.tsx';
import { ImportDifference } from './import-difference.tsx';
import { TableColumns } from './table-columns.tsx';
import styles from './people-page.module.css';

/** What a pasted table is called among the files. */
const pasted = 'pasted.csv';

export function ImportTab(): ReactNode {
  return (
    <>
      <ImportSection />
      <ExportSection />
    </>
  );
}

interface Sent {
  readonly dryRun: boolean;
  readonly given: readonly ImportedFile[];
  /** The contest; empty: none. */
  readonly to: string;
  /** Of what was shown: nothing else is imported. */
  readonly version?: string;
}

function ImportSection(): ReactNode {
  const client = useQueryClient();
  const { data: contests = [] } = useQuery(contestsQuery);
  const [files, setFiles] = useState<readonly ImportedFile[]>([]);
  const [contest, setContest] = useState('');
  const [mustChange, setMustChange] = useState(false);
  const sending = useMutation({
    mutationFn: ({ dryRun, given, to, version }: Sent) =>
      request(importPeopleAnswerSchema, '/api/people/import', {
        method: 'POST',
        json: { files: given },
        query: {
          dryRun: String(dryRun),
          contest: to === '' ? undefined : to,
          ...(dryRun ? {} : { mustChange: String(mustChange), version }),
        },
      }),
    onSuccess: async ({ imported }) => {
      if (imported) await client.invalidateQueries();
    },
  });

  /** Every change of the files, or of the contest, shows what it would do. */
  function look(given: readonly ImportedFile[], to: string): void {
    setFiles(given);
    setContest(to);
    if (given.length === 0) sending.reset();
    else sending.mutate({ dryRun: true, given, to });
  }

  async function add(chosen: readonly File[]): Promise<void> {
    const read = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, text: await file.text() })),
    );
    const names = new Set(read.map(({ name }) => name));
    look([...files.filter(({ name }) => !names.has(name)), ...read], contest);
  }

  const answer = sending.data;
  return (
    <Section title="Import">
      <div className={styles.stack}>
        <p className={styles.hint}>
          Files of a CLICS contest package (organizations, groups, teams, persons, accounts; JSON or YAML), of
          ICPC (institutions2, groups, teams, teams2, accounts; TSV), the JSON of ICPC’s registration system,
          or a table with a line for each team (CSV). Nothing is removed, and what a file does not name stays.
        </p>
        <FileDrop
          label="Files of people"
          files={files.map(({ name, text }) => ({ name, bytes: text.length }))}
          onAdd={(chosen) => void add(chosen)}
          onRemove={(name) =>
            look(
              files.filter((file) => file.name !== name),
              contest,
            )
          }
          accept=".json,.yaml,.yml,.tsv,.csv,.txt"
          hint="or drop them here, all together: teams.json, groups.tsv, teams.csv …"
        />
        <Paste
          onAdd={(text) =>
            look([...files.filter(({ name }) => name !== pasted), { name: pasted, text }], contest)
          }
        />
        <NativeSelect
          label="Let the teams take part in"
          value={contest}
          data={[
            { value: '', label: 'no contest yet' },
            ...contests.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => look(files, event.currentTarget.value)}
        />
        {sending.isError ? <ErrorNotice error={sending.error} /> : null}
        {sending.error instanceof ApiError && sending.error.code === 'PEOPLE_CHANGED' ? (
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => look(files, contest)}>
              Look again
            </Button>
          </div>
        ) : null}
        {answer === undefined || files.length === 0 ? null : (
          <>
            {answer.imported
              ? null
              : answer.tables.map((table) => (
                  <TableColumns
                    key={table.file}
                    table={table}
                    onChange={(change) =>
                      look(
                        files.map((file) => (file.name === table.file ? { ...file, ...change } : file)),
                        contest,
                      )
                    }
                  />
                ))}
            <ImportDifference answer={answer} />
            {answer.imported ? null : (
              <div className={styles.buttons}>
                {answer.changes.some(({ fields }) => 'password' in fields) ? (
                  <Checkbox
                    label="Passwords must be changed at the next login"
                    checked={mustChange}
                    onChange={(event) => setMustChange(event.currentTarget.checked)}
                  />
                ) : null}
                <Button
                  disabled={!canImport(answer)}
                  loading={sending.isPending}
                  onClick={() =>
                    sending.mutate({ dryRun: false, given: files, to: contest, version: answer.version })
                  }
                >
                  Import
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Section>
  );
}

/** Cells of a spreadsheet come with tabs between them, which is a table as a file is one. */
function Paste({ onAdd }: { onAdd: (text: string) => void }): ReactNode {
  const [text, setText] = useState('');
  return (
    <div className={styles.stack}>
      <Textarea
        label="Or paste a table"
        description="cells copied from a spreadsheet, with or without the titles of the columns"
        placeholder={'id\tname\torganisation\tcountry\tgroup\tlocation\tusername'}
        value={text}
        rows={text === '' ? 2 : 6}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === '' ? null : (
        <div className={styles.buttons}>
          <Button
            variant="default"
            onClick={() => {
              onAdd(text);
              setText('');
            }}
          >
            Add this table
          </Button>
        </div>
      )}
    </div>
  );
}

function canImport({ changes, joining, faults }: ImportPeopleAnswer): boolean {
  return changes.length + joining.length > 0 && faults.every(({ severity }) => severity !== 'error');
}

function ExportSection(): ReactNode {
  const exporting = useMutation({
    mutationFn: async (format: 'clics' | 'tsv') => {
      const { files } = await request(exportPeopleAnswerSchema, '/api/people/export', { query: { format } });
      for (const { name, text } of files) saveFile(name, new Blob([text]));
      return files.length;
    },
  });
  return (
    <Section title="Export">
      <div className={styles.stack}>
        <p className={styles.hint}>
          All people as files that an import takes. Passwords are not among them: nobody can read them.
        </p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => exporting.mutate('clics')}>
            Contest package (JSON)
          </Button>
          <Button variant="default" onClick={() => exporting.mutate('tsv')}>
            ICPC files (TSV)
          </Button>
        </div>
        {exporting.isError ? <ErrorNotice error={exporting.error} /> : null}
        {exporting.isSuccess ? <Notice kind="info">{plural(exporting.data, 'file')} saved.</Notice> : null}
      </div>
    </Section>
  );
}
