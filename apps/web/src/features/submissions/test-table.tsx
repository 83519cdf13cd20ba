import { VisuallyHidden } from '@mantine/core';
import type { Judging, TestResult } from '@sandglass/contracts';
import { type ReactNode, memo } from 'react';
import { AmountBar, TimeBar } from '../../components/time-bar.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { Section } from '../../components/page.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { formatBytes, formatMicroseconds } from '../../lib/format.ts';
import styles from './test-table.module.css';

/** For the jury: every test's figures against the limits. A row opens its outputs. */
export function TestTable(props: {
  judging: Judging;
  selected: number | null;
  onSelect: (ordinal: number) => void;
}): ReactNode {
  const { judging, selected, onSelect } = props;
  const { limits } = judging;
  const run = judging.tests.filter((test) => test.measurement !== null);
  // Of one host and slot, as nearly always, its column would repeat what is above the table.
  const severalPlaces = new Set(run.map(placeOf)).size > 1;
  return (
    <Section
      title="Figures"
      flush
      actions={
        <span className={styles.legend}>
          Limits: CPU {formatMicroseconds(limits.cpuUs)}, wall {formatMicroseconds(limits.wallUs)}, memory{' '}
          {formatBytes(limits.memoryBytes)}, output {formatBytes(limits.outputBytes)}
        </span>
      }
    >
      <ScrollRegion className={styles.scroll} label="Figures of the tests">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Test</th>
              <th scope="col">Verdict</th>
              <th scope="col" className={styles.figure}>
                CPU
              </th>
              <th scope="col" className={styles.figure}>
                Wall
              </th>
              <th scope="col" className={styles.figure}>
                Gap
              </th>
              <th scope="col" className={styles.time}>
                CPU, gap, limits
              </th>
              <th scope="col" className={styles.figure}>
                Memory
              </th>
              <th scope="col" className={styles.memory}>
                of limit
              </th>
              {severalPlaces ? <th scope="col">Host, slot</th> : null}
            </tr>
          </thead>
          <tbody>
            {run.map((test) => (
              <Row
                key={test.ordinal}
                test={test}
                limits={limits}
                withPlace={severalPlaces}
                selected={test.ordinal === selected}
                onSelect={onSelect}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  );
}

const Row = memo(function Row(props: {
  test: TestResult;
  limits: Judging['limits'];
  withPlace: boolean;
  selected: boolean;
  onSelect: (ordinal: number) => void;
}): ReactNode {
  const { test, limits, withPlace, selected, onSelect } = props;
  const figures = test.measurement;
  if (figures === null) return null;
  return (
    <tr className={selected ? styles.selected : undefined}>
      <th scope="row" className={styles.name}>
        <button
          type="button"
          className={styles.open}
          onClick={() => onSelect(test.ordinal)}
          aria-pressed={selected}
          data-row-link
        >
          <VisuallyHidden>Test </VisuallyHidden>
          {test.ordinal + 1}
          <span className={styles.path} title={test.name ?? undefined}>
            {test.name}
          </span>
        </button>
      </th>
      <td>
        <Verdict verdict={test.verdict} />
      </td>
      <td className={styles.figure}>{formatMicroseconds(figures.cpuUs)}</td>
      <td className={styles.figure}>{formatMicroseconds(figures.wallUs)}</td>
      <td className={styles.figure}>{formatMicroseconds(figures.gapUs)}</td>
      <td className={styles.time}>
        <TimeBar
          cpuUs={figures.cpuUs}
          wallUs={figures.wallUs}
          cpuLimitUs={limits.cpuUs}
          wallLimitUs={limits.wallUs}
        />
      </td>
      <td className={styles.figure}>{formatBytes(figures.memoryBytes)}</td>
      <td className={styles.memory}>
        <AmountBar
          value={figures.memoryBytes}
          limit={limits.memoryBytes}
          label={`Memory ${formatBytes(figures.memoryBytes)} of ${formatBytes(limits.memoryBytes)}`}
        />
      </td>
      {withPlace ? <td className={styles.host}>{placeOf(test)}</td> : null}
    </tr>
  );
});

/** "kiln, 0". */
function placeOf({ judgehost, slot }: TestResult): string {
  return `${judgehost ?? '–'}${slot === null ? '' : `, ${slot}`}`;
}
