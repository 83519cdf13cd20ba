import { Button, Progress, TextInput } from '@mantine/core';
import {
  importPackageAnswerSchema,
  packagedKinds,
  type ImportContestPackageAnswer,
} from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { upload } from '../../api/upload.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { formatBytes, plural } from '../../lib/format.ts';
import { FileDrop } from '../submit/file-drop.tsx';
import styles from './admin-page.module.css';

/** What is sent now, and how much of it. */
interface Sending {
  readonly dryRun: boolean;
  readonly share: number;
}

/** A whole contest of another installation: shown first, then imported as one, or not at all. */
export function ContestPackageImport(): ReactNode {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [as, setAs] = useState('');
  const [sending, setSending] = useState<Sending | null>(null);
  const [answer, setAnswer] = useState<ImportContestPackageAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function send(wanted: File, dryRun: boolean): Promise<void> {
    const query = new URLSearchParams({ dryRun: String(dryRun) });
    if (as.trim() !== '') query.set('as', as.trim());
    if (!dryRun && answer !== null) query.set('version', answer.version);
    const form = new FormData();
    form.append('file', wanted);
    setError(null);
    setSending({ dryRun, share: 0 });
    try {
      setAnswer(
        await upload(importPackageAnswerSchema, `/api/admin/contest-packages?${query}`, form, (share) =>
          setSending({ dryRun, share }),
        ),
      );
      if (!dryRun) await client.invalidateQueries({ queryKey: keys.contests() });
    } catch (failure) {
      setAnswer(null);
      setError(failure);
    } finally {
      setSending(null);
    }
  }

  return (
    <Section title="Import a whole contest">
      <div className={styles.stack}>
        <FileDrop
          label="Contest package"
          files={file === null ? [] : [{ name: file.name, bytes: file.size }]}
          onAdd={([first]) => {
            if (first === undefined || sending !== null) return;
            setFile(first);
            setAnswer(null);
            setError(null);
          }}
          onRemove={() => {
            setFile(null);
            setAnswer(null);
          }}
          accept=".zip,application/zip"
          multiple={false}
          hint="or drop it here: the package of a contest, as another installation has exported it"
        />
        <TextInput
          label="Id here"
          description="Optional. Another id for the contest; what differs from what is here gets an id that begins with it."
          value={as}
          maxLength={64}
          disabled={sending !== null}
          onChange={(event) => {
            setAs(event.currentTarget.value);
            setAnswer(null);
          }}
        />
        {sending === null ? null : <Sent sending={sending} />}
        {error === null ? null : <ErrorNotice error={error} title="The contest was not imported" />}
        {answer === null ? null : <Shown answer={answer} />}
        <div className={styles.buttons}>
          <Button
            variant="default"
            disabled={file === null || sending !== null}
            onClick={() => file !== null && void send(file, true)}
          >
            Show what it would do
          </Button>
          <Button
            disabled={
              file === null ||
              sending !== null ||
              answer === null ||
              answer.imported ||
              answer.conflictCount > 0
            }
            onClick={() => file !== null && void send(file, false)}
          >
            Import the contest
          </Button>
        </div>
      </div>
    </Section>
  );
}

function Sent({ sending: { dryRun, share } }: { sending: Sending }): ReactNode {
  return (
    <div role="status">
      {share < 1 ? `${String(Math.round(share * 100))} % sent` : dryRun ? 'being checked' : 'being imported'}
      <Progress value={share * 100} animated={share === 1} aria-label="Upload of the package" mt={4} />
    </div>
  );
}

function Shown({ answer }: { answer: ImportContestPackageAnswer }): ReactNode {
  const { contestId, name, contents, kinds, conflicts, conflictCount, notes, imported } = answer;
  const more = conflictCount - conflicts.length;
  return (
    <Notice
      kind={conflictCount > 0 ? 'error' : imported ? 'info' : 'warning'}
      title={
        imported
          ? `${name} is imported`
          : conflictCount > 0
            ? `${name} cannot be imported as “${contestId}”`
            : `${name} would be imported as “${contestId}”`
      }
    >
      {imported ? (
        <p>
          <Link to="/contests/$contest" params={{ contest: contestId }}>
            Go to the contest
          </Link>
        </p>
      ) : null}
      <p>
        {plural(contents.submissions, 'submission')}, {plural(contents.judgings, 'judging')},{' '}
        {plural(contents.runs, 'run')}, {plural(contents.files, 'stored file')}; {formatBytes(contents.bytes)}{' '}
        unpacked.
      </p>
      <ul className={styles.issues}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {conflicts.map(({ kind, id, message }) => (
          <li key={`${kind}/${id}`}>{message}</li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
        {packagedKinds
          .filter((kind) => Object.values(kinds[kind]).some((count) => count > 0))
          .map((kind) => {
            const { created, same, renamed } = kinds[kind];
            return (
              <li key={kind}>
                {kind}: {created} new, {same} here already
                {renamed > 0 ? `, ${String(renamed)} under another id` : ''}
              </li>
            );
          })}
      </ul>
      {conflictCount > 0 ? <p>Nothing was changed. Give it another id above, and look again.</p> : null}
    </Notice>
  );
}
