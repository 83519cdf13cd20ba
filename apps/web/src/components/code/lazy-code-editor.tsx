import { Suspense, lazy, type ReactNode } from 'react';
import type { CodeEditorProps } from './code-editor.tsx';
import { afterPaint } from '../../lib/after-paint.ts';
import { loadCode } from '../../lib/load-code.ts';
import { PlainCode } from './plain-code.tsx';

const CodeEditor = lazy(async () => {
  // Half a megabyte of code: fetched at once it would be run before the page around it is seen.
  await afterPaint();
  return { default: (await loadCode(() => import('./code-editor.tsx'))).CodeEditor };
});

/** The editor, fetched when it is first shown; until then its text. */
export function LazyCodeEditor(props: CodeEditorProps): ReactNode {
  return (
    <Suspense fallback={<PlainCode value={props.value} label={props.label} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
