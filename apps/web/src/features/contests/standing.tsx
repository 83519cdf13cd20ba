import type { ContestProblem } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { VerdictIcon } from '../../components/verdict/verdict-icon.tsx';
import verdictStyles from '../../components/verdict/verdict.module.css';

const words = {
  solved: { className: 'accepted', text: 'Solved' },
  tried: { className: 'wrong', text: 'Tried' },
  pending: { className: 'pending', text: 'Judging' },
} as const;

/** The team's result for a problem; nothing for one it has not tried. */
export function Standing({ of }: { of: ContestProblem['standing'] }): ReactNode {
  if (of === 'untried') return null;
  const { className, text } = words[of];
  return (
    <span className={`${verdictStyles.verdict} ${verdictStyles[className]}`} data-standing={of} data-live>
      <VerdictIcon of={className} />
      {text}
    </span>
  );
}
