import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { type ReactNode, useEffect, useRef } from 'react';
import { loadCode } from '../../lib/load-code.ts';
import { codeLanguage } from './code-languages.ts';
import { codeTheme } from './code-theme.ts';
import styles from './code-diff.module.css';

export interface CodeDiffProps {
  before: string;
  after: string;
  mode: string;
  /** For screen readers. */
  label: string;
}

/** Narrower than this two columns of code cannot be read. */
const twoColumns = '(min-width: 62em)';
const collapseUnchanged = { margin: 3, minSize: 6 };

/** What changed from one text to another: side by side, on a narrow screen in one column. */
export function CodeDiff({ before, after, mode, label }: CodeDiffProps): ReactNode {
  const host = useRef<HTMLElement>(null);

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    let view: MergeView | EditorView | undefined;
    let gone = false;
    async function show(into: HTMLElement): Promise<void> {
      const language = await loadCode(() => codeLanguage(mode));
      if (gone) return;
      const shared: Extension = [
        lineNumbers(),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.lineWrapping,
        language,
        codeTheme,
      ];
      view = window.matchMedia(twoColumns).matches
        ? new MergeView({
            a: { doc: before, extensions: shared },
            b: { doc: after, extensions: shared },
            parent: into,
            collapseUnchanged,
            gutter: false,
          })
        : new EditorView({
            parent: into,
            doc: after,
            extensions: [
              shared,
              unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged, gutter: false }),
            ],
          });
    }
    void show(parent);
    return () => {
      gone = true;
      view?.destroy();
    };
  }, [before, after, mode]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself
    <section ref={host} className={styles.diff} aria-label={label} tabIndex={0} />
  );
}
