import { Suspense, lazy, type ReactNode } from 'react';
import { loadCode } from '../../lib/load-code.ts';
import { SkeletonLines } from '../skeletons.tsx';
import type { CodeDiffProps } from './code-diff.tsx';

const CodeDiff = lazy(async () => ({
  default: (await loadCode(() => import('./code-diff.tsx'))).CodeDiff,
}));

/** Two versions of a text, fetched when first shown. */
export function LazyCodeDiff(props: CodeDiffProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines count={8} height={14} />}>
      <CodeDiff {...props} />
    </Suspense>
  );
}
