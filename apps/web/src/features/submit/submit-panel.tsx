import { Button, Select, TextInput } from '@mantine/core';
import type { Contest, ContestProblem } from '@sandglass/contracts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { LazyCodeEditor } from '../../components/code/lazy-code-editor.tsx';
import { Segments } from '../../components/segments.tsx';
import { formatBytes } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { contestTime } from '../contests/contest-time.ts';
import { isJury, useSession } from '../session/session.ts';
import { FileDrop } from './file-drop.tsx';
import { type SubmitForm, useSubmitForm } from './use-submit-form.ts';
import { useSubmit } from './use-submit.ts';
import styles from './submit-panel.module.css';

export interface SubmitPanelProps {
  contestId: string;
  /** Null while it loads: languages and phase come with it. */
  contest: Contest | null;
  problem: ContestProblem;
  /** On a page of its own the editor gets more room. */
  roomy?: boolean;
}

/** Hand in a solution: files or editor, language, and what the language asks for. */
export function SubmitPanel({ contestId, contest, problem, roomy = false }: SubmitPanelProps): ReactNode {
  if (contest === null) return <SkeletonLines count={4} />;
  return (
    <Panel key={problem.label} contestId={contestId} contest={contest} problem={problem} roomy={roomy} />
  );
}

function Panel(props: {
  contestId: string;
  contest: Contest;
  problem: ContestProblem;
  roomy: boolean;
}): ReactNode {
  const { contestId, contest, problem, roomy } = props;
  const navigate = useNavigate();
  const session = useSession();
  const sending = useSubmit(contestId);
  const form = useSubmitForm(contest, problem);
  const { phase } = contestTime(contest, useNow());
  const open = phase === 'running' || phase === 'frozen' || isJury(session);

  const answers = problem.kind.submitAnswer;
  const refusal = sending.error instanceof ApiError ? sending.error : null;
  const filesError = form.errors.files ?? refusal?.field('files') ?? null;
  const languageError = form.errors.language ?? refusal?.field('language') ?? null;
  const entryError = refusal?.field('entryPoint') ?? null;
  const shownAtField = [filesError, languageError, entryError].some((error) => error !== null);

  async function press(): Promise<void> {
    const body = form.validate();
    if (body === null) return;
    const summary = await sending.submit(body);
    if (summary === null) return;
    form.sent();
    await navigate({
      to: '/contests/$contest/submissions/$submission',
      params: { contest: contestId, submission: summary.id },
    });
  }

  if (!open) {
    return (
      <Notice kind="info">
        {phase === 'before'
          ? 'Submissions open at the start of the contest.'
          : 'The contest is over: no more submissions are taken.'}
      </Notice>
    );
  }

  return (
    <form
      className={styles.form}
      onChange={sending.clear}
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
      aria-label={`Submit to ${problem.label}`}
    >
      {answers ? null : (
        <Segments
          fullWidth
          aria-label="How to hand in"
          value={form.mode}
          onChange={form.setMode}
          data={[
            { value: 'files', label: 'Files' },
            { value: 'editor', label: 'Editor' },
          ]}
        />
      )}
      {answers ? (
        <FileDrop
          label={`Answers for ${problem.label}`}
          files={form.files}
          onAdd={(files) => void form.addFiles(files)}
          onRemove={form.removeFile}
          hint={`or drop them here, or one zip; at most ${formatBytes(problem.sourceLimitBytes)} in all`}
        />
      ) : form.mode === 'files' ? (
        <FileDrop
          label={`Source files for ${problem.label}`}
          files={form.files}
          onAdd={(files) => void form.addFiles(files)}
          onRemove={form.removeFile}
          accept={contest.languages
            .flatMap((one) => one.extensions.map((extension) => `.${extension}`))
            .join(',')}
          hint={`or drop them here; at most ${formatBytes(problem.sourceLimitBytes)} in all`}
        />
      ) : (
        <EditorField form={form} label={problem.label} roomy={roomy} />
      )}
      {filesError === null ? null : (
        <p className={styles.fieldError} role="alert">
          {filesError}
        </p>
      )}
      {answers ? (
        <p className={styles.hint}>The files are called {answerList(problem.answerNames)}.</p>
      ) : (
        <>
          <Select
            label="Language"
            placeholder="Choose"
            data={contest.languages.map((one) => ({ value: one.id, label: one.name }))}
            value={form.language?.id ?? null}
            onChange={form.chooseLanguage}
            error={languageError}
            allowDeselect={false}
            comboboxProps={{ shadow: 'md' }}
            description={form.language?.versions.join(', ')}
          />
          <EntryPointField form={form} error={entryError} />
        </>
      )}
      {sending.error === null || shownAtField ? null : (
        <ErrorNotice error={sending.error} title={refusal?.title} />
      )}
      <Button type="submit" loading={sending.busy} size="md">
        Submit to {problem.label}
      </Button>
    </form>
  );
}

function EditorField({ form, label, roomy }: { form: SubmitForm; label: string; roomy: boolean }): ReactNode {
  return (
    <div>
      <div className={roomy ? `${styles.editor} ${styles.roomy}` : styles.editor}>
        <LazyCodeEditor
          value={form.text}
          onChange={form.setText}
          mode={form.language?.editorMode ?? ''}
          label={`Program for ${label}`}
        />
      </div>
      <p className={styles.hint}>
        Kept in this browser as you type. <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor.
      </p>
    </div>
  );
}

function EntryPointField({ form, error }: { form: SubmitForm; error: string | null }): ReactNode {
  if (form.language === null || form.language.entryPoint === 'none') return null;
  const isClass = form.language.entryPoint === 'main-class';
  return (
    <TextInput
      label={isClass ? 'Main class' : 'Main file'}
      value={form.entryPoint}
      onChange={(event) => form.setEntryPoint(event.currentTarget.value)}
      placeholder={form.guessedEntryPoint ?? (isClass ? 'Main' : 'main.py')}
      description={
        isClass
          ? 'The class whose main method is run. Empty: found by itself.'
          : 'The file that is run. Empty: found by itself.'
      }
      error={error}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** "01.out, 02.out, … and 09.out". */
function answerList(names: readonly string[]): string {
  if (names.length <= 6) return names.join(', ');
  return `${names.slice(0, 4).join(', ')}, … and ${names.at(-1) ?? ''}`;
}
