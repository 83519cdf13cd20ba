import type { TestResult } from '@sandglass/contracts';
import { type ReactNode, memo } from 'react';
import { VerdictIcon } from '../../components/verdict/verdict-icon.tsx';
import { meaningOf, verdictColourClass } from '../../components/verdict/verdict.tsx';
import styles from './test-strip.module.css';
import { testSummary } from './test-summary.ts';

export interface TestStripProps {
  /** Those the viewer may see, run or not: of the others a team learns nothing. */
  tests: readonly TestResult[];
  /** With those that are not shown. */
  total: number;
  running: boolean;
  selected: number | null;
  /** The jury opens a test by its cell; a team only looks. */
  onSelect?: (ordinal: number) => void;
}

/** One small cell per test in judging order, filled as the judging goes on. */
export function TestStrip({ tests, total, running, selected, onSelect }: TestStripProps): ReactNode {
  const known = new Map(tests.map((test) => [test.ordinal, test]));
  const next = running ? tests.find((test) => test.verdict === null)?.ordinal : undefined;
  if (total === 0) return <p className={styles.none}>The tests appear when judging starts.</p>;
  return (
    <>
      <ol className={styles.strip} aria-label="Tests">
        {Array.from({ length: total }, (_, ordinal) => (
          <li key={ordinal}>
            <Cell
              ordinal={ordinal}
              test={known.get(ordinal) ?? null}
              current={ordinal === next}
              selected={ordinal === selected}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ol>
      <p className={styles.summary}>{testSummary(tests, total, running)}</p>
    </>
  );
}

interface CellProps {
  ordinal: number;
  test: TestResult | null;
  current: boolean;
  selected: boolean;
  onSelect: ((ordinal: number) => void) | undefined;
}

const Cell = memo(function Cell({ ordinal, test, current, selected, onSelect }: CellProps): ReactNode {
  const verdict = test?.verdict ?? null;
  const [words, look] = lookOf(test, current);
  const label = `Test ${ordinal + 1}${test?.isSample === true ? ' (sample)' : ''}: ${words}`;
  const className = [
    styles.cell,
    look,
    test?.isSample === true ? styles.sample : '',
    selected ? styles.selected : '',
  ].join(' ');
  const face = verdict === null ? null : <VerdictIcon of={meaningOf(verdict).className} size={14} />;
  return onSelect === undefined || verdict === null ? (
    <span className={className} role="img" aria-label={label} title={label}>
      {face}
    </span>
  ) : (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={selected}
      title={label}
      onClick={() => onSelect(ordinal)}
    >
      {face}
    </button>
  );
});

function lookOf(test: TestResult | null, current: boolean): [words: string, className: string | undefined] {
  if (test === null) return ['not shown', styles.hidden];
  if (test.verdict !== null) return [meaningOf(test.verdict).name, verdictColourClass(test.verdict)];
  return current ? ['running', styles.current] : ['not run', styles.waiting];
}
