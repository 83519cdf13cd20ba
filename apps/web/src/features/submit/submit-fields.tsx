/** The parts of the panel that depend on how somebody submits, and in which language. */
import { TextInput } from '@mantine/core';
import type { Contest, ContestProblem } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { LazyCodeEditor } from '../../components/code/lazy-code-editor.tsx';
import { formatBytes } from '../../lib/format.ts';
import { submitKey } from '../../lib/submit-key.ts';
import { FileDrop } from './file-drop.tsx';
import type { SubmitForm } from './use-submit-form.ts';
import styles from './submit-panel.module.css';

export function SourcesField(props: {
  form: SubmitForm;
  contest: Contest;
  problem: ContestProblem;
  roomy: boolean;
}): ReactNode {
  const { form, contest, problem, roomy } = props;
  const limit = `at most ${formatBytes(problem.sourceLimitBytes)} in all`;
  const files = {
    files: form.files,
    onAdd: (added: readonly File[]) => void form.addFiles(added),
    onRemove: form.removeFile,
  };
  if (problem.kind.submitAnswer) {
    return (
      <FileDrop
        {...files}
        label={`Answers for ${problem.label}`}
        hint={`or drop them here, or one zip; ${limit}`}
      />
    );
  }
  if (form.mode === 'editor') return <EditorField form={form} label={problem.label} roomy={roomy} />;
  return (
    <FileDrop
      {...files}
      label={`Source files for ${problem.label}`}
      accept={contest.languages
        .flatMap((one) => one.extensions.map((extension) => `.${extension}`))
        .join(',')}
      hint={`or drop them here; ${limit}`}
    />
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
        Saved in this browser as you type.{' '}
        <span className={styles.keys}>
          <kbd>{submitKey}</kbd> <kbd>Enter</kbd> submits, <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the
          editor.
        </span>
      </p>
    </div>
  );
}

export function EntryPointField({ form, error }: { form: SubmitForm; error: string | null }): ReactNode {
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
          ? 'The class whose main method is run. If empty, it is found automatically.'
          : 'The file that is run. If empty, it is found automatically.'
      }
      error={error}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
