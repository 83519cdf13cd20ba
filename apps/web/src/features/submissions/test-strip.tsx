import type { TestResult, Verdict } from '@sandglass/contracts';
import { type ReactNode, memo } from 'react';
import { VerdictIcon } from '../../components/verdict/verdict-icon.tsx';
import { meaningOf, verdictColourClass } from '../../components/verdict/verdict.tsx';
import styles from './test-strip.module.css';
import { type TestsOfJudging, secretName, secretTests, testSummary } from './test-summary.ts';

export interface TestStripProps {
  /** Those the viewer may see, run or not: of the others a team learns nothing. */
  tests: readonly TestResult[];
  /** With those that are not shown. */
  total: number;
  running: boolean;
  /** Of the judging: when it is accepted, so is every test. */
  verdict: Verdict | null;
  selected: number | null;
  /** The jury opens a test by its cell; a team only looks. */
  onSelect?: (ordinal: number) => void;
}

/**
 * One small cell per test in judging order, filled as the judging goes on. Tests that are not shown are one pill: they have
 * no order, and none of them is known to have failed.
 */
export function TestStrip(props: TestStripProps): ReactNode {
  const { tests, total, running, verdict, selected, onSelect } = props;
  const known = new Map(tests.map((test) => [test.ordinal, test]));
  const next = running ? tests.find((test) => test.verdict === null)?.ordinal : undefined;
  const accepted = verdict === 'AC';
  const ordinals = accepted
    ? Array.from({ length: total }, (_, ordinal) => ordinal)
    : tests.map(({ ordinal }) => ordinal);
  if (total === 0) return <p className={styles.none}>The tests appear when judging starts.</p>;
  return (
    <>
      <ol className={styles.strip} aria-label="Tests" data-live>
        {ordinals.map((ordinal) => (
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
        {ordinals.length < total ? (
          <li>
            <SecretTests of={{ tests, total, running, verdict }} />
          </li>
        ) : null}
      </ol>
      <p className={styles.summary}>{testSummary({ tests, total, running, verdict })}</p>
    </>
  );
}

function SecretTests({ of }: { of: TestsOfJudging }): ReactNode {
  const { verdict } = of;
  const name = secretName(of);
  const what = secretTests(of);
  const failed = what === 'failed' && verdict !== null;
  const look = failed ? verdictColourClass(verdict) : what === 'running' ? styles.current : styles.plain;
  return (
    <span className={`${styles.cell} ${styles.secret} ${look}`} data-testid="secret-tests">
      {failed ? <VerdictIcon of={meaningOf(verdict).className} size={14} /> : null}
      {name}
    </span>
  );
}

interface CellProps {
  ordinal: number;
  /** Null: one that is not shown, of an accepted judging. */
  test: TestResult | null;
  current: boolean;
  selected: boolean;
  onSelect: ((ordinal: number) => void) | undefined;
}

const Cell = memo(function Cell({ ordinal, test, current, selected, onSelect }: CellProps): ReactNode {
  const verdict = test === null ? 'AC' : test.verdict;
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
  if (test === null) return [meaningOf('AC').name, verdictColourClass('AC')];
  if (test.verdict !== null) return [meaningOf(test.verdict).name, verdictColourClass(test.verdict)];
  return current ? ['running', styles.current] : ['not run', styles.waiting];
}
