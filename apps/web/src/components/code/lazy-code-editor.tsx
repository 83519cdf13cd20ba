import { Suspense, lazy, type ReactNode } from 'react';
import { SkeletonLines } from '../skeletons.tsx';
import type { CodeEditorProps } from './code-editor.tsx';
import { loadCode } from '../../lib/load-code.ts';

const CodeEditor = lazy(async () => ({
  default: (await loadCode(() => import('./code-editor.tsx'))).CodeEditor,
}));

/** The editor, fetched when it is first shown. */
export function LazyCodeEditor(props: CodeEditorProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines count={8} height={14} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
