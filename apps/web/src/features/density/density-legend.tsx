import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { verdictMeanings } from '../../components/verdict/verdict-classes.ts';
import type { Colouring } from './density-search.ts';
import { problemColour } from './problem-colours.ts';
import styles from './density-legend.module.css';

const verdicts = ['AC', 'WA', 'TLE', 'WTL', 'RTE', 'MLE', 'OLE', 'CE', 'JE'] as const;
const gaps = [
  ['below 50 ms', 'accepted'],
  ['below 100 ms', 'wall'],
  ['below 500 ms', 'time'],
  ['more', 'wrong'],
] as const;

/** What the colours and shapes of the chart mean. */
export function DensityLegend(props: { colouring: Colouring; problems: readonly string[] }): ReactNode {
  const { colouring, problems } = props;
  const scheme = useComputedColorScheme('light');
  const colours: (readonly [string, string])[] =
    colouring === 'verdict'
      ? verdicts.map((verdict) => [verdict, verdictMeanings[verdict].className] as const)
      : colouring === 'gap'
        ? gaps.map(([words, className]) => [`gap ${words}`, className] as const)
        : [];
  return (
    <ul className={styles.legend}>
      <Mark colour="var(--sg-line-strong)" words="waiting for files, the program or the slot" />
      <Mark colour="var(--sg-accent)" words="compiling" />
      {colours.map(([words, className]) => (
        <Mark key={words} colour={`var(--sg-v-${className})`} words={words} />
      ))}
      {colouring === 'problem' ? (
        problems
          .toSorted()
          .map((label) => (
            <Mark key={label} colour={problemColour(label, problems, scheme)} words={`problem ${label}`} />
          ))
      ) : (
        <Mark colour="var(--sg-v-pending)" words="running, no verdict yet" />
      )}
      <Mark colour="var(--sg-sunken)" words="idle" />
      <li className={styles.away}>not there yet, or silent</li>
      <li className={styles.notch}>suspect or failed</li>
      <li className={styles.returned}>given back</li>
      <li className={styles.hint}>
        Drag to go back, Ctrl and wheel or two fingers to zoom, space pauses, a click follows.
      </li>
    </ul>
  );
}

function Mark({ colour, words }: { colour: string; words: string }): ReactNode {
  return (
    <li>
      <i style={{ background: colour }} />
      {words}
    </li>
  );
}
