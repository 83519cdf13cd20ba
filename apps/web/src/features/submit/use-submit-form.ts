import { answersLanguage, type Contest, type ContestProblem, type Language } from '@sandglass/contracts';
import { useMemo, useState } from 'react';
import { recall, remember } from '../../lib/storage.ts';
import { useDraft } from './draft.ts';
import { editorFileName, guessEntryPoint, guessOffered } from './guess.ts';
import { type PanelPlace, keepForm, keptForm, useKeptForm } from './kept-form.ts';
import type { SubmitBody } from './sending.ts';
import { type SourceFile, filesProblem, readSourceFile } from './source-file.ts';
import { unlikelyFiles } from './unlikely-files.ts';

export type SubmitMode = 'files' | 'editor';

const none: readonly SourceFile[] = [];

export interface SubmitForm {
  mode: SubmitMode;
  setMode: (mode: string) => void;
  files: readonly SourceFile[];
  addFiles: (files: readonly File[]) => Promise<void>;
  removeFile: (name: string) => void;
  text: string;
  setText: (text: string) => void;
  language: Language | null;
  chooseLanguage: (id: string | null) => void;
  entryPoint: string;
  setEntryPoint: (name: string) => void;
  guessedEntryPoint: string | null;
  errors: { files?: string; language?: string };
  /** Why the files will hardly compile in the language; null: nothing speaks against it. */
  warning: string | null;
  /** The request's body, or null after setting `errors`. */
  validate: () => SubmitBody | null;
  /** After success: what was chosen is let go, unless it was chosen after the press. The text of the editor stays. */
  sent: () => void;
}

/** State of the panel. The language follows the files until somebody chooses one by hand. */
export function useSubmitForm(place: PanelPlace, contest: Contest, problem: ContestProblem): SubmitForm {
  const answers = problem.kind.submitAnswer;
  const [mode, setModeState] = useState<SubmitMode>(() =>
    !answers && recall('submit.mode') === 'editor' ? 'editor' : 'files',
  );
  const [text, setText] = useDraft(place);
  const { files = none, language: chosen = null, entryPoint = '' } = useKeptForm(place);
  const [errors, setErrors] = useState<SubmitForm['errors']>({});

  const written = useMemo(() => [{ name: '', content: text }], [text]);
  const guessed = useMemo(
    () => guessOffered(contest.languages, mode === 'files' ? files : text.trim() === '' ? [] : written),
    [contest.languages, files, mode, text, written],
  );
  const languageId = chosen ?? guessed ?? recall('language');
  const language = contest.languages.find((one) => one.id === languageId) ?? null;

  const warning = useMemo(
    () =>
      answers || language === null || mode === 'editor'
        ? null
        : unlikelyFiles(language, contest.languages, files),
    [answers, contest.languages, files, language, mode],
  );

  function setFiles(next: readonly SourceFile[]): void {
    keepForm(place, { files: next });
  }

  function setChosen(id: string | null): void {
    keepForm(place, { language: id });
  }

  function setEntryPoint(name: string): void {
    keepForm(place, { entryPoint: name });
  }

  /** What would be sent now. */
  function sources(): SourceFile[] {
    if (mode === 'files') return [...files];
    if (text.trim() === '') return [];
    const bytes = new TextEncoder().encode(text).length;
    return [{ name: editorFileName(language, text), bytes, content: text, encoding: 'utf-8' }];
  }

  const guessedEntryPoint = useMemo(() => {
    if (language === null || language.entryPoint === 'none') return null;
    const named = mode === 'files' ? files : [{ name: editorFileName(language, text), content: text }];
    return named.length === 0 ? null : guessEntryPoint(language.id, named);
  }, [files, language, mode, text]);

  return {
    mode,
    setMode: (next) => {
      const value = next === 'editor' ? 'editor' : 'files';
      remember('submit.mode', value);
      setErrors({});
      setModeState(value);
    },
    files,
    addFiles: async (added) => {
      const read = await Promise.all(added.map(readSourceFile));
      const names = new Set(read.map((file) => file.name));
      // While they were read, others may have been chosen, or sent.
      const before = keptForm(place).files ?? none;
      const all = [...before.filter((file) => !names.has(file.name)), ...read];
      setFiles(all);
      // New files speak louder than a language chosen for other ones.
      setChosen(null);
      const problemWithFiles = filesProblem(all, problem.sourceLimitBytes);
      setErrors(problemWithFiles === null ? {} : { files: problemWithFiles });
    },
    removeFile: (name) => {
      setFiles(files.filter((file) => file.name !== name));
      setErrors({});
    },
    text,
    setText: (next) => {
      setText(next);
      if (errors.files !== undefined) setErrors({});
    },
    language,
    chooseLanguage: (id) => {
      setChosen(id);
      setErrors(errors.files === undefined ? {} : { files: errors.files });
    },
    entryPoint,
    setEntryPoint,
    guessedEntryPoint,
    errors,
    warning,
    validate: () => {
      const ready = sources();
      const wrongFiles = filesProblem(ready, problem.sourceLimitBytes);
      if (answers && wrongFiles === null) {
        setErrors({});
        return {
          problem: problem.label,
          language: answersLanguage,
          files: ready.map(({ name, content, encoding }) => ({ name, content, encoding })),
        };
      }
      if (wrongFiles !== null || language === null) {
        setErrors({
          ...(wrongFiles === null ? {} : { files: wrongFiles }),
          ...(language === null ? { language: 'Choose the language of the program.' } : {}),
        });
        return null;
      }
      setErrors({});
      remember('language', language.id);
      const entry = entryPoint.trim();
      return {
        problem: problem.label,
        language: language.id,
        ...(entry === '' || language.entryPoint === 'none' ? {} : { entryPoint: entry }),
        files: ready.map(({ name, content, encoding }) => ({ name, content, encoding })),
      };
    },
    sent: () => {
      // Chosen while the answer was awaited: that is for the next submission.
      if ((keptForm(place).files ?? none) !== files) return;
      setFiles([]);
      setChosen(null);
      setEntryPoint('');
    },
  };
}
