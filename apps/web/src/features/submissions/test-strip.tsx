import type { TestResult } from '@sandglass/contracts';
import { type ReactNode, memo } from 'react';
import { VerdictIcon } from '../../components/verdict/verdict-icon.tsx';
import { meaningOf, verdictColourClass } from '../../components/verdict/verdict.tsx';
import { plural } from '../../lib/format.ts';
import styles from './test-strip.module.css';

export interface TestStripProps {
  tests: readonly TestResult[];
  total: number;
  running: boolean;
  selected: number | null;
  /** The jury opens a test by its cell; a team only looks. */
  onSelect?: (ordinal: number) => void;
}

/** One small cell per test in judging order, filled as the judging goes on. */
export function TestStrip({ tests, total, running, selected, onSelect }: TestStripProps): ReactNode {
  const known = new Map(tests.map((test) => [test.ordinal, test]));
  const next = running ? tests.filter((test) => test.verdict !== null).length : -1;
  const done = tests.filter((test) => test.verdict !== null);
  const passed = done.filter((test) => test.verdict === 'AC').length;
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
      <p className={styles.summary}>
        {done.length === 0
          ? `${plural(total, 'test')}, none run yet`
          : `${passed} of ${plural(total, 'test')} passed`}
        {done.length > 0 && done.length < total && !running ? `; ${total - done.length} not run` : ''}
      </p>
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
  const words = verdict === null ? (current ? 'running' : 'not run') : meaningOf(verdict).name;
  const label = `Test ${ordinal + 1}${test?.isSample === true ? ' (sample)' : ''}: ${words}`;
  const className = [
    styles.cell,
    verdict === null ? (current ? styles.current : styles.waiting) : verdictColourClass(verdict),
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
