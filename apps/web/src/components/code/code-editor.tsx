import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type ReactNode, useEffect, useRef } from 'react';
import { loadCode } from '../../lib/load-code.ts';
import { codeLanguage } from './code-languages.ts';
import { codeTheme } from './code-theme.ts';

export interface CodeEditorProps {
  /** Taken when the editor appears, and whenever it differs from what the editor holds. */
  value: string;
  /** Absent: the text can only be read. */
  onChange?: (value: string) => void;
  /** Editor mode of the language, or a file's extension. */
  mode: string;
  /** For screen readers. */
  label: string;
}

const writing: Extension = [
  history(),
  indentOnInput(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  indentUnit.of('    '),
];

/** CodeMirror, loaded as its own chunk by the pages that show code. */
export function CodeEditor({ value, onChange, mode, label }: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const language = useRef(new Compartment());
  const change = useRef(onChange);
  const editable = onChange !== undefined;
  const initial = useRef(value);

  useEffect(() => {
    change.current = onChange;
  }, [onChange]);

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initial.current,
        extensions: [
          lineNumbers(),
          drawSelection(),
          bracketMatching(),
          highlightSelectionMatches(),
          editable ? writing : EditorState.readOnly.of(true),
          // Escape, then Tab leaves the editor: nobody is trapped in it.
          keymap.of([
            ...(editable ? closeBracketsKeymap : []),
            ...defaultKeymap,
            ...searchKeymap,
            ...(editable ? [...historyKeymap, indentWithTab] : []),
          ]),
          language.current.of([]),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current?.(update.state.doc.toString());
          }),
          codeTheme,
        ],
      }),
    });
    view.current = editor;
    // Line heights measured before the font has come would put the numbers beside the wrong lines.
    void document.fonts.ready.then(() => editor.requestMeasure());
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [editable, label]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    let current = true;
    async function highlight(): Promise<void> {
      const extension = await loadCode(() => codeLanguage(mode));
      if (current) view.current?.dispatch({ effects: language.current.reconfigure(extension) });
    }
    void highlight();
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a remade editor needs its language again
  }, [mode, editable, label]);

  return <div ref={host} style={{ height: '100%', minHeight: 0 }} />;
}
